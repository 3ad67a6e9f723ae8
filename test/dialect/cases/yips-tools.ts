import type { Case, DialectCases } from '../case.js';

const fence = (body: string, tag = 'yips-tools'): string => `\`\`\`${tag}\n${body}\n\`\`\``;
const list = '{"id": "t1", "name": "list_dir", "arguments": {"path": "."}}';

const written: Readonly<Record<string, Case>> = {
  'one call': { message: fence(`{"tool_calls": [${list}]}`), calls: ['t1 list_dir {"path": "."}'] },
  'all kinds, in the order of the kinds': {
    message: fence(
      `{"subagent_calls": [{"id": "a1", "task": "sum up", "max_rounds": 2}], "skill_calls": [{"id": "s1", "name": "search", "arguments": {"query": "yips"}}], "tool_calls": [${list}]}`,
    ),
    calls: ['t1 list_dir {"path": "."}', 's1 search {"query": "yips"}', 'a1 subagent {"task":"sum up","max_rounds":2}'],
  },
  'text around': {
    message: `Yes.\n\n${fence(`{"tool_calls": [${list}]}`)}\n`,
    text: 'Yes.',
    calls: ['t1 list_dir {"path": "."}'],
  },
  'no calls, only text': { message: fence('{"assistant_text": "Nothing to do."}'), text: 'Nothing to do.' },
};

const repaired: Readonly<Record<string, Case>> = {
  'the newer envelope': {
    message: fence('{"actions": [{"type": "tool", "id": "t1", "name": "grep", "arguments": {}}]}', 'yips-agent'),
    calls: ['t1 grep {}'],
  },
  'an id twice, in two lists': {
    message: fence(`{"tool_calls": [${list}], "skill_calls": [{"id": "t1", "name": "search", "arguments": {}}]}`),
    calls: ['t1 list_dir {"path": "."}'],
    problems: ['call-repeated: stands twice'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'members of the other envelope': {
    message: fence('{"actions": [{"type": "tool", "id": "t1", "name": "grep", "arguments": {}}]}'),
  },
  'two of them': {
    message: `${fence('{}')}\n${fence('{}')}`,
    text: `${fence('{}')}\n${fence('{}')}`,
    problems: ['call-rejected: expected exactly one'],
  },
  'a key twice': {
    message: fence(`{"tool_calls": [${list}], "tool_calls": []}`),
    text: fence(`{"tool_calls": [${list}], "tool_calls": []}`),
    problems: ['call-rejected: stands twice'],
  },
  'cut off': {
    message: '```yips-tools\n{"tool_calls": [{"id": "t1", "na',
    text: '```yips-tools\n{"tool_calls": [{"id": "t1", "na',
    problems: ['call-rejected: never closed'],
  },
};

export const yipsTools: DialectCases = { dialect: 'yips_tools', written, repaired, notRun };
