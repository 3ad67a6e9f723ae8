import type { DialectCases } from '../case.js';

const temperature = '<TOOLCALL>[{"name": "gpu_temperature", "arguments": {"gpu": 0}}]</TOOLCALL>';

export const nemotronV2: DialectCases = {
  dialect: 'nemotron_v2',
  written: {
    'one call': { message: temperature, calls: ['gpu_temperature {"gpu": 0}'] },
    'reasoning, text and two calls': {
      message:
        '<think>\nBoth cards.\n</think>\nI look.\n\n<TOOLCALL>[{"name": "gpu_temperature", "arguments": {"gpu": 0}}, {"name": "gpu_temperature", "arguments": {"gpu": 1}}]</TOOLCALL>',
      reasoning: 'Both cards.',
      text: 'I look.',
      calls: ['gpu_temperature {"gpu": 0}', 'gpu_temperature {"gpu": 1}'],
    },
    'reasoning that the prompt opened': {
      message: `One card.\n</think>\n\n${temperature}\n<SPECIAL_12>\n`,
      reasoning: 'One card.',
      calls: ['gpu_temperature {"gpu": 0}'],
    },
    'arguments as a text': {
      message: '<TOOLCALL>[{"name": "gpu_temperature", "arguments": "{\\"gpu\\": 0}"}]</TOOLCALL>',
      calls: ['gpu_temperature {"gpu": 0}'],
    },
    'pretty-printed': {
      message:
        '<TOOLCALL>[\n  {\n    "name": "log",\n    "arguments": {\n      "lines": [1, 2]\n    }\n  }\n]\n</TOOLCALL>\n',
      calls: ['log {\n      "lines": [1, 2]\n    }'],
    },
    'brackets and tags in strings': {
      message: '<TOOLCALL>[{"name": "log", "arguments": {"t": "]</TOOLCALL> }]"}}]</TOOLCALL>',
      calls: ['log {"t": "]</TOOLCALL> }]"}'],
    },
    'two sections': {
      message: `${temperature}\n<TOOLCALL>[{"name": "log", "arguments": {}}]</TOOLCALL>`,
      calls: ['gpu_temperature {"gpu": 0}', 'log {}'],
    },
  },
  repaired: {
    'an object without a list': {
      message: '<TOOLCALL>{"name": "log", "arguments": {}}</TOOLCALL>',
      calls: ['log {}'],
    },
    'no closing tag before the next': {
      message: `<TOOLCALL>[{"name": "log", "arguments": {}}]\n${temperature}`,
      calls: ['log {}', 'gpu_temperature {"gpu": 0}'],
      problems: ['call-repaired: </TOOLCALL> was missing before <TOOLCALL>'],
    },
    'tool and parameters for name and arguments': {
      message: '<TOOLCALL>[{"tool": "log", "parameters": {"n": 1}}]</TOOLCALL>',
      calls: ['log {"n": 1}'],
      problems: ['call-repaired: "tool" was read as "name"'],
    },
    'no closing tag at the end': {
      message: '<TOOLCALL>[{"name": "log", "arguments": {}}]',
      calls: ['log {}'],
      problems: ['call-repaired: </TOOLCALL> was missing at the end'],
    },
    'one bad element of two': {
      message: '<TOOLCALL>[{"name": "log", "arguments": [1]}, {"name": "log", "arguments": {}}]</TOOLCALL>',
      text: '{"name": "log", "arguments": [1]}',
      calls: ['log {}'],
      problems: ['call-rejected: its arguments are no JSON object'],
    },
  },
  notRun: {
    'cut in the list': {
      message: '<TOOLCALL>[{"name": "log", "arguments": {}}, {"name": "lo',
      text: '<TOOLCALL>[{"name": "log", "arguments": {}}, {"name": "lo',
      problems: ['call-rejected: ended in the middle'],
    },
    'an empty list': {
      message: '<TOOLCALL>[]</TOOLCALL>',
      text: '<TOOLCALL>[]</TOOLCALL>',
      problems: ['call-rejected: there is nothing before'],
    },
    'a draft in the reasoning': {
      message: `<think>${temperature}</think>\nNo.`,
      reasoning: temperature,
      text: 'No.',
      problems: ['call-ignored'],
    },
    'the tag in a sentence': {
      message: 'Use <TOOLCALL> and </TOOLCALL> around it.',
      text: 'Use <TOOLCALL> and </TOOLCALL> around it.',
    },
  },
};
