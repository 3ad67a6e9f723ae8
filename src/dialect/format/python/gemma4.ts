import { defineDialect } from '../../define-dialect.js';
import { escapeMarkupText } from '../../markup.js';
import type { Opener } from '../../read/grammar.js';
import { writeEach } from '../write-json-calls.js';
import { dropBehind, type GemmaCallsOptions } from './gemma-calls.js';
import { gemmaOpeners } from './gemma-openers.js';
import { gemmaQuote } from './gemma-values.js';
import { writeGemmaCall } from './gemma-write.js';

const open = '<|tool_call>';
const close = '<tool_call|>';
const quote = '<|"|>';
const response = '<|tool_response>';

const options: GemmaCallsOptions = {
  quote: gemmaQuote(quote),
  close,
  next: [open, response, '<channel|>', '<turn|>', '<eos>'],
  behind: dropBehind({ open, close, response }),
  howTo: `Write each call as ${open}call:NAME{KEY:VALUE, …}${close}, with ${quote} on both sides of a string.`,
};

const { marked, unmarked } = gemmaOpeners('gemma4', open, options);

/** A close of reasoning at the end of a message, which closes nothing. */
const trailing: Opener = {
  dialect: 'gemma4',
  text: '<channel|>',
  at: 'anywhere',
  common: true,
  starts: (ahead, { ended }) => {
    const rest = ahead.trimStart();
    if (!'<turn|>'.startsWith(rest) && !/^<turn\|>\s*$/.test(rest)) return false;
    return ended ? true : undefined;
  },
  // biome-ignore lint/correctness/useYield: there is nothing to read.
  *read() {
    return 'closed';
  },
};

/** `<|tool_call>call:NAME{KEY:VALUE}<tool_call|>`, with `<|"|>` around strings and reasoning in a channel. */
export const gemma4 = defineDialect({
  name: 'gemma4',
  title: 'call:NAME{…} in <|tool_call>',
  entries: ['C6'],
  aliases: ['gemma_4'],
  models: ['Gemma 4'],
  sample: '<|tool_call>call:park_car{lot:<|"|>B2<|"|>,hours:2,tags:[<|"|>ev<|"|>]}<tool_call|>',
  grammar: {
    openers: [marked, unmarked, trailing],
    thoughts: [
      { open: '<|channel>thought', close: '<channel|>', at: 'anywhere' },
      { open: '<|channel>', close: '<channel|>', at: 'anywhere' },
    ],
    dropped: ['<turn|>', '<eos>'],
    strays: [close],
    results: [response],
  },
  writeCalls: (calls) => writeEach(calls, (call) => `${open}${writeGemmaCall(call, quote)}${close}`, ''),
  renderResults: (results) => [
    {
      role: 'user',
      text: results
        .map(({ name, text, isError }) => {
          const value = `${isError ? 'error' : 'value'}:${quote}${neutral(text)}${quote}`;
          return `${response}response:${neutral(name)}{${value}}<tool_response|>`;
        })
        .join(''),
    },
  ],
});

/** A text cannot hold its own marks: a blank stands within them instead. */
const neutral = (text: string): string => escapeMarkupText(text).replaceAll('|>', '| >');
