import type { DialectCases } from '../case.js';

const ping = '<function_call> {"name": "ping_host", "arguments": {"host": "db1"}}';
const made = 'ping_host {"host": "db1"}';

export const granite20bFc: DialectCases = {
  dialect: 'granite_20b_fc',
  written: {
    'one call': { message: ping, calls: [made] },
    'two calls': { message: `${ping} <function_call> {"name": "df", "arguments": {}}`, calls: [made, 'df {}'] },
    'calls in lines': {
      message: `${ping}\n<function_call>{"name": "df", "arguments": {"x": {"y": "}"}}}\n`,
      calls: [made, 'df {"x": {"y": "}"}}'],
    },
    'text before it': { message: `I look.\n${ping}`, text: 'I look.', calls: [made] },
    'text behind a call': {
      message: `${ping}\nand {"name": "x"} too\n<function_call> {"name": "df", "arguments": {}}`,
      text: '\nand {"name": "x"} too',
      calls: [made, 'df {}'],
    },
    'the tag in a string': {
      message: '<function_call> {"name": "say", "arguments": {"t": "<function_call> {"}}',
      calls: ['say {"t": "<function_call> {"}'],
    },
    'the end of the text': { message: `${ping}<|endoftext|>`, calls: [made] },
  },
  repaired: {
    'a closing tag': { message: `${ping}\n</function_call>`, calls: [made] },
    'no arguments': {
      message: '<function_call> {"name": "df"}',
      calls: ['df {}'],
      problems: ['call-repaired: it had no arguments'],
    },
    'single quotes': {
      message:
        "<function_call> {'name': 'df', 'arguments': {'all': True}} <function_call> {\"name\": \"df\", \"arguments\": {}}",
      calls: ['df {"all":true}', 'df {}'],
      problems: ['call-repaired: single quotes'],
    },
    'one bad call of two': {
      message: `<function_call> {"title": "x"} ${ping}`,
      text: '<function_call> {"title": "x"}',
      calls: [made],
      problems: ['call-rejected: it has no "name"'],
    },
  },
  notRun: {
    'cut short': {
      message: '<function_call> {"name": "ping_host", "arguments": {"host": "d',
      text: '<function_call> {"name": "ping_host", "arguments": {"host": "d',
      problems: ['call-rejected: ended in the middle'],
    },
    'the tag in a sentence': {
      message: 'It begins with <function_call> and then JSON.',
      text: 'It begins with <function_call> and then JSON.',
    },
    'in a fence': {
      message: `\`\`\`\n${ping}\n\`\`\`\nis a call.`,
      text: `\`\`\`\n${ping}\n\`\`\`\nis a call.`,
      problems: ['call-ignored'],
    },
    'behind a result the model made up': {
      message: `${ping}\n<function_response> up </function_response>\n${ping}`,
      calls: [made],
      problems: ['result-ignored'],
    },
  },
};
