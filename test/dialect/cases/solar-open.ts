import type { Case, DialectCases } from '../case.js';

const one = (id: string, name: string, json: string): string =>
  `<|tool_call:begin|>${id}<|tool_call:name|>${name}<|tool_call:args|>${json}<|tool_call:end|>`;
const bus = one('k3v9x0q2mz', 'next_bus', '{"line": 12}');
const read = ['k3v9x0q2mz next_bus {"line": 12}'];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: `<|tool_calls|>${bus}<|calls|>`, calls: read },
  'with the head of its message': { message: `<|begin|>assistant<|tool_calls|>${bus}<|calls|>`, calls: read },
  'two calls': {
    message: `<|tool_calls|>${bus}${one('abcdefghi0', 'now', '{}')}<|calls|>`,
    calls: [...read, 'abcdefghi0 now {}'],
  },
  'without a section': { message: bus, calls: read },
  'reasoning, then an answer': {
    message: '<|think|>Easy.<|end|><|begin|>assistant<|content|>It is 4.<|end|>',
    reasoning: 'Easy.',
    text: 'It is 4.',
  },
  'empty reasoning, then a call': {
    message: `<|think|><|end|><|begin|>assistant<|tool_calls|>${bus}<|calls|>`,
    calls: read,
  },
  'reasoning the prompt has opened': {
    message: `Line 12.<|end|><|begin|>assistant<|tool_calls|>${bus}<|calls|>`,
    thinking: 'open',
    reasoning: 'Line 12.',
    calls: read,
  },
  'an answer, then a call': {
    message: `<|begin|>assistant<|content|>I look.<|end|><|begin|>assistant<|tool_calls|>${bus}<|calls|>`,
    text: 'I look.',
    calls: read,
  },
  'tokens within a string': {
    message: `<|tool_calls|>${one('a', 'write', '{"c":"<|tool_call:end|><|calls|>"}')}<|calls|>`,
    calls: ['a write {"c":"<|tool_call:end|><|calls|>"}'],
  },
  'without its special tokens': {
    message: 'k3v9x0q2mznext_bus{"line": 12}abcdefghi0now{}',
    tools: [{ name: 'next_bus' }, { name: 'now' }],
    calls: [...read, 'abcdefghi0 now {}'],
    // Any word could begin so: it is looked for only where the dialect is named.
    auto: 'not',
  },
  'an answer that flushes': {
    message: '<|begin|>assistant<|think|>Easy.<|end|><|begin|>assistant<|content|>It is 4.<|flush|>',
    reasoning: 'Easy.',
    text: 'It is 4.',
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'no id': { message: one('', 'now', '{}'), calls: ['now {}'] },
  'no id and no token of the name': {
    message: '<|tool_call:begin|>now<|tool_call:args|>{}<|tool_call:end|>',
    calls: ['now {}'],
    problems: ['call-repaired: <|tool_call:name|> was missing'],
  },
  'no end of the call': {
    message: '<|tool_calls|><|tool_call:begin|>a<|tool_call:name|>now<|tool_call:args|>{}<|calls|>',
    calls: ['a now {}'],
    problems: ['call-repaired: <|tool_call:end|> was missing'],
  },
  'no id and no token for it': {
    message: '<|tool_calls|><|tool_call:name|>next_bus<|tool_call:args|>{"line": 12}<|tool_call:end|><|calls|>',
    calls: ['next_bus {"line": 12}'],
  },
  'reasoning that the head of the next message closes': {
    message: `<|think|>Easy.<|begin|>assistant<|tool_calls|>${bus}<|calls|>`,
    reasoning: 'Easy.',
    calls: read,
    problems: ['call-repaired: never closed'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut off in the arguments': {
    message: '<|tool_calls|><|tool_call:begin|>a<|tool_call:name|>now<|tool_call:args|>{"utc": tr',
    text: '<|tool_calls|><|tool_call:begin|>a<|tool_call:name|>now<|tool_call:args|>{"utc": tr',
    problems: ['call-rejected: in the middle of it'],
  },
  'cut off in the name': {
    message: '<|tool_call:begin|>a<|tool_call:name|>no',
    text: '<|tool_call:begin|>a<|tool_call:name|>no',
    problems: ['call-rejected: ended before its arguments'],
  },
};

export const solarOpen: DialectCases = { dialect: 'solar_open', written, repaired, notRun };
