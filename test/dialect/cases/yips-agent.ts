import type { Case, DialectCases } from '../case.js';

const fence = (body: string, tag = 'yips-agent'): string => `\`\`\`${tag}\n${body}\n\`\`\``;
const list = '{"type": "tool", "id": "t1", "name": "list_dir", "arguments": {"path": "."}}';
const actions = (...entries: string[]): string => `{"actions": [${entries.join(', ')}]}`;

const written: Readonly<Record<string, Case>> = {
  'one action': { message: fence(actions(list)), calls: ['t1 list_dir {"path": "."}'] },
  'text around and within': {
    message: `I look.\n${fence(`{"assistant_text": " Reading now. ", "actions": [${list}]}`)}\nThat is all.\n`,
    text: 'I look.\n\nThat is all.\n\nReading now.',
    calls: ['t1 list_dir {"path": "."}'],
  },
  'only its own text': {
    message: fence(`{"assistant_text": "Hello", "actions": [${list}]}`),
    text: 'Hello',
    calls: ['t1 list_dir {"path": "."}'],
  },
  'a fence within a string': {
    message: fence(
      actions(
        '{"type": "tool", "id": "w", "name": "write_file", "arguments": {"path": "a.md", "content": "```js\\nx\\n```\\n"}}',
      ),
    ),
    calls: ['w write_file {"path": "a.md", "content": "```js\\nx\\n```\\n"}'],
  },
  'a tool, a skill and a subagent': {
    message: fence(
      actions(
        list,
        '{"type": "skill", "id": " s1 ", "name": "search", "arguments": {"query": "trains"}}',
        '{"type": "subagent", "id": "a1", "task": " sum up ", "context": "docs", "allowed_tools": ["read_file"], "max_rounds": 9}',
      ),
    ),
    calls: [
      't1 list_dir {"path": "."}',
      's1 search {"query": "trains"}',
      'a1 subagent {"task":"sum up","context":"docs","allowed_tools":["read_file"],"max_rounds":6}',
    ],
  },
  'digits are kept': {
    message: fence(
      actions('{"type": "tool", "id": "n", "name": "pay", "arguments": {"id": 12345678901234567890, "x": 1.10}}'),
    ),
    calls: ['n pay {"id": 12345678901234567890, "x": 1.10}'],
    problems: ['call-repaired: more digits'],
  },
  'four backticks at its end, and in the middle of a line': {
    message: `Now: \`\`\`yips-agent \n${actions(list)}\n\`\`\`\`\n`,
    text: 'Now:',
    calls: ['t1 list_dir {"path": "."}'],
  },
  'reasoning first': {
    message: `<think>hm</think>\n${fence(actions(list))}`,
    reasoning: 'hm',
    calls: ['t1 list_dir {"path": "."}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'the older envelope': {
    message: fence('{"tool_calls": [{"id": "t1", "name": "list_dir", "arguments": {}}]}', 'yips-tools'),
    calls: ['t1 list_dir {}'],
  },
  'an id twice': {
    message: fence(actions(list, '{"type": "tool", "id": "t1", "name": "grep", "arguments": {}}')),
    calls: ['t1 list_dir {"path": "."}'],
    problems: ['call-repeated: The id "t1" stands twice'],
  },
  'bad entries beside a good one': {
    message: fence(
      actions(
        '{"type": "job", "id": "x", "name": "a", "arguments": {}}',
        '{"type": "tool", "name": "a", "arguments": {}}',
        list,
        '{"type": "tool", "id": "y", "name": "a", "arguments": []}',
      ),
    ),
    calls: ['t1 list_dir {"path": "."}'],
    problems: ['call-ignored: its type', 'call-ignored: no id', 'call-ignored: no object'],
  },
  'a name that was not offered': {
    message: fence(actions('{"type": "tool", "id": "x1", "name": "delete_everything", "arguments": {}}', list)),
    tools: [{ name: 'list_dir' }],
    calls: ['t1 list_dir {"path": "."}'],
    problems: ['call-ignored: no tool named "delete_everything"'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'two envelopes': {
    message: `A\n${fence(actions(list))}\nB\n${fence('{"tool_calls": []}', 'yips-tools')}\nC`,
    text: `A\n${fence(actions(list))}\nB\n${fence('{"tool_calls": []}', 'yips-tools')}\nC`,
    problems: ['call-rejected: expected exactly one'],
  },
  'a fence that is never closed': {
    message: `\`\`\`yips-agent\n${actions(list)}\n`,
    text: `\`\`\`yips-agent\n${actions(list)}\n`,
    problems: ['call-rejected: never closed'],
  },
  'broken JSON': {
    message: fence('{"actions": [}'),
    text: fence('{"actions": [}'),
    problems: ['call-rejected: JSON is invalid'],
  },
  'an empty body, and a list': {
    message: fence(''),
    text: fence(''),
    problems: ['call-rejected: body is empty'],
  },
  'a list as root': {
    message: fence('[]'),
    text: fence('[]'),
    problems: ['call-rejected: root must be a JSON object'],
  },
  'another case of the tag': {
    message: fence(actions(list), 'Yips-Agent'),
    text: fence(actions(list), 'Yips-Agent'),
    problems: ['call-rejected: quoted code'],
    auto: 'not',
  },
  'another tag': {
    message: fence(actions(list), 'yips-agents'),
    text: fence(actions(list), 'yips-agents'),
    problems: ['call-rejected: quoted code'],
    auto: 'not',
  },
  'in quoted code': {
    message: `\`\`\`\`text\n${fence(actions(list))}\n\`\`\`\`\nis how.`,
    text: `\`\`\`\`text\n${fence(actions(list))}\n\`\`\`\`\nis how.`,
    problems: ['call-ignored: quoted code'],
    auto: 'not',
  },
  'no fence at all': {
    message: `{"assistant_text": "Hi", "actions": [${list}]}`,
    text: 'Hi',
    problems: ['call-ignored: without its fence'],
    // Only whoever asked for envelopes knows that this is one.
    auto: 'not',
  },
};

export const yipsAgent: DialectCases = { dialect: 'yips_agent', written, repaired, notRun };
