import type { Case, DialectCases } from '../case.js';

const one = (id: string, name: string, json: string): string =>
  `{"tool_call_id": "${id}", "tool_name": "${name}", "parameters": ${json}}`;
const action = (...calls: readonly string[]): string =>
  `<|START_ACTION|>[\n    ${calls.join(',\n    ')}\n]<|END_ACTION|>`;
const find = action(one('0', 'find_text', '{"pattern": "TODO"}'));
const read = ['0 find_text {"pattern": "TODO"}'];
const tools = [{ name: 'find_text' }];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: find, calls: read },
  'reasoning the prompt has opened, and the end of the turn': {
    message: `I will search.<|END_THINKING|>${find}<|END_OF_TURN_TOKEN|>`,
    reasoning: 'I will search.',
    calls: read,
  },
  'reasoning, then two calls': {
    message: `<|START_THINKING|>Two.<|END_THINKING|>${action(one('0', 'find_text', '{"pattern": "TODO"}'), one('1', 'list', '{}'))}`,
    reasoning: 'Two.',
    calls: [...read, '1 list {}'],
  },
  'an answer in its marks': {
    message: '<|START_THINKING|>Easy.<|END_THINKING|><|START_RESPONSE|>It is 4.<|END_RESPONSE|><|END_OF_TURN_TOKEN|>',
    reasoning: 'Easy.',
    text: 'It is 4.',
  },
  'an answer in newer marks': { message: '<|START_TEXT|>It is 4.<|END_TEXT|>', text: 'It is 4.' },
  'text in marks, then a call': {
    message: `<|START_TEXT|>I search.<|END_TEXT|>${find}`,
    text: 'I search.',
    calls: read,
  },
  'marks and brackets within a string': {
    message: action(one('0', 'write', '{"c": "}]<|END_ACTION|>[{"}')),
    calls: ['0 write {"c": "}]<|END_ACTION|>[{"}'],
  },
  'no white space': {
    message: '<|START_ACTION|>[{"tool_call_id":"7","tool_name":"list","parameters":{}}]<|END_ACTION|>',
    calls: ['7 list {}'],
  },
  'without its special tokens': {
    message: `[\n    ${one('0', 'find_text', '{"pattern": "TODO"}')}\n]`,
    tools,
    calls: read,
  },
  'reasoning that a call ends': {
    message: `<|START_THINKING|>I will search.${find}`,
    reasoning: 'I will search.',
    calls: read,
    problems: ['call-repaired: never closed'],
  },
  'an answer that ends in code': {
    message: '<|START_RESPONSE|>So:\n\n```js\nlet a;\n```<|END_RESPONSE|><|END_OF_TURN_TOKEN|>',
    text: 'So:\n\n```js\nlet a;\n```',
  },
  'a number as the id': {
    message: '<|START_ACTION|>[{"tool_call_id": 7, "tool_name": "list", "parameters": {}}]<|END_ACTION|>',
    calls: ['7 list {}'],
  },
  'without its special tokens, behind words': {
    message: `I will search.[${one('0', 'find_text', '{"pattern": "TODO"}')}]`,
    tools,
    text: 'I will search.',
    calls: read,
    // It may be shown as well as made.
    auto: 'not',
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'no comma between two': {
    message: `<|START_ACTION|>[${one('0', 'list', '{}')} ${one('1', 'list', '{"a":1}')}]<|END_ACTION|>`,
    calls: ['0 list {}', '1 list {"a":1}'],
  },
  'one that cannot be read beside good ones': {
    message: action(one('0', 'list', '{"a": }'), one('1', 'find_text', '{}')),
    text: one('0', 'list', '{"a": }'),
    calls: ['1 find_text {}'],
    problems: ['call-rejected: its JSON cannot be read'],
  },
  'one object instead of a list': {
    message: `<|START_ACTION|>${one('0', 'list', '{}')}<|END_ACTION|>`,
    calls: ['0 list {}'],
  },
  'name and arguments for its own keys': {
    message: '<|START_ACTION|>[{"tool_call_id": "0", "name": "list", "arguments": {"a": 1}}]<|END_ACTION|>',
    calls: ['0 list {"a": 1}'],
    problems: ['call-repaired: "name" was read as "tool_name"'],
  },
  'no end': {
    message: `<|START_ACTION|>[${one('0', 'list', '{}')}]`,
    calls: ['0 list {}'],
    problems: ['call-repaired: <|END_ACTION|> was missing'],
  },
  'reasoning that an answer closes': {
    message: '<|START_THINKING|>Easy.<|START_TEXT|>Four.<|END_TEXT|>',
    reasoning: 'Easy.',
    text: 'Four.',
    problems: ['call-repaired: never closed'],
  },
  'reasoning of the prompt that an answer closes': {
    message: 'Easy.<|START_RESPONSE|>Four.<|END_RESPONSE|><|END_OF_TURN_TOKEN|>',
    thinking: 'open',
    reasoning: 'Easy.',
    text: 'Four.',
    problems: ['call-repaired: never closed'],
  },
  'cut off in the second call': {
    message: `<|START_ACTION|>[\n${one('0', 'find_text', '{"pattern": "TODO"}')},\n{"tool_call_id": "1", "tool_na`,
    text: '{"tool_call_id": "1", "tool_na',
    calls: read,
    problems: ['call-rejected: in the middle'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut off in the arguments': {
    message: '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "list", "parameters": {"dir": "sr',
    text: '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "list", "parameters": {"dir": "sr',
    problems: ['call-rejected: in the middle of it'],
  },
  'a result the model made up': {
    message: `${find}<|START_TOOL_RESULT|>[]<|END_TOOL_RESULT|>${find}`,
    calls: read,
    problems: ['result-ignored'],
  },
};

export const cohereCommand: DialectCases = { dialect: 'cohere_command', written, repaired, notRun };
