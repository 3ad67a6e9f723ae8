import type { DialectCases } from '../case.js';

const tools = [
  {
    name: 'translate',
    parameters: { type: 'object', properties: { to: { type: 'string' }, text: { type: 'string' } }, required: ['to'] },
  },
  { name: 'now', parameters: { type: 'object', properties: {} } },
  { name: 'python', parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] } },
];
const call = 'translate\n{"to": "is", "text": "hi"}';
const read = 'translate {"to": "is", "text": "hi"}';

export const functionaryV32Cases: DialectCases = {
  dialect: 'functionary_v32',
  written: {
    'text with its mark, and no call': { tools, message: '>>>all\nHello there!', text: 'Hello there!' },
    'a call, then text': { tools, message: '>>>now\n{}>>>all\nDone.', text: 'Done.', calls: ['now {}'] },
    'the mark in the text before a call': {
      tools,
      message: 'all\nUse `>>>` for it.\n>>>now\n{}<|eot_id|>',
      text: 'Use `>>>` for it.',
      calls: ['now {}'],
    },
    'line breaks of Windows': { tools, message: '>>>now\r\n{}', calls: ['now {}'] },
    'the header of the turn': {
      tools,
      message: '<|start_header_id|>assistant<|end_header_id|>\n\n>>>now\n{}<|eot_id|>',
      calls: ['now {}'],
    },
    'one call behind the mark of the prompt': { tools, message: call, calls: [read] },
    'one call with its mark': { tools, message: `>>>${call}`, calls: [read] },
    'text, then a call': { tools, message: `all\nOn it.>>>${call}`, text: 'On it.', calls: [read] },
    'text, then a call of a tool that nothing is known of': {
      message: `all\nOn it.>>>${call}`,
      text: 'On it.',
      calls: [read],
    },
    'text with its mark, then a call': {
      tools,
      message: `>>>all\nOn it.\n>>>${call}`,
      text: 'On it.',
      calls: [read],
    },
    'two calls': { tools, message: `${call}\n>>>now\n{}`, calls: [read, 'now {}'] },
    'two calls with marks': { tools, message: `>>>${call}>>>now\n{}<|eot_id|>`, calls: [read, 'now {}'] },
    'only text': {
      tools,
      message: 'all\nIt is noon.',
      text: 'It is noon.',
      // A text may begin with that word.
      auto: 'other',
    },
    'marks in a string': {
      tools,
      message: '>>>translate\n{"to": ">>>now\\n{}"}',
      calls: ['translate {"to": ">>>now\\n{}"}'],
    },
  },
  repaired: {
    'quotes of Python': {
      tools,
      message: ">>>translate\n{'to': 'is'}",
      calls: ['translate {"to":"is"}'],
      problems: ['call-repaired: single quotes'],
    },
    'bare code for python': {
      tools,
      message: ">>>python\nfor i in range(3):\n    print('>>> ', i)\n>>>now\n{}",
      calls: ['python {"code":"for i in range(3):\\n    print(\'>>> \', i)"}', 'now {}'],
    },
  },
  notRun: {
    'a session of Python': {
      tools,
      message: 'Try this:\n>>> now\n>>> translate("x")\n>>>x\n3',
      text: 'Try this:\n>>> now\n>>> translate("x")\n>>>x\n3',
    },
    'a name that was not offered': { tools, message: '>>>fly\n{"to": "Rome"}', text: '>>>fly\n{"to": "Rome"}' },
    'cut off': {
      tools,
      message: '>>>translate\n{"to": "i',
      text: '>>>translate\n{"to": "i',
      problems: ['call-rejected: the message ended'],
    },
  },
};
