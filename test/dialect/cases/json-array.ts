import type { DialectCases } from '../case.js';

const tools = [
  { name: 'read', parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];
const list = '[{"name": "read", "arguments": {"path": "a"}}, {"name": "now", "arguments": {}}]';

export const jsonArrayCases: DialectCases = {
  dialect: 'json_array',
  written: {
    'two calls': { tools, message: list, calls: ['read {"path": "a"}', 'now {}'] },
    'of tools that nothing is known of': { message: list, calls: ['read {"path": "a"}', 'now {}'] },
    'one call over several lines': {
      tools,
      message: '[\n  {\n    "name": "read",\n    "arguments": {\n      "path": "a"\n    }\n  }\n]\n',
      calls: ['read {\n      "path": "a"\n    }'],
    },
    'text before it': { tools, message: `Both.\n${list}`, text: 'Both.', calls: ['read {"path": "a"}', 'now {}'] },
    'reasoning before it': {
      tools,
      message: `<think>Hm</think>${list}`,
      reasoning: 'Hm',
      calls: ['read {"path": "a"}', 'now {}'],
    },
    'parameters and ids': {
      tools,
      message: '[{"id": "c1", "name": "read", "parameters": {"path": "a"}}]',
      calls: ['c1 read {"path": "a"}'],
    },
    'names as keys': {
      tools,
      message: '[{"read": {"path": "a"}}, {"now": {}}]',
      calls: ['read {"path": "a"}', 'now {}'],
    },
    'a list in an argument': {
      tools,
      message: '[{"name": "read", "arguments": {"path": "a]}", "x": [1, [2, {"name": "now", "arguments": {}}]]}}]',
      calls: ['read {"path": "a]}", "x": [1, [2, {"name": "now", "arguments": {}}]]}'],
    },
  },
  repaired: {
    'one object': { tools, message: '{"name": "now", "arguments": {}}', calls: ['now {}'] },
    'a comma too many': {
      tools,
      message: '[{"name": "read", "arguments": {"path": "a"}},]',
      calls: ['read {"path":"a"}'],
      problems: ['call-repaired: a comma too many'],
    },
    'a tool that was not offered': {
      tools,
      message: '[{"name": "fly", "arguments": {}}]',
      calls: ['fly {}'],
      // Without a marker only a known name tells it from an answer.
      auto: 'not',
    },
  },
  notRun: {
    'a list of something else': {
      tools,
      message: '[{"name": "Ada"}, {"name": "Grace"}]',
      text: '[{"name": "Ada"}, {"name": "Grace"}]',
    },
    'a list of numbers, a note and a link': {
      tools,
      message: '[1, 2, 3]\n[1] See [the page](http://a.example).\n[ ] to do',
      text: '[1, 2, 3]\n[1] See [the page](http://a.example).\n[ ] to do',
    },
    'cut off behind the first of two': {
      tools,
      message: '[{"name": "read", "arguments": {"path": "a"}}, {"name',
      text: '[{"name": "read", "arguments": {"path": "a"}}, {"name',
      problems: ['call-rejected: the message ended'],
    },
    'an empty list': { tools, message: '[]', text: '[]' },
  },
};
