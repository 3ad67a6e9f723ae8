import type { Case, DialectCases } from '../case.js';

const tools = [
  {
    name: 'read',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, lines: { type: 'integer' } },
      required: ['path'],
    },
  },
  { name: 'search', parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] } },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];
const one = [tools[1] ?? { name: 'search' }];
const read = '{"name": "read", "arguments": {"path": "a"}}';

const written: Readonly<Record<string, Case>> = {
  'one call': { tools, message: read, calls: ['read {"path": "a"}'] },
  'one call of a tool that nothing is known of': { message: read, calls: ['read {"path": "a"}'] },
  'text, then a call in a line of its own': {
    tools,
    message: `I look into it.\n\n${read}\n`,
    text: 'I look into it.',
    calls: ['read {"path": "a"}'],
  },
  'reasoning, then a call': {
    tools,
    message: `<think>Hm.</think>\n${read}`,
    reasoning: 'Hm.',
    calls: ['read {"path": "a"}'],
  },
  'several calls, with what may stand between them': {
    tools,
    message: `${read}\n{"name": "now", "arguments": {}}; {"name": "search", "arguments": {"query": "x"}},\n${read}`,
    calls: ['read {"path": "a"}', 'now {}', 'search {"query": "x"}', 'read {"path": "a"}'],
  },
  'a list': {
    tools,
    message: `[\n  ${read},\n  {"name": "now", "arguments": {}}\n]`,
    calls: ['read {"path": "a"}', 'now {}'],
  },
  'over several lines, with digits that a double would lose': {
    tools,
    message: '{\n  "name": "read",\n  "arguments": {\n    "path": "a",\n    "lines": 12345678901234567890\n  }\n}',
    calls: ['read {\n    "path": "a",\n    "lines": 12345678901234567890\n  }'],
    problems: ['call-repaired: more digits'],
  },
  'the arguments first, with a name in them': {
    tools,
    message: '{"arguments": {"name": "now", "path": "a"}, "name": "read"}',
    calls: ['read {"name": "now", "path": "a"}'],
  },
  'other keys for the same': {
    tools,
    message: [
      '{"tool": "read", "parameters": {"path": "a"}}',
      '{"function": "read", "args": {"path": "b"}}',
      '{"tool_name": "read", "parameters": {"path": "c"}}',
      '{"action": "read", "action_input": {"path": "d"}}',
    ].join('\n'),
    calls: ['read {"path": "a"}', 'read {"path": "b"}', 'read {"path": "c"}', 'read {"path": "d"}'],
  },
  'wrapped, with an id': {
    tools,
    message: '{"id": "call_7", "type": "function", "function": {"name": "read", "arguments": "{\\"path\\": \\"a\\"}"}}',
    calls: ['call_7 read {"path": "a"}'],
    problems: ['call-repaired: a JSON text'],
  },
  'in a list of tool_calls': {
    tools,
    message:
      '{"tool_calls": [{"name": "read", "arguments": {"path": "a"}, "id": "1"}, {"name": "now", "arguments": {}}]}',
    calls: ['1 read {"path": "a"}', 'now {}'],
  },
  'the name as the key': { tools, message: '{"read": {"path": "a"}}', calls: ['read {"path": "a"}'] },
  'brackets, quotes and calls in a string': {
    tools,
    message: '{"name": "search", "arguments": {"query": "} ] \\" {\\"name\\": \\"now\\", \\"arguments\\": {}}\\n```"}}',
    calls: ['search {"query": "} ] \\" {\\"name\\": \\"now\\", \\"arguments\\": {}}\\n```"}'],
  },
  'an end of turn behind it': {
    tools,
    message: `${read}</tool_call>`,
    calls: ['read {"path": "a"}'],
    problems: ['call-repaired: closes nothing'],
  },
  'the name and the arguments alone, as servers leave them': {
    tools,
    message: 'Let me see.\nread{"path": "a"}now{}',
    text: 'Let me see.',
    calls: ['read {"path": "a"}', 'now {}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'keys without quotes': {
    tools,
    message: '{name: "read", arguments: {path: "a"}}',
    calls: ['read {"path":"a"}'],
    problems: ['call-repaired: keys were put in quotes'],
  },
  'a brace too many': {
    tools,
    message: `${read}}`,
    calls: ['read {"path": "a"}'],
    problems: ['call-repaired: a } too many'],
  },
  'all braces twice': {
    tools,
    message: `{${read}}`,
    calls: ['read {"path": "a"}'],
    problems: ['call-repaired: a } too many'],
  },
  'the end of the turn behind it': { tools, message: `${read}<|im_end|>\n`, calls: ['read {"path": "a"}'] },
  'the second one cut off': {
    tools,
    message: `${read}\n{"name": "search", "argu`,
    text: '{"name": "search", "argu',
    calls: ['read {"path": "a"}'],
    problems: ['call-rejected: the message ended'],
    auto: 'other',
  },
  'quotes of Python': {
    tools,
    message: "{'name': 'read', 'arguments': {'path': 'a', 'all': True}}",
    calls: ['read {"path":"a","all":true}'],
    problems: ['call-repaired: single quotes'],
  },
  'a comma too many': {
    tools,
    message: '{"name": "read", "arguments": {"path": "a",},}',
    calls: ['read {"path":"a"}'],
    problems: ['call-repaired: a comma too many'],
  },
  'bare text for the only argument': {
    tools,
    message: '{"action": "search", "action_input": "tides"}',
    calls: ['search {"query":"tides"}'],
  },
  'arguments alone, where there is one tool': {
    tools: one,
    message: '{"query": "tides"}',
    calls: ['search {"query": "tides"}'],
    problems: ['call-repaired: its name was missing'],
    // Nothing tells it from an answer.
    auto: 'not',
  },
  'text in the same line before it': {
    tools,
    message: `Sure: ${read}`,
    text: 'Sure:',
    calls: ['read {"path": "a"}'],
    auto: 'not',
  },
  'text behind it': {
    tools,
    message: `${read}\nI wait.`,
    text: '\nI wait.',
    calls: ['read {"path": "a"}'],
    // An answer that shows a call looks the same.
    auto: 'not',
  },
  'one of a list is no call': {
    tools,
    message: `[${read}, {"name": "fly", "arguments": {}}]`,
    calls: ['read {"path": "a"}'],
    problems: ['call-rejected: of fly'],
    auto: 'not',
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'an answer in JSON': { tools, message: '{"name": "Ada", "age": 36}', text: '{"name": "Ada", "age": 36}' },
  'a name that was not offered': {
    tools,
    message: '{"name": "fly", "arguments": {"to": "Rome"}}',
    text: '{"name": "fly", "arguments": {"to": "Rome"}}',
  },
  'the description of a tool': {
    tools,
    message: '{"name": "read", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}',
    text: '{"name": "read", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}',
  },
  'a call in quoted code': {
    tools,
    message: `Like this:\n\`\`\`js\n${read}\n\`\`\`\nDone.`,
    text: `Like this:\n\`\`\`js\n${read}\n\`\`\`\nDone.`,
    problems: ['call-ignored'],
  },
  'a part of other JSON': {
    tools,
    message: `{"log": [\n${read}\n]}`,
    text: `{"log": [\n${read}\n]}`,
    problems: ['call-ignored'],
    auto: 'other',
  },
  'cut off': {
    tools,
    message: '{"name": "read", "arguments": {"path": "a',
    text: '{"name": "read", "arguments": {"path": "a',
    problems: ['call-rejected: the message ended'],
  },
  'the answer as an action': {
    tools,
    message: '{"action": "Final Answer", "action_input": "It is noon."}',
    text: 'It is noon.',
  },
};

export const jsonCases: DialectCases = { dialect: 'json', written, repaired, notRun };
