import type { ParserTool } from '../../../src/dialect/dialect.js';
import type { Case, DialectCases } from '../case.js';

const tools: readonly ParserTool[] = [
  { name: 'zip', parameters: { type: 'object', properties: { level: { type: 'integer' } } } },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];

const call = (name: string, args: string): string =>
  `<tool_call>\n<name>${name}</name>\n<arguments>${args}</arguments>\n</tool_call>`;

const written: Readonly<Record<string, Case>> = {
  'one call': { message: call('zip', '{"level": 6}'), calls: ['zip {"level": 6}'] },
  'in one line, behind text': {
    message: 'Now<tool_call><name>zip</name><arguments>{"level":6}</arguments></tool_call>',
    text: 'Now',
    calls: ['zip {"level":6}'],
  },
  'two calls': { message: `${call('zip', '{}')}\n${call('now', '\n{}\n')}`, calls: ['zip {}', 'now {}'] },
  'no arguments at all': { message: '<tool_call><name>now</name></tool_call>', calls: ['now {}'] },
  'empty arguments': { message: call('now', ' '), calls: ['now {}'] },
  'its tags within strings': {
    message: call('write', '{"c": "</arguments></tool_call><name>x</name>", "n": 12345678901234567890}'),
    calls: ['write {"c": "</arguments></tool_call><name>x</name>", "n": 12345678901234567890}'],
    problems: ['call-repaired: more digits'],
  },
  'in other tags': {
    message: '<longcat_tool_call><name>zip</name><arguments>{"level": 1}</arguments></longcat_tool_call>',
    calls: ['zip {"level": 1}'],
  },
  'reasoning first': {
    message: `<think>Hm.</think>\n${call('now', '{}')}`,
    reasoning: 'Hm.',
    calls: ['now {}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'line breaks within strings': {
    message: call('write', '{"c": "a\nb"}'),
    calls: ['write {"c":"a\\nb"}'],
    problems: ['call-repaired: line breaks'],
  },
  'another tag for arguments': {
    message: '<tool_call><name>zip</name><parameters>{"level": 6}</parameters></tool_call>',
    calls: ['zip {"level": 6}'],
    problems: ['call-repaired: <parameters> was read as <arguments>'],
  },
  'no closing tags at the end': {
    message: '<tool_call><name>zip</name><arguments>{"level": 6}',
    calls: ['zip {"level": 6}'],
    problems: ['call-repaired: </arguments> was missing', 'call-repaired: </tool_call> was missing'],
  },
  'cut behind the name of a tool without arguments': {
    message: '<tool_call><name>now</name>',
    tools,
    calls: ['now {}'],
    problems: ['call-repaired: </tool_call> was missing'],
  },
  'no tag around the arguments': {
    message: '<tool_call><name>zip</name>\n{"level": 6}\n</tool_call>',
    calls: ['zip {"level": 6}'],
    problems: ['call-repaired: <arguments> was missing; </arguments> was missing'],
  },
  'a bad call, then a good one': {
    message: `${call('zip', '[1]')}\n${call('now', '{}')}`,
    text: call('zip', '[1]'),
    calls: ['now {}'],
    problems: ['call-rejected: no JSON object'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut behind the name': {
    message: '<tool_call><name>zip</name>',
    tools,
    text: '<tool_call><name>zip</name>',
    problems: ['call-rejected: ended in the middle'],
  },
  'cut in the arguments': {
    message: '<tool_call><name>zip</name><arguments>{"level": 6',
    text: '<tool_call><name>zip</name><arguments>{"level": 6',
    problems: ['call-rejected: ended in the middle'],
  },
  'no name': {
    message: '<tool_call><name></name><arguments>{}</arguments></tool_call>',
    text: '<tool_call><name></name><arguments>{}</arguments></tool_call>',
    problems: ['call-rejected: no name'],
  },
};

export const nestedXml: DialectCases = { dialect: 'nested_xml', written, repaired, notRun };
