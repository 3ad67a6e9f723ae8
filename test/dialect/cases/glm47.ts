import type { ParserTool } from '../../../src/dialect/dialect.js';
import type { Case, DialectCases } from '../case.js';

const tools: readonly ParserTool[] = [
  {
    name: 'set_lamp',
    parameters: { type: 'object', properties: { room: { type: 'string' }, on: { type: 'boolean' } } },
  },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];

const pair = (key: string, value: string): string => `<arg_key>${key}</arg_key><arg_value>${value}</arg_value>`;
const call = (name: string, ...pairs: readonly string[]): string => `<tool_call>${name}${pairs.join('')}</tool_call>`;
const lamp = call('set_lamp', pair('room', 'attic'), pair('on', 'false'));
const made = 'set_lamp {"room":"attic","on":false}';

const written: Readonly<Record<string, Case>> = {
  'one call': { message: lamp, tools, calls: [made] },
  'nothing known of the tools': { message: lamp, calls: [made] },
  'two calls, one of them without arguments': { message: `${call('now')}${lamp}`, tools, calls: ['now {}', made] },
  'with line breaks, as older models write it': {
    message: '<tool_call>set_lamp\n<arg_key>room</arg_key>\n<arg_value>attic</arg_value>\n</tool_call>',
    tools,
    calls: ['set_lamp {"room":"attic"}'],
  },
  'white space and line breaks in a value': {
    message: call('set_lamp', pair('room', '\n a \n'), pair('on', ' true ')),
    tools,
    calls: ['set_lamp {"room":"\\n a \\n","on":true}'],
  },
  'reasoning that the prompt opened, told so': {
    message: `It is dark. <tool_call> is what I need.</think>${lamp}`,
    tools,
    thinking: 'open',
    reasoning: 'It is dark. <tool_call> is what I need.',
    calls: [made],
  },
  'text around': { message: `Wait.\n${lamp}\n`, tools, text: 'Wait.', calls: [made] },
  'a value that holds tags': {
    message: call('set_lamp', pair('room', 'a<arg_key>b</arg_key>c</arg_value>d'), pair('on', 'true')),
    tools,
    calls: ['set_lamp {"room":"a<arg_key>b</arg_key>c</arg_value>d","on":true}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'no closing tags between calls': {
    message: `<tool_call>set_lamp${pair('room', 'a')}<tool_call>set_lamp${pair('room', 'b')}</tool_call>`,
    tools,
    calls: ['set_lamp {"room":"a"}', 'set_lamp {"room":"b"}'],
    problems: ['call-repaired: </tool_call> was missing before <tool_call>'],
  },
  'JSON calls without closing tags': {
    message: '<tool_call>{"name": "now", "arguments": {}}<tool_call>{"name": "now", "arguments": {}}',
    tools,
    calls: ['now {}', 'now {}'],
    problems: ['call-repaired: missing before <tool_call>', 'call-repaired: at the end of the message'],
  },
  'a second end of the reasoning': {
    message: `<think>Hm.</think></think>${lamp}`,
    tools,
    reasoning: 'Hm.',
    calls: [made],
  },
  'the name of a tool, cut': {
    message: '<tool_call>now',
    tools,
    calls: ['now {}'],
    problems: ['call-repaired: </tool_call> was missing at the end'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'part of a name': {
    message: '<tool_call>set_la',
    tools,
    text: '<tool_call>set_la',
    problems: ['call-rejected: no call in any format'],
  },
  'a name whose arguments are missing, cut': {
    message: '<tool_call>set_lamp<arg_',
    tools,
    text: '<tool_call>set_lamp<arg_',
    problems: ['call-rejected: ended in the middle'],
  },
};

export const glm47: DialectCases = { dialect: 'glm47', written, repaired, notRun };
