import type { DialectCases } from '../case.js';

const tools = [
  { name: 'search', parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] } },
  { name: 'square', parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } },
  {
    name: 'route',
    parameters: {
      type: 'object',
      properties: { from: { type: 'string' }, to: { type: 'string' } },
      required: ['from', 'to'],
    },
  },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];
const call = '<tool>search</tool><tool_input>tide tables</tool_input>';

export const langchainXmlCases: DialectCases = {
  dialect: 'langchain_xml',
  endIsMark: 'models are stopped at the closing tag, so that it may be missing',
  written: {
    'one call': { tools, message: call, calls: ['search {"query":"tide tables"}'] },
    'a tool that nothing is known of': { message: call, calls: ['search {"input":"tide tables"}'] },
    'stopped at the closing tag': {
      tools,
      message: '<tool>search</tool><tool_input>tide tables',
      calls: ['search {"query":"tide tables"}'],
    },
    'text before it': { tools, message: `I look. ${call}`, text: 'I look.', calls: ['search {"query":"tide tables"}'] },
    'line breaks': {
      tools,
      message: '<tool>search</tool>\n<tool_input>\ntide tables\n</tool_input>\n',
      calls: ['search {"query":"tide tables"}'],
    },
    'white space is part of a text, a line break at both ends is not': {
      tools,
      message: '<tool>search</tool><tool_input>\n  tide tables\n\n</tool_input>',
      calls: ['search {"query":"  tide tables\\n"}'],
    },
    'a number': { tools, message: '<tool>square</tool><tool_input>12</tool_input>', calls: ['square {"n":12}'] },
    'all arguments as JSON': {
      tools,
      message: '<tool>route</tool><tool_input>{"from": "A</tool_input>", "to": "B"}</tool_input>',
      calls: ['route {"from": "A</tool_input>", "to": "B"}'],
    },
    'no input': { tools, message: '<tool>now</tool><tool_input></tool_input>', calls: ['now {}'] },
    'a smaller sign in the input': {
      tools,
      message: '<tool>search</tool><tool_input>a < b <i>c</i></tool_input>',
      calls: ['search {"query":"a < b <i>c</i>"}'],
    },
    'the answer': {
      tools,
      message: '<final_answer>At noon.</final_answer>',
      text: 'At noon.',
      // Other answers are written like this too.
      auto: 'other',
    },
  },
  repaired: {
    'an invented observation': {
      tools,
      message: `${call}\n<observation>noon</observation>\n<final_answer>noon`,
      calls: ['search {"query":"tide tables"}'],
      problems: ['result-ignored'],
    },
    'a tool that was not offered': {
      tools,
      message: '<tool>fly</tool><tool_input>{"to": "Rome"}</tool_input>',
      calls: ['fly {"to": "Rome"}'],
    },
  },
  notRun: {
    'tags in prose': {
      tools,
      message: 'Put <tool>search</tool> in the list.',
      text: 'Put <tool>search</tool> in the list.',
    },
    'text for a tool with several arguments': {
      tools,
      message: '<tool>route</tool><tool_input>from A to B</tool_input>',
      text: '<tool>route</tool><tool_input>from A to B</tool_input>',
      problems: ['call-rejected: bare text'],
    },
    'JSON that is cut off': {
      tools,
      message: '<tool>route</tool><tool_input>{"from": "A", "to',
      text: '<tool>route</tool><tool_input>{"from": "A", "to',
      problems: ['call-rejected: the message ended'],
    },
    'in quoted code': {
      tools,
      message: `Like \`${call}\` here.`,
      text: `Like \`${call}\` here.`,
      problems: ['call-ignored'],
    },
  },
};
