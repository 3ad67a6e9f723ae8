import type { ParserTool } from '../../../src/dialect/dialect.js';
import type { Case, DialectCases } from '../case.js';

const tools: readonly ParserTool[] = [
  {
    name: 'tide',
    parameters: {
      type: 'object',
      properties: { port: { type: 'string' }, days: { type: 'integer' }, exact: { type: 'bool' } },
    },
  },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];

const pair = (key: string, value: string): string => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n`;
const call = (name: string, ...pairs: readonly string[]): string =>
  `<tool_call>${name}<tool_sep>\n${pairs.join('')}</tool_call>`;
const section = (...calls: readonly string[]): string => `<tool_calls>\n${calls.join('\n')}\n</tool_calls>`;
const suffixed = (text: string): string => text.replaceAll('>', ':opensource>');

const written: Readonly<Record<string, Case>> = {
  'one call': {
    message: section(call('tide', pair('port', '12'), pair('days', '3'), pair('exact', 'true'))),
    tools,
    calls: ['tide {"port":"12","days":3,"exact":true}'],
  },
  'nothing known of the tools: all values are texts': {
    message:
      '<tool_calls><tool_call>tide<tool_sep><arg_key>days</arg_key><arg_value>3</arg_value></tool_call></tool_calls>',
    calls: ['tide {"days":"3"}'],
  },
  'two calls behind text': {
    message: `I look.\n${section(call('tide', pair('port', 'Brest')), call('now'))}`,
    tools,
    text: 'I look.',
    calls: ['tide {"port":"Brest"}', 'now {}'],
  },
  'no arguments, in one line': {
    message: '<tool_calls><tool_call>now<tool_sep></tool_call></tool_calls>',
    calls: ['now {}'],
  },
  'tags with a suffix': {
    message: suffixed(`<think>Hm.</think>${section(call('tide', pair('port', 'Brest')))}`),
    tools,
    reasoning: 'Hm.',
    calls: ['tide {"port":"Brest"}'],
  },
  'closing tags within a value': {
    message: section(call('tide', pair('port', 'a</arg_value> b </tool_call> c'), pair('days', '1'))),
    tools,
    calls: ['tide {"port":"a</arg_value> b </tool_call> c","days":1}'],
  },
  'text with the tag': { message: 'See <tool_calls> there.', text: 'See <tool_calls> there.' },
};

const repaired: Readonly<Record<string, Case>> = {
  'no section around it': {
    message: call('tide', pair('port', 'a')),
    tools,
    calls: ['tide {"port":"a"}'],
  },
  'no close of the section': {
    message: `<tool_calls>${call('now')}\n`,
    tools,
    calls: ['now {}'],
    problems: ['call-repaired: </tool_calls> was missing'],
  },
  'no close of a call': {
    message: `<tool_calls><tool_call>tide<tool_sep>${pair('port', 'a')}</tool_calls>`,
    tools,
    calls: ['tide {"port":"a"}'],
    problems: ['call-repaired: </tool_call> was missing before </tool_calls>'],
  },
  'no separator': {
    message: '<tool_calls><tool_call>tide<arg_key>port</arg_key><arg_value>a</arg_value></tool_call></tool_calls>',
    tools,
    calls: ['tide {"port":"a"}'],
  },
  'a bad call beside a good one': {
    message: section('<tool_call>tide<tool_sep><arg_value>a</arg_value></tool_call>', call('now')),
    tools,
    text: '<tool_call>tide<tool_sep><arg_value>a</arg_value></tool_call>',
    calls: ['now {}'],
    problems: ['call-rejected: has no <arg_key>'],
  },
};

const cut = `<tool_calls><tool_call>tide<tool_sep>${pair('port', 'a')}`;

const notRun: Readonly<Record<string, Case>> = {
  'cut where another argument may follow': {
    message: cut,
    tools,
    text: cut,
    problems: ['call-rejected: ended in the middle'],
  },
  'cut in a second call': {
    message: `<tool_calls>${call('now')}<tool_call>tide<tool_sep><arg_key>po`,
    tools,
    text: '<tool_call>tide<tool_sep><arg_key>po',
    calls: ['now {}'],
    problems: ['call-rejected: ended in the middle'],
  },
};

export const hyV3: DialectCases = { dialect: 'hy_v3', written, repaired, notRun };
