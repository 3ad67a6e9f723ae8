import { rawElements } from '../../../base/raw-json.js';
import { parseTrusted } from '../../../base/trusted-json.js';
import { type DialectSpec, defineDialect, type GrammarDialect } from '../../define-dialect.js';
import { escapeMarkupText } from '../../markup.js';
import type { Opener, Thought } from '../../read/grammar.js';
import { startsWith } from '../starts.js';
import { eachCall, membersOf } from '../write-calls.js';
import { createGemmaCalls, dropBehind, type GemmaCallsOptions } from './gemma-calls.js';
import { anyQuote, type GemmaQuote, gemmaQuote } from './gemma-values.js';

interface Gemma extends Pick<DialectSpec, 'name' | 'title' | 'entries' | 'aliases' | 'models' | 'sample'> {
  /** The marks around calls, around results and around strings. */
  readonly call: readonly [open: string, close: string];
  readonly result: readonly [open: string, close: string];
  readonly quote: GemmaQuote;
  readonly ends: readonly string[];
  readonly thoughts?: readonly Thought[];
  readonly more?: readonly Opener[];
  /** A text cannot hold its own marks: a blank stands within them instead. */
  neutral(text: string): string;
}

function defineGemma({ call, result, quote, ends, thoughts = [], more, neutral, ...facts }: Gemma): GrammarDialect {
  const [open, close] = call;
  const [response, responseEnd] = result;
  const [mark = ''] = quote.texts;
  const options: GemmaCallsOptions = {
    quote,
    close,
    next: [open, response, ...new Set(thoughts.map((thought) => thought.close)), ...ends],
    behind: dropBehind({ open, close, response }),
    howTo: `Write each call as ${open}call:NAME{KEY:VALUE, …}${close}, with ${mark} on both sides of a string.`,
  };
  const marked: Opener = { text: open, starts: startsWith('call:'), read: createGemmaCalls(options) };
  // Where the mark was lost the tool has to be known.
  const unmarked: Opener = {
    text: ({ names }) => names.map((name) => `call:${name}{`),
    at: 'line',
    read: createGemmaCalls({ ...options, quote: anyQuote, unmarked: true }),
  };
  return defineDialect({
    ...facts,
    grammar: {
      openers: [marked, unmarked, ...(more ?? [])],
      thoughts,
      dropped: ends,
      strays: [close],
      results: [response],
    },
    ...(more === undefined && { inAuto: [marked] }),
    writeCalls: eachCall(({ name, arguments: args }) => `${open}call:${name}${writeValue(args, mark)}${close}`),
    renderResults: (results) =>
      results
        .map(({ name, text, isError }) => {
          const value = `${isError ? 'error' : 'value'}:${mark}${neutral(text)}${mark}`;
          return `${response}response:${neutral(name)}{${value}}${responseEnd}`;
        })
        .join(''),
  });
}

/** `<start_function_call>call:NAME{KEY:VALUE}<end_function_call>`, with `<escape>` around strings. */
const functiongemma = defineGemma({
  name: 'functiongemma',
  title: 'call:NAME{…} in <start_function_call>',
  entries: ['C5'],
  aliases: ['function_gemma'],
  models: ['FunctionGemma'],
  sample: '<start_function_call>call:flash_light{color:<escape>red<escape>,times:3}<end_function_call>',
  call: ['<start_function_call>', '<end_function_call>'],
  result: ['<start_function_response>', '<end_function_response>'],
  // Such small models put numbers and lists in these too.
  quote: { ...gemmaQuote('<escape>'), any: true },
  ends: ['<end_of_turn>', '<eos>'],
  neutral: (text) => escapeMarkupText(text).replaceAll(/<(?=\/?(?:escape|start_|end_|eos|bos))/gi, '< '),
});

/** A close of reasoning at the end of a message, which closes nothing. */
const trailing: Opener = {
  text: '<channel|>',
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
const gemma4 = defineGemma({
  name: 'gemma4',
  title: 'call:NAME{…} in <|tool_call>',
  entries: ['C6'],
  aliases: ['gemma_4'],
  models: ['Gemma 4'],
  sample: '<|tool_call>call:park_car{lot:<|"|>B2<|"|>,hours:2,tags:[<|"|>ev<|"|>]}<tool_call|>',
  call: ['<|tool_call>', '<tool_call|>'],
  result: ['<|tool_response>', '<tool_response|>'],
  quote: gemmaQuote('<|"|>'),
  ends: ['<turn|>', '<eos>'],
  thoughts: [
    { open: '<|channel>thought', close: '<channel|>', at: 'anywhere' },
    { open: '<|channel>', close: '<channel|>', at: 'anywhere' },
  ],
  more: [trailing],
  neutral: (text) => escapeMarkupText(text).replaceAll('|>', '| >'),
});

/** Names, and values with marks of their own around strings. */
export const gemmaDialects = [gemma4, functiongemma];

function writeValue(json: string, mark: string): string {
  const text = json.trim();
  if (text.startsWith('"')) return `${mark}${parseTrusted(text)}${mark}`;
  if (text.startsWith('[')) {
    const items = rawElements(text).map((item) => writeValue(item, mark));
    return `[${items.join(',')}]`;
  }
  if (!text.startsWith('{')) return text;
  const members = membersOf(text).map(({ key, json: value }) => {
    const name = /^[\p{L}\p{N}_-]+$/u.test(key) ? key : `${mark}${key}${mark}`;
    return `${name}:${writeValue(value, mark)}`;
  });
  return `{${members.join(',')}}`;
}
