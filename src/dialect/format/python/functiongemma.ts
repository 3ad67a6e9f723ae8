import { defineDialect } from '../../define-dialect.js';
import { escapeMarkupText } from '../../markup.js';
import { writeEach } from '../write-json-calls.js';
import { dropBehind, type GemmaCallsOptions } from './gemma-calls.js';
import { gemmaOpeners } from './gemma-openers.js';
import { gemmaQuote } from './gemma-values.js';
import { writeGemmaCall } from './gemma-write.js';

const open = '<start_function_call>';
const close = '<end_function_call>';
const quote = '<escape>';
const response = '<start_function_response>';

const options: GemmaCallsOptions = {
  // Such small models put numbers and lists in these too.
  quote: { ...gemmaQuote(quote), any: true },
  close,
  next: [open, response, '<end_of_turn>', '<eos>'],
  behind: dropBehind({ open, close, response }),
  howTo: `Write each call as ${open}call:NAME{KEY:VALUE, …}${close}, with ${quote} on both sides of a string.`,
};

const { marked, unmarked } = gemmaOpeners('functiongemma', open, options);

/** `<start_function_call>call:NAME{KEY:VALUE}<end_function_call>`, with `<escape>` around strings. */
export const functiongemma = defineDialect({
  name: 'functiongemma',
  title: 'call:NAME{…} in <start_function_call>',
  entries: ['C5'],
  aliases: ['function_gemma'],
  models: ['FunctionGemma'],
  sample: '<start_function_call>call:flash_light{color:<escape>red<escape>,times:3}<end_function_call>',
  grammar: {
    openers: [marked, unmarked],
    dropped: ['<end_of_turn>', '<eos>'],
    strays: [close],
    results: [response],
  },
  inAuto: [marked],
  writeCalls: (calls) => writeEach(calls, (call) => `${open}${writeGemmaCall(call, quote)}${close}`, ''),
  renderResults: (results) => [
    {
      role: 'user',
      text: results
        .map(({ name, text, isError }) => {
          const value = `${isError ? 'error' : 'value'}:${quote}${neutral(text)}${quote}`;
          return `${response}response:${neutral(name)}{${value}}<end_function_response>`;
        })
        .join(''),
    },
  ],
});

/** A text cannot hold its own marks: a blank stands within them instead. */
const neutral = (text: string): string =>
  escapeMarkupText(text).replaceAll(/<(?=\/?(?:escape|start_|end_|eos|bos))/gi, '< ');
