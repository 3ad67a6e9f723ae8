import type { Case, DialectCases } from '../case.js';

const one = (id: string, json: string): string =>
  `<|tool_call_begin|>${id}<|tool_call_argument_begin|>${json}<|tool_call_end|>`;
const section = (...calls: readonly string[]): string =>
  `<|tool_calls_section_begin|>${calls.join('')}<|tool_calls_section_end|>`;
const alarm = section(one('functions.set_alarm:0', '{"hour": 7}'));
const properties = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, {}]));
const tools = [
  { name: 'set_alarm', parameters: { type: 'object', properties: properties('hour', 'minute'), required: ['hour'] } },
  { name: 'snooze', parameters: { type: 'object', properties: properties('minutes'), required: ['minutes'] } },
  { name: 'wait', parameters: { type: 'object', properties: properties('hour', 'day'), required: ['hour'] } },
];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: alarm, calls: ['functions.set_alarm:0 set_alarm {"hour": 7}'] },
  'two calls, counted over the conversation': {
    message: `Both.${section(one('functions.set_alarm:4', '{"hour":7}'), one('functions.snooze:5', '{"minutes":9}'))}<|im_end|>`,
    text: 'Both.',
    calls: ['functions.set_alarm:4 set_alarm {"hour":7}', 'functions.snooze:5 snooze {"minutes":9}'],
  },
  'white space everywhere': {
    message:
      '<|tool_calls_section_begin|>\n <|tool_call_begin|> functions.snooze:1 <|tool_call_argument_begin|> {"minutes": 9} <|tool_call_end|>\n<|tool_calls_section_end|>',
    calls: ['functions.snooze:1 snooze {"minutes": 9}'],
  },
  'tokens within a string': {
    message: section(
      one('functions.write:0', '{"c":"<|tool_call_end|><|tool_calls_section_end|>"}'),
      one('functions.snooze:1', '{}'),
    ),
    calls: [
      'functions.write:0 write {"c":"<|tool_call_end|><|tool_calls_section_end|>"}',
      'functions.snooze:1 snooze {}',
    ],
  },
  'a name with a dot and a dash': {
    message: section(one('functions.calendar.add-day:12', '{}')),
    calls: ['functions.calendar.add-day:12 calendar.add-day {}'],
  },
  'the last part of a dotted name is the tool': {
    message: section(one('api.tools.snooze:42', '{"minutes":1}')),
    tools,
    calls: ['api.tools.snooze:42 snooze {"minutes":1}'],
  },
  'reasoning before it': {
    message: `<think>Seven is early.</think>Done.${alarm}`,
    reasoning: 'Seven is early.',
    text: 'Done.',
    calls: ['functions.set_alarm:0 set_alarm {"hour": 7}'],
  },
  'reasoning the prompt opened and nothing closed': {
    message: `Seven is early. ${alarm}`,
    thinking: 'open',
    reasoning: 'Seven is early.',
    calls: ['functions.set_alarm:0 set_alarm {"hour": 7}'],
    problems: ['call-repaired: never closed'],
  },
  'reasoning in marks of its own': {
    message: '◁think▷Hm.◁/think▷Hello.',
    reasoning: 'Hm.',
    text: 'Hello.',
  },
  'without its special tokens': {
    message: 'I snooze.functions.snooze:2{"minutes":9}functions.set_alarm:3{"hour":7}',
    tools,
    text: 'I snooze.',
    calls: ['functions.snooze:2 snooze {"minutes":9}', 'functions.set_alarm:3 set_alarm {"hour":7}'],
  },
  'without its special tokens, of tools that are not known': {
    message: 'functions.snooze:2{"minutes":9}',
    calls: ['functions.snooze:2 snooze {"minutes":9}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'the tokens of the section without an s': {
    message: `<|tool_call_section_begin|>${one('functions.snooze:0', '{}')}<|tool_call_section_end|>`,
    calls: ['functions.snooze:0 snooze {}'],
  },
  'no token before the call': {
    message:
      '<|tool_calls_section_begin|>functions.snooze:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>',
    calls: ['functions.snooze:0 snooze {}'],
  },
  'words between two calls': {
    message: section(one('functions.snooze:0', '{}'), ' and ', one('functions.snooze:1', '{}')),
    text: ' and',
    calls: ['functions.snooze:0 snooze {}', 'functions.snooze:1 snooze {}'],
    problems: ['call-repaired: <|tool_calls_section_end|> was missing'],
  },
  'a number alone, known by the arguments': {
    message: section(one('3', '{"minutes":9}')),
    tools,
    calls: ['3 snooze {"minutes":9}'],
    problems: ['call-repaired: known by its arguments'],
  },
  'a number alone, with one tool': {
    message: section(one('3', '{"any":9}')),
    tools: [{ name: 'snooze' }],
    calls: ['3 snooze {"any":9}'],
    problems: ['call-repaired: known by its arguments'],
  },
  'no section': { message: one('functions.snooze:0', '{}'), calls: ['functions.snooze:0 snooze {}'] },
  'the section ends without the call': {
    message:
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.snooze:0<|tool_call_argument_begin|>{"minutes":9}<|tool_calls_section_end|>',
    calls: ['functions.snooze:0 snooze {"minutes":9}'],
    problems: ['call-repaired: <|tool_call_end|> was missing'],
  },
  'no call end between two': {
    message: section(
      '<|tool_call_begin|>functions.snooze:0<|tool_call_argument_begin|>{"minutes":9}',
      one('functions.snooze:1', '{"minutes":8}'),
    ),
    calls: ['functions.snooze:0 snooze {"minutes":9}', 'functions.snooze:1 snooze {"minutes":8}'],
    problems: ['call-repaired: <|tool_call_end|> was missing'],
  },
  'no arguments': {
    message: section(one('functions.now:0', '')),
    calls: ['functions.now:0 now {}'],
    problems: ['call-repaired: no arguments'],
  },
  'no prefix, and no number': {
    message: section(one('snooze:1', '{}'), one('set_alarm', '{}')),
    calls: ['snooze:1 snooze {}', 'set_alarm {}'],
  },
  'no token before the arguments': {
    message: section('<|tool_call_begin|>functions.snooze:0{"minutes":9}<|tool_call_end|>'),
    calls: ['functions.snooze:0 snooze {"minutes":9}'],
    problems: ['call-repaired: <|tool_call_argument_begin|> was missing'],
  },
  'words before the first call': {
    message: section('Let me see. ', one('functions.snooze:0', '{}')),
    text: 'Let me see.',
    calls: ['functions.snooze:0 snooze {}'],
  },
  'broken arguments beside a good call': {
    message: section(one('functions.set_alarm:0', '{broken'), one('functions.snooze:1', '{}')),
    text: one('functions.set_alarm:0', '{broken'),
    calls: ['functions.snooze:1 snooze {}'],
    problems: ['call-rejected: cannot be read'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'an empty section': {
    message: '<|tool_calls_section_begin|><|tool_calls_section_end|>Hello',
    text: 'Hello',
    problems: ['call-ignored: empty'],
  },
  'a number alone that fits two tools': {
    message: section(one('3', '{"hour":9}')),
    tools,
    text: section(one('3', '{"hour":9}')),
    problems: ['call-rejected: which tool it calls'],
  },
  'cut off in the arguments': {
    message: '<|tool_calls_section_begin|><|tool_call_begin|>functions.snooze:0<|tool_call_argument_begin|>{"minutes":',
    text: '<|tool_calls_section_begin|><|tool_call_begin|>functions.snooze:0<|tool_call_argument_begin|>{"minutes":',
    problems: ['call-rejected: in the middle of it'],
  },
  'a name in prose': {
    message: 'functions.snooze: 2 {minutes}\nfunctions.snooze is called so.\nfunctions.other:1{"a":1}',
    tools,
    text: 'functions.snooze: 2 {minutes}\nfunctions.snooze is called so.\nfunctions.other:1{"a":1}',
  },
};

export const kimiK2: DialectCases = { dialect: 'kimi_k2', written, repaired, notRun };
