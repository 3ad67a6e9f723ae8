import type { DialectCases } from '../case.js';

const page = '<|action_start|><|plugin|>{"name": "read_page", "parameters": {"page": 4}}<|action_end|>';
const made = 'read_page {"page": 4}';
const tools = [{ name: 'read_page', parameters: { type: 'object', properties: { page: { type: 'integer' } } } }];

export const internlm2: DialectCases = {
  dialect: 'internlm2',
  written: {
    'one call': { message: page, calls: [made] },
    'a blank between the tokens, and lines': {
      message:
        'I read it.<|action_start|> <|plugin|>\n{"name": "read_page", "parameters": {"page": 4}}<|action_end|>\n',
      text: 'I read it.',
      calls: [made],
    },
    'two calls': {
      message: `${page}\n<|action_start|> <|plugin|>{"name": "close", "arguments": {}}<|action_end|>`,
      calls: [made, 'close {}'],
    },
    reasoning: {
      message: `<think>Page four.</think>\n${page}<|im_end|>`,
      reasoning: 'Page four.',
      calls: [made],
    },
    'the close in a string': {
      message: '<|action_start|><|plugin|>{"name": "say", "parameters": {"t": "<|action_end|>}"}}<|action_end|>',
      calls: ['say {"t": "<|action_end|>}"}'],
    },
    // `auto` knows it as JSON without any mark.
    'tokens left out by the server': {
      message: '{"name": "read_page", "parameters": {"page": 4}}',
      tools,
      calls: [made],
      auto: 'other',
    },
    'only text': { message: 'It says no.<|im_end|>', text: 'It says no.' },
  },
  repaired: {
    'both kinds of arguments': {
      message: '<|action_start|><|plugin|>{"name": "x", "arguments": {}, "parameters": {"a": 1}}<|action_end|>',
      calls: ['x {"a": 1}'],
      problems: ['call-repaired: "arguments" beside its name was left out'],
    },
    'words before the JSON': {
      message: '<|action_start|><|plugin|>\nI call: {"name": "x", "parameters": {}}<|action_end|>',
      calls: ['x {}'],
      problems: ['call-repaired: Words before the JSON'],
    },
    'a list': {
      message: '<|action_start|><|plugin|>[{"name": "x", "parameters": {}}]<|action_end|>',
      calls: ['x {}'],
      problems: ['call-repaired: a list'],
    },
    'no close at the end': {
      message: '<|action_start|><|plugin|>{"name": "close", "parameters": {}}',
      calls: ['close {}'],
      problems: ['call-repaired: <|action_end|> was missing at the end'],
    },
    'no close before the end of the turn': {
      message: '<|action_start|><|plugin|>\n{"name": "close", "parameters": {}}<|im_end|>\n',
      calls: ['close {}'],
      problems: ['call-repaired: <|action_end|> was missing before <|im_end|>'],
    },
    'in reasoning that never ends': {
      message: `<think>Page four.\n${page}`,
      reasoning: 'Page four.',
      calls: [made],
      problems: ['call-repaired: The reasoning was never closed'],
    },
    'a comma too many': {
      message: '<|action_start|><|plugin|>{"name": "read_page", "parameters": {"page": 4,}}<|action_end|>',
      calls: ['read_page {"page":4}'],
      problems: ['call-repaired: a comma too many'],
    },
  },
  notRun: {
    'code for an interpreter': {
      message: '<|action_start|><|interpreter|>\nprint(1)<|action_end|>',
      text: '<|action_start|><|interpreter|>\nprint(1)<|action_end|>',
      problems: ['call-rejected: no call in any format'],
    },
    'cut short': {
      message: '<|action_start|><|plugin|>{"name": "read_page", "parameters": {"pa',
      text: '<|action_start|><|plugin|>{"name": "read_page", "parameters": {"pa',
      problems: ['call-rejected: ended in the middle'],
    },
    'JSON that names no tool': {
      message: '{"name": "Ann", "parameters": {"age": 3}}',
      tools,
      text: '{"name": "Ann", "parameters": {"age": 3}}',
    },
  },
};
