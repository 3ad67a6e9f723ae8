import type { DialectCases } from '../case.js';

const seek = 'functools[{"name": "seek_video", "arguments": {"times": [3, 9]}}]';
const made = 'seek_video {"times": [3, 9]}';

export const phi4Mini: DialectCases = {
  dialect: 'phi4_mini',
  written: {
    'one call': { message: seek, calls: [made] },
    'two calls': {
      message: 'functools[{"name": "seek_video", "arguments": {"times": [3, 9]}}, {"name": "stop", "arguments": {}}]',
      calls: [made, 'stop {}'],
    },
    'white space inside': {
      message: 'functools [\n  {\n    "name": "stop",\n    "arguments": { }\n  }\n]\n<|end|>',
      calls: ['stop { }'],
    },
    parameters: {
      message: 'functools[{"name": "stop", "parameters": {"now": true}}]',
      calls: ['stop {"now": true}'],
    },
    'text around it': { message: `I seek.\n${seek}\nDone.`, text: 'I seek.\nDone.', calls: [made] },
    'brackets in strings': {
      message: 'functools[{"name": "say", "arguments": {"t": "a ] b }] functools[{"}}]',
      calls: ['say {"t": "a ] b }] functools[{"}'],
    },
    'only text': { message: 'Use functools.reduce for it.<|end|>', text: 'Use functools.reduce for it.' },
  },
  repaired: {
    'single quotes, and two ends': {
      message: "functools[{'name': 'a', 'arguments': {'x': True}}]<|end|><|endoftext|>",
      calls: ['a {"x":true}'],
      problems: ['call-repaired: single quotes'],
    },
    'the last bracket left out': {
      message: 'functools[{"name": "stop", "arguments": {}}',
      calls: ['stop {}'],
      problems: ['call-repaired: the ] of its list was missing'],
    },
    'arguments as a text': {
      message: 'functools[{"name": "stop", "arguments": "{\\"now\\": true}"}]',
      calls: ['stop {"now": true}'],
      problems: ['call-repaired: a JSON text'],
    },
    'an element that is no call': {
      message: 'functools[{"x": 1}, {"name": "stop", "arguments": {}}]',
      text: '{"x": 1}',
      calls: ['stop {}'],
      problems: ['call-rejected: it has no "name"'],
    },
    'line breaks in strings': {
      message: 'functools[{"name": "say", "arguments": {"t": "a\nb"}}]',
      calls: ['say {"t":"a\\nb"}'],
      problems: ['call-repaired: line breaks'],
    },
  },
  notRun: {
    'an empty list': { message: 'functools[]', text: 'functools[]' },
    'code with the module': {
      message: 'Then functools[0] is it, and functools[key] too.',
      text: 'Then functools[0] is it, and functools[key] too.',
    },
    'in a fence of Python': {
      message: '```python\nfunctools[{"name": "x", "arguments": {}}]\n```\nis odd.',
      text: '```python\nfunctools[{"name": "x", "arguments": {}}]\n```\nis odd.',
      problems: ['call-ignored'],
    },
    'cut short': {
      message: 'functools[{"name": "seek_video", "arguments": {"times": [3',
      text: 'functools[{"name": "seek_video", "arguments": {"times": [3',
      problems: ['call-rejected: ended in the middle'],
    },
  },
};
