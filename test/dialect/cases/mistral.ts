import type { Case, DialectCases } from '../case.js';

const tools = [{ name: 'convert' }, { name: 'clock' }];

const written: Readonly<Record<string, Case>> = {
  'one call': {
    message: '[TOOL_CALLS]convert[ARGS]{"from": "EUR", "to": "ISK"}',
    calls: ['convert {"from": "EUR", "to": "ISK"}'],
  },
  'two calls, text before, the end of the turn behind': {
    message: 'Both.[TOOL_CALLS]convert[ARGS]{"from":"EUR"}[TOOL_CALLS]clock[ARGS]{}</s>',
    text: 'Both.',
    calls: ['convert {"from":"EUR"}', 'clock {}'],
  },
  'without [ARGS]': {
    message: '[TOOL_CALLS]convert{"from":"EUR"}[TOOL_CALLS]clock{}',
    calls: ['convert {"from":"EUR"}', 'clock {}'],
  },
  'with an id': {
    message: '[TOOL_CALLS]convert[CALL_ID]aB3dE6gH9[ARGS]{"from":"EUR"}',
    calls: ['aB3dE6gH9 convert {"from":"EUR"}'],
  },
  'text behind the object': {
    message: '[TOOL_CALLS]clock[ARGS]{"utc": true} I wait for it.',
    text: ' I wait for it.',
    calls: ['clock {"utc": true}'],
  },
  'marks within a string': {
    message: '[TOOL_CALLS]write[ARGS]{"c": "[TOOL_CALLS]rm[ARGS]{} } \\" {"}[TOOL_CALLS]clock[ARGS]{}',
    calls: ['write {"c": "[TOOL_CALLS]rm[ARGS]{} } \\" {"}', 'clock {}'],
  },
  'an argument called name': {
    message: '[TOOL_CALLS]rename[ARGS]{"name": "clock", "arguments": {"name": "x"}}',
    calls: ['rename {"name": "clock", "arguments": {"name": "x"}}'],
  },
  'reasoning in brackets': {
    message: '[THINK]Euros, so ISK.[/THINK]I convert.[TOOL_CALLS]convert[ARGS]{}',
    reasoning: 'Euros, so ISK.',
    text: 'I convert.',
    calls: ['convert {}'],
  },
  'reasoning in tags': {
    message: '<think>\nHm.\n</think>\n\n[TOOL_CALLS]clock[ARGS]{}',
    reasoning: 'Hm.',
    calls: ['clock {}'],
  },
  'reasoning that a call ends': {
    message: '[THINK]Euros.[TOOL_CALLS]convert[ARGS]{}',
    reasoning: 'Euros.',
    calls: ['convert {}'],
    problems: ['call-repaired: never closed'],
  },
  'as older models write it': {
    message: '[TOOL_CALLS] [{"name": "clock", "arguments": {"utc": true}, "id": "aB3dE6gH9"}]',
    calls: ['aB3dE6gH9 clock {"utc": true}'],
  },
  'white space around': {
    message: '[TOOL_CALLS] clock [ARGS] {\n  "utc": true\n}\n',
    calls: ['clock {\n  "utc": true\n}'],
  },
  'without its first mark': {
    message: 'Let me see.convert[ARGS]{"from":"EUR"}clock[ARGS]{}',
    tools,
    text: 'Let me see.',
    calls: ['convert {"from":"EUR"}', 'clock {}'],
  },
  'without any mark': {
    message: 'clock{"utc": true}\nconvert{"from": "EUR"}',
    tools,
    calls: ['clock {"utc": true}', 'convert {"from": "EUR"}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'marks whose bracket is missing': {
    message: '[TOOL_CALLSclock[ARGS{"utc": true}',
    calls: ['clock {"utc": true}'],
    problems: ['call-repaired: [TOOL_CALLS was read as [TOOL_CALLS]; [ARGS was read as [ARGS]'],
  },
  'single quotes': {
    message: "[TOOL_CALLS]convert[ARGS]{'from': 'EUR'}[TOOL_CALLS]clock[ARGS]{}",
    calls: ['convert {"from":"EUR"}', 'clock {}'],
    problems: ['call-repaired: single quotes'],
  },
  'no JSON behind [ARGS]': {
    message: '[TOOL_CALLS]clock[ARGS][TOOL_CALLS]convert[ARGS]{}',
    calls: ['clock {}', 'convert {}'],
    problems: ['call-repaired: no arguments'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut off in the arguments': {
    message: '[TOOL_CALLS]clock[ARGS]{}[TOOL_CALLS]convert[ARGS]{"from": "EU',
    text: '[TOOL_CALLS]convert[ARGS]{"from": "EU',
    calls: ['clock {}'],
    problems: ['call-rejected: The call of convert was not run: the message ended'],
  },
  'no name': {
    message: '[TOOL_CALLS][ARGS]{"a": 1}',
    text: '[TOOL_CALLS][ARGS]{"a": 1}',
    problems: ['call-rejected: which tool it calls'],
  },
  'arguments that are a list': {
    message: '[TOOL_CALLS]clock[ARGS][1, 2]',
    text: '[TOOL_CALLS]clock[ARGS][1, 2]',
    problems: ['call-rejected: no JSON object'],
  },
  'in inline code': {
    message: 'It is `[TOOL_CALLS]clock[ARGS]{}` there.',
    text: 'It is `[TOOL_CALLS]clock[ARGS]{}` there.',
    problems: ['call-ignored'],
  },
};

export const mistral: DialectCases = { dialect: 'mistral', written, repaired, notRun };
