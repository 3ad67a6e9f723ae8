import type { Case, DialectCases } from '../case.js';

const tools = [{ name: 'convert' }, { name: 'clock' }];

const written: Readonly<Record<string, Case>> = {
  'one call': {
    message: '[TOOL_CALLS] [{"name": "convert", "arguments": {"from": "EUR", "to": "ISK"}}]',
    calls: ['convert {"from": "EUR", "to": "ISK"}'],
  },
  'no blank behind the mark': {
    message: '[TOOL_CALLS][{"name":"clock","arguments":{}}]</s>',
    calls: ['clock {}'],
  },
  'two calls with ids, text before': {
    message:
      'Both.[TOOL_CALLS] [{"name": "convert", "arguments": {"n": 1}, "id": "aB3dE6gH9"}, {"name": "clock", "arguments": {}, "id": "123456789"}]',
    text: 'Both.',
    calls: ['aB3dE6gH9 convert {"n": 1}', '123456789 clock {}'],
  },
  'brackets and the mark within a string': {
    message: '[TOOL_CALLS] [{"name": "write", "arguments": {"c": "]}] [TOOL_CALLS] [{"}}]',
    calls: ['write {"c": "]}] [TOOL_CALLS] [{"}'],
  },
  'the name behind the arguments, which have one too': {
    message: '[TOOL_CALLS] [{"arguments": {"name": "x"}, "name": "rename"}]',
    calls: ['rename {"name": "x"}'],
  },
  'text behind the list': {
    message: '[TOOL_CALLS] [{"name":"clock","arguments":{}}]\nA list [1] follows.',
    text: '\nA list [1] follows.',
    calls: ['clock {}'],
  },
  'over several lines': {
    message: '[TOOL_CALLS]\n[\n  {\n    "name": "clock",\n    "arguments": {\n      "utc": true\n    }\n  }\n]\n',
    calls: ['clock {\n      "utc": true\n    }'],
  },
  'without its mark': {
    message: '[{"name": "convert", "arguments": {"n": 1}}, {"name": "clock", "arguments": {}}]',
    tools,
    calls: ['convert {"n": 1}', 'clock {}'],
  },
  'as newer models write it': { message: '[TOOL_CALLS]clock[ARGS]{"utc":true}', calls: ['clock {"utc":true}'] },
};

const repaired: Readonly<Record<string, Case>> = {
  'one object instead of a list': {
    message: '[TOOL_CALLS] {"name": "clock", "arguments": {}}',
    calls: ['clock {}'],
  },
  'no arguments': {
    message: '[TOOL_CALLS] [{"name": "clock"}]',
    calls: ['clock {}'],
    problems: ['call-repaired: no arguments'],
  },
  'the mark twice': {
    message: '[TOOL_CALLS] [{"name": "clock", "arguments": {}}][TOOL_CALLS] [{"name": "convert", "arguments": {}}]',
    calls: ['clock {}', 'convert {}'],
  },
  'arguments as a JSON text': {
    message: '[TOOL_CALLS] [{"name": "clock", "arguments": "{\\"utc\\": true}"}]',
    calls: ['clock {"utc": true}'],
    problems: ['call-repaired: a JSON text'],
  },
  'cut off in the second call': {
    message: '[TOOL_CALLS] [{"name": "clock", "arguments": {}}, {"name": "convert", "arguments": {"from": "E',
    text: '{"name": "convert", "arguments": {"from": "E',
    calls: ['clock {}'],
    problems: ['call-rejected: convert'],
  },
  'in a code fence behind the mark': {
    message: '[TOOL_CALLS]\n```json\n[{"name": "clock", "arguments": {}}]\n```',
    calls: ['clock {}'],
    problems: ['call-repaired: a code fence'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut off in the list': {
    message: '[TOOL_CALLS] [{"name": "convert", "arguments": {"from": "EU',
    text: '[TOOL_CALLS] [{"name": "convert", "arguments": {"from": "EU',
    problems: ['call-rejected: in the middle of it'],
  },
  'the mark in a sentence': {
    message: 'The mark [TOOL_CALLS] comes first, then [a list].',
    tools,
    text: 'The mark [TOOL_CALLS] comes first, then [a list].',
  },
  'a result the model made up': {
    message:
      '[TOOL_CALLS] [{"name":"clock","arguments":{}}][TOOL_RESULTS] {"content": "noon"}[/TOOL_RESULTS] It is noon.',
    calls: ['clock {}'],
    problems: ['result-ignored'],
  },
  'the mark of the end in prose and as HTML': {
    message: 'The token </s> ends a text; <s>old</s> is struck out.',
    text: 'The token </s> ends a text; <s>old</s> is struck out.',
  },
};

export const mistralV3: DialectCases = { dialect: 'mistral_v3', written, repaired, notRun };
