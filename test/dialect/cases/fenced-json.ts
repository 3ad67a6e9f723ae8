import type { DialectCases } from '../case.js';

const tools = [
  {
    name: 'eta',
    parameters: {
      type: 'object',
      properties: { bus: { type: 'string' }, stop: { type: 'string' } },
      required: ['bus'],
    },
  },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];
const fenced = (json: string, info = 'json'): string => `\`\`\`${info}\n${json}\n\`\`\``;
const call = fenced('{"name": "eta", "arguments": {"bus": "12"}}');

export const fencedJsonCases: DialectCases = {
  dialect: 'fenced_json',
  written: {
    YAML: {
      tools,
      message: fenced('name: eta\narguments:\n  bus: 12', 'yaml'),
      calls: ['eta {"bus":"12"}'],
    },
    'a list in YAML': {
      tools,
      message: fenced('- name: eta\n  arguments:\n    bus: "12"\n- name: now\n  arguments: {}', 'yaml'),
      calls: ['eta {"bus":"12"}', 'now {}'],
    },
    'between tags': {
      tools,
      message: `<tool_call>\n${call}\n</tool_call>`,
      calls: ['eta {"bus": "12"}'],
      problems: ['call-repaired'],
    },
    'the end of the turn behind it': { tools, message: `${call}<|im_end|>`, calls: ['eta {"bus": "12"}'] },
    'one call': { tools, message: call, calls: ['eta {"bus": "12"}'] },
    'no word behind the fence': { tools, message: fenced('{"name": "now", "arguments": {}}', ''), calls: ['now {}'] },
    'tool_call behind the fence': {
      tools,
      message: fenced('{"name": "now", "arguments": {}}', 'tool_call'),
      calls: ['now {}'],
    },
    'text before it': {
      tools,
      message: `I ask for the bus.\n\n${call}\n`,
      text: 'I ask for the bus.',
      calls: ['eta {"bus": "12"}'],
    },
    'action and action_input': {
      tools,
      message: fenced('{\n  "action": "eta",\n  "action_input": {"bus": "12"}\n}'),
      calls: ['eta {"bus": "12"}'],
    },
    'bare text as the input': {
      tools,
      message: fenced('{"action": "eta", "action_input": "12"}'),
      calls: ['eta {"bus":"12"}'],
    },
    'the answer as an action': {
      tools,
      message: fenced('{"action": "Final Answer", "action_input": "In 3 minutes."}'),
      text: 'In 3 minutes.',
    },
    'a list': {
      tools,
      message: fenced('[{"name": "eta", "arguments": {"bus": "12"}}, {"name": "now", "arguments": {}}]'),
      calls: ['eta {"bus": "12"}', 'now {}'],
    },
    'several fences': {
      tools,
      message: `${call}\n${fenced('{"name": "now", "arguments": {}}')}`,
      calls: ['eta {"bus": "12"}', 'now {}'],
    },
    'several objects in one fence': {
      tools,
      message: fenced('{"name": "eta", "arguments": {"bus": "12"}}\n{"name": "now", "arguments": {}}'),
      calls: ['eta {"bus": "12"}', 'now {}'],
    },
    'behind Action:': {
      tools,
      message: `Action:\n${fenced('{"action": "eta", "action_input": {"bus": "12"}}', '')}`,
      calls: ['eta {"bus": "12"}'],
    },
    'fences in a string': {
      tools,
      message: fenced('{"name": "eta", "arguments": {"bus": "```\\n```json\\n{}"}}'),
      calls: ['eta {"bus": "```\\n```json\\n{}"}'],
    },
  },
  repaired: {
    'YAML with arguments that are not those of the tool': {
      tools,
      message: fenced('- name: now\n  args: {chdir: /tmp}', 'yaml'),
      calls: ['now {"chdir":"/tmp"}'],
      // It may be the configuration of something else.
      auto: 'not',
    },
    'a comment before the JSON': {
      tools,
      message: fenced('// the bus\n{"name": "eta", "arguments": {"bus": "12"}}'),
      calls: ['eta {"bus": "12"}'],
      auto: 'not',
    },
    'a fence that is not closed': {
      tools,
      message: '```json\n{"name": "now", "arguments": {}}',
      calls: ['now {}'],
      problems: ['call-repaired: never closed'],
    },
    'comments and a comma too many': {
      tools,
      message: fenced('{\n  "name": "eta", // the bus\n  "arguments": {"bus": "12",},\n}'),
      calls: ['eta {"bus":"12"}'],
      problems: ['call-repaired: a comma too many'],
      // In `auto` the first thing in it has to be a key.
      auto: 'not',
    },
    'text behind it': {
      tools,
      message: `${call}\nI wait.`,
      text: '\nI wait.',
      calls: ['eta {"bus": "12"}'],
      auto: 'not',
    },
    'announced as an example': {
      tools,
      message: `For example:\n${call}`,
      text: 'For example:',
      calls: ['eta {"bus": "12"}'],
      auto: 'not',
    },
  },
  notRun: {
    'an answer in JSON': { tools, message: fenced('{"bus": 12, "eta": 3}'), text: fenced('{"bus": 12, "eta": 3}') },
    'a name that was not offered': {
      tools,
      message: fenced('{"name": "fly", "arguments": {}}'),
      text: fenced('{"name": "fly", "arguments": {}}'),
    },
    'other code': {
      tools,
      message: fenced('{"name": "eta", "arguments": {"bus": "12"}}', 'python'),
      text: fenced('{"name": "eta", "arguments": {"bus": "12"}}', 'python'),
      auto: 'other',
    },
    'cut off': {
      tools,
      message: '```json\n{"name": "eta", "arguments": {"bus": "1',
      text: '```json\n{"name": "eta", "arguments": {"bus": "1',
      problems: ['call-rejected: the message ended'],
    },
  },
};
