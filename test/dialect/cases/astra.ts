import type { Case, DialectCases } from '../case.js';

const call = (json: string): string => `<tool_call>\n${json}\n</tool_call>`;
const read = call('{"name": "read", "arguments": {"path": "a.md"}}');
const tools = [{ name: 'read' }, { name: 'list' }];

const written: Readonly<Record<string, Case>> = {
  'one call': { message: read, calls: ['read {"path": "a.md"}'] },
  'text before it': { message: `I look.\n${read}`, text: 'I look.', calls: ['read {"path": "a.md"}'] },
  'no arguments': { message: call('{"name": "active_file"}'), calls: ['active_file {}'], auto: 'other' },
  'tags in capitals': {
    message: '<TOOL_CALL>{"name": "list", "arguments": {"prefix": ""}}</Tool_Call>',
    calls: ['list {"prefix": ""}'],
  },
  'reasoning first': {
    message: `<think>\nfiles?\n</think>\n${read}`,
    reasoning: 'files?',
    calls: ['read {"path": "a.md"}'],
  },
  'tags within a string': {
    message: call('{"name": "write", "arguments": {"path": "a", "content": "</tool_call> {<tool_call>}"}}'),
    calls: ['write {"path": "a", "content": "</tool_call> {<tool_call>}"}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'a blank line in the place of the closing tag': {
    message: '<tool_call>{"name": "read", "arguments": {"path": "a"}}\n\nThen I wait.',
    text: '\n\nThen I wait.',
    calls: ['read {"path": "a"}'],
    problems: ['call-repaired: missing before a blank line'],
    // There the usual spelling is that of Hermes, which wants its closing tag where text follows.
    auto: 'not',
  },
  'args for arguments': {
    message: call('{"name": "read", "args": {"path": "a"}}'),
    calls: ['read {"path": "a"}'],
    problems: ['call-repaired: "args" was read'],
  },
  'something beside the JSON': {
    message: '<tool_call>json\n{"name": "read", "arguments": {}}\nthere\n</tool_call>',
    calls: ['read {}'],
    problems: ['call-repaired: beside its JSON'],
    // There what is no JSON behind the tag is no call of any format.
    auto: 'not',
  },
  'no closing tag at the end': {
    message: '<tool_call>{"name": "read", "arguments": {}}',
    calls: ['read {}'],
    problems: ['call-repaired: was missing'],
  },
  'no closing tag before another tag': {
    message: '<tool_call>{"name": "read", "arguments": {}}\n<b>bold</b>',
    text: '<b>bold</b>',
    calls: ['read {}'],
    problems: ['call-repaired: was missing'],
    auto: 'not',
  },
  'the older fence': {
    message: 'So:\n```tool\n{"name": "read", "args": {"path": "a"}, "retrigger": true}\n```',
    tools,
    text: 'So:',
    calls: ['read {"path": "a"}'],
    problems: ['call-repaired: "args" was read'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut off': {
    message: '<tool_call>{"name": "read", "arguments": {"path": "a',
    text: '<tool_call>{"name": "read", "arguments": {"path": "a',
    problems: ['call-rejected: ended in the middle'],
  },
  'in reasoning': {
    message: `<think>maybe ${read}</think>\nNo file is needed.`,
    reasoning: `maybe ${read}`,
    text: 'No file is needed.',
    problems: ['call-ignored'],
  },
  'no name': {
    message: call('{"arguments": {}}'),
    text: call('{"arguments": {}}'),
    problems: ['call-rejected: no "name"'],
  },
  'a tag in a sentence': {
    message: 'Write <tool_call> and </tool_call>.',
    text: 'Write <tool_call> and </tool_call>.',
  },
};

export const astra: DialectCases = { dialect: 'astra', written, repaired, notRun };
