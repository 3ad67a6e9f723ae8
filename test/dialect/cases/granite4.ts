import type { DialectCases } from '../case.js';

const call = (json: string): string => `<tool_call>\n${json}\n</tool_call>`;
const ping = call('{"name": "ping_host", "arguments": {"host": "db1"}}');

export const granite4: DialectCases = {
  dialect: 'granite4',
  written: {
    'one call': { message: ping, calls: ['ping_host {"host": "db1"}'] },
    'text around and between': {
      message: `First.\n${ping}\nThen.\n${call('{"name": "df", "arguments": {}}')}\nDone.`,
      text: 'First.\nThen.\nDone.',
      calls: ['ping_host {"host": "db1"}', 'df {}'],
    },
    'no line breaks': {
      message: '<tool_call>{"name":"ping_host","arguments":{"n":3,"deep":{"a":[1.50]}}}</tool_call>',
      calls: ['ping_host {"n":3,"deep":{"a":[1.50]}}'],
    },
    'the closing tag and the end of the text in a string': {
      message: call('{"name": "write", "arguments": {"text": "</tool_call> <|end_of_text|> }"}}'),
      calls: ['write {"text": "</tool_call> <|end_of_text|> }"}'],
    },
    'the end of the turn': { message: `${ping}<|end_of_text|>`, calls: ['ping_host {"host": "db1"}'] },
    'only text': { message: 'It is up.<|end_of_text|>', text: 'It is up.' },
    'arguments before the name': {
      message: call('{"arguments": {"name": "x"}, "name": "tag"}'),
      calls: ['tag {"name": "x"}'],
    },
  },
  repaired: {
    YAML: {
      message: call('name: ping_host\narguments:\n  host: db1\n  count: 3'),
      calls: ['ping_host {"host":"db1","count":3}'],
      problems: ['call-repaired: its YAML'],
    },
    // `auto` reports the text, which Hermes does not write.
    'arguments as a text': {
      message: call('{"name": "ping_host", "arguments": "{\\"host\\": \\"db1\\", \\"id\\": 12345678901234567890}"}'),
      calls: ['ping_host {"host": "db1", "id": 12345678901234567890}'],
      problems: ['call-repaired: more digits'],
      auto: 'other',
    },
    'an empty text as arguments': {
      message: call('{"name": "df", "arguments": ""}'),
      calls: ['df {}'],
      auto: 'other',
    },
    'arguments as a text with line breaks in strings': {
      message: call('{"name": "write", "arguments": "{\\"text\\": \\"a\\nb\\"}"}'),
      calls: ['write {"text":"a\\nb"}'],
      problems: ['call-repaired: line breaks'],
      auto: 'other',
    },
    'no closing tag at the end': {
      message: '<tool_call>\n{"name": "df", "arguments": {}}<|end_of_text|>',
      calls: ['df {}'],
      problems: ['call-repaired: </tool_call> was missing'],
    },
    'two opening tags in a row': {
      message: `<tool_call>\n${ping}`,
      calls: ['ping_host {"host": "db1"}'],
      problems: ['call-repaired: A <tool_call> too many'],
    },
  },
  notRun: {
    'arguments that are a list': {
      message: call('{"name": "df", "arguments": ["x"]}'),
      text: call('{"name": "df", "arguments": ["x"]}'),
      problems: ['call-rejected: its arguments are no JSON object'],
    },
    'a text that is no object': {
      message: call('{"name": "df", "arguments": "all"}'),
      text: call('{"name": "df", "arguments": "all"}'),
      problems: ['call-rejected: its arguments are text'],
    },
    'cut in a text': {
      message: '<tool_call>\n{"name": "ping_host", "arguments": "{\\"host\\": \\"db',
      text: '<tool_call>\n{"name": "ping_host", "arguments": "{\\"host\\": \\"db',
      problems: ['call-rejected: ended in the middle'],
    },
    'in a fence': {
      message: `So:\n\`\`\`\n${ping}\n\`\`\`\nThat way.`,
      text: `So:\n\`\`\`\n${ping}\n\`\`\`\nThat way.`,
      problems: ['call-ignored'],
    },
  },
};
