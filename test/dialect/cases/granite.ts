import type { DialectCases } from '../case.js';

const ping = '{"name": "ping_host", "arguments": {"host": "db1"}}';
const made = 'ping_host {"host": "db1"}';
const tools = [{ name: 'ping_host', parameters: { type: 'object', properties: { host: { type: 'string' } } } }];

export const granite: DialectCases = {
  dialect: 'granite',
  written: {
    'one call': { message: `<|tool_call|>[${ping}]`, calls: [made] },
    'two calls': {
      message: `<|tool_call|> [${ping},\n {"name": "df", "arguments": {"x": [1, [2]]}}]<|end_of_text|>`,
      calls: [made, 'df {"x": [1, [2]]}'],
    },
    // `auto` takes the plain tag for that of Hermes, where a list is a slip.
    'the plain tag': { message: `<tool_call>[${ping}]`, calls: [made], auto: 'other' },
    // `auto` knows it as JSON without any mark.
    'no mark': { message: `[${ping}]`, tools, calls: [made], auto: 'other' },
    'brackets and marks in strings': {
      message: '<|tool_call|>[{"name": "say", "arguments": {"t": "]<|tool_call|>[{"}}]',
      calls: ['say {"t": "]<|tool_call|>[{"}'],
    },
    'thoughts and an answer': {
      message: 'Here is my thought process:\nThe host is up.\n\nHere is my response:\nIt is up.',
      reasoning: 'The host is up.',
      text: 'It is up.',
    },
    'thoughts in the other spelling, then a call': {
      message: `Here's my thought process: I ping it. Here's my response: <|tool_call|>[${ping}]`,
      reasoning: 'I ping it.',
      calls: [made],
    },
    'only text': { message: 'It is up.<|end_of_text|>', text: 'It is up.' },
  },
  repaired: {
    'the header of the turn, and its end': {
      message: `<|start_of_role|>assistant<|end_of_role|><|tool_call|>[${ping}]<|end_of_text|>`,
      calls: [made],
    },
    'reasoning and an answer in tags': {
      message: '<think>Easy.</think><response>Hello.</response>',
      reasoning: 'Easy.',
      text: 'Hello.',
    },
    'a closing tag at the end': { message: `<|tool_call|>[${ping}]</tool_call>`, calls: [made] },
    'a single object': { message: `<|tool_call|>${ping}`, calls: [made] },
    'thoughts that a call ends': {
      message: `Here is my thought process: I ping it.\n<|tool_call|>[${ping}]`,
      reasoning: 'I ping it.',
      calls: [made],
    },
    'text behind it': { message: `<|tool_call|>[${ping}]\nI wait.`, text: '\nI wait.', calls: [made] },
  },
  notRun: {
    'no arguments': {
      message: '<|tool_call|>[{"name": "df"}]',
      text: '<|tool_call|>[{"name": "df"}]',
      problems: ['call-rejected: it has no "arguments"'],
    },
    'a description with arguments': {
      message: '<|tool_call|>[{"name": "df", "type": "function", "description": "Space.", "arguments": {}}]',
      text: '<|tool_call|>[{"name": "df", "type": "function", "description": "Space.", "arguments": {}}]',
      problems: ['call-rejected: it is the description of a tool'],
    },
    'a description of a tool': {
      message:
        '<|tool_call|>[{"name": "df", "description": "Space.", "parameters": {"type": "object", "properties": {}}}]',
      text: '<|tool_call|>[{"name": "df", "description": "Space.", "parameters": {"type": "object", "properties": {}}}]',
      problems: ['call-rejected: it is the description of a tool'],
    },
    'cut short': {
      message: `<|tool_call|>[${ping}, {"name": "df", "argu`,
      text: '{"name": "df", "argu',
      calls: [made],
      problems: ['call-rejected: ended in the middle'],
    },
    'thoughts that no answer follows': {
      message: 'Here is my thought process: first the host.',
      text: 'Here is my thought process: first the host.',
    },
    'words of an answer without thoughts': {
      message: 'You asked.\nHere is my response: no.',
      text: 'You asked.\nHere is my response: no.',
    },
    'a list without any mark that names no tool': {
      message: '[{"name": "Ann", "arguments": {}}]',
      tools,
      text: '[{"name": "Ann", "arguments": {}}]',
    },
  },
};
