import type { ParserTool } from '../../../src/dialect/dialect.js';
import type { Case, DialectCases } from '../case.js';

const tools: readonly ParserTool[] = [
  {
    name: 'open_ticket',
    parameters: {
      type: 'object',
      properties: { title: { type: 'string' }, floor: { type: 'integer' }, tags: { type: 'array' } },
    },
  },
];

const pair = (key: string, value: string): string => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n`;
const call = (...pairs: readonly string[]): string => `<tool_call>open_ticket\n${pairs.join('')}</tool_call>`;
const made = 'open_ticket {"title":"a","floor":4}';

const written: Readonly<Record<string, Case>> = {
  'one call': { message: call(pair('title', 'a'), pair('floor', '4')), tools, calls: [made] },
  'a text that looks like JSON': {
    message: call(pair('title', '{"a": 1}'), pair('tags', '["x", "y"]')),
    tools,
    calls: ['open_ticket {"title":"{\\"a\\": 1}","tags":["x", "y"]}'],
  },
  'two calls behind text': {
    message: `On it.\n${call(pair('title', 'a'))}\n${call(pair('title', 'b'))}`,
    tools,
    text: 'On it.',
    calls: ['open_ticket {"title":"a"}', 'open_ticket {"title":"b"}'],
  },
  'no arguments': { message: '<tool_call>open_ticket\n</tool_call>', tools, calls: ['open_ticket {}'] },
  'reasoning first': {
    message: `<think>\nHm.\n</think>\n${call(pair('title', 'a'))}`,
    tools,
    reasoning: 'Hm.',
    calls: ['open_ticket {"title":"a"}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'JSON without a tag': {
    message: '{"name": "open_ticket", "arguments": {"title": "a", "floor": 4}}',
    tools,
    calls: ['open_ticket {"title": "a", "floor": 4}'],
    auto: 'other',
  },
  'the end of the turn behind an answer': { message: 'Done.</assistant>', tools, text: 'Done.' },
  'a key without a value, then another': {
    message: `<tool_call>open_ticket\n<arg_key>tags</arg_key>\n${pair('title', 'a')}</tool_call>`,
    tools,
    calls: ['open_ticket {"title":"a"}'],
    problems: ['call-repaired: the argument "tags" had no value and was left out'],
  },
  'a key without a value at the end': {
    message: `<tool_call>open_ticket\n${pair('title', 'a')}<arg_key>tags</arg_key>\n</tool_call>`,
    tools,
    calls: ['open_ticket {"title":"a"}'],
    problems: ['call-repaired: the argument "tags" had no value and was left out'],
  },
  'a key that was not closed, at the end': {
    message: `<tool_call>open_ticket\n${pair('title', 'a')}<arg_key>ta</tool_call>`,
    tools,
    calls: ['open_ticket {"title":"a"}'],
    problems: ['call-repaired: the argument "ta" had no value and was left out'],
  },
  'the end of the turn, spelled out': {
    message: `${call(pair('title', 'a'))}\n</assistant>`,
    tools,
    calls: ['open_ticket {"title":"a"}'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'no name': {
    message: `<tool_call>\n${pair('title', 'a')}</tool_call>`,
    tools,
    text: `<tool_call>\n${pair('title', 'a')}</tool_call>`,
    problems: ['call-rejected: no call in any format'],
  },
  'arguments without a call': { message: pair('title', 'a'), tools, text: pair('title', 'a') },
  'cut short': {
    message: '<tool_call>open_ticket\n<arg_key>title</arg_key>\n<arg_value>a</arg_value>\n<arg_key>fl',
    tools,
    text: '<tool_call>open_ticket\n<arg_key>title</arg_key>\n<arg_value>a</arg_value>\n<arg_key>fl',
    problems: ['call-rejected: ended in the middle'],
  },
};

export const poolsideV1: DialectCases = { dialect: 'poolside_v1', written, repaired, notRun };
