import type { ParserTool } from '../../../src/dialect/dialect.js';
import type { Case, DialectCases } from '../case.js';

const tools: readonly ParserTool[] = [
  {
    name: 'write',
    parameters: { type: 'object', properties: { path: { type: 'string' }, content: { type: 'string' } } },
  },
  {
    name: 'book',
    parameters: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        nights: { type: 'integer' },
        price: { type: 'number' },
        late: { type: 'boolean' },
        guests: { type: 'array' },
        extra: { type: 'object' },
        note: { type: ['string', 'null'] },
      },
    },
  },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];

const parameter = (key: string, value: string): string => `<parameter=${key}>\n${value}\n</parameter>\n`;
const functionOf = (name: string, ...parameters: readonly string[]): string =>
  `<function=${name}>\n${parameters.join('')}</function>`;
const call = (name: string, ...parameters: readonly string[]): string =>
  `<tool_call>\n${functionOf(name, ...parameters)}\n</tool_call>`;
const write = call('write', parameter('path', 'a.txt'), parameter('content', 'hi'));
const made = 'write {"path":"a.txt","content":"hi"}';

const written: Readonly<Record<string, Case>> = {
  'tags of other XML within a value': {
    message: call(
      'write',
      parameter('path', 'a.xml'),
      parameter(
        'content',
        '<a>\n<parameter>y</parameter>\n<parameter name="z">1</parameter>\n<function>f</function>\n</a>',
      ),
    ),
    tools,
    calls: [
      'write {"path":"a.xml","content":"<a>\\n<parameter>y</parameter>\\n<parameter name=\\"z\\">1</parameter>\\n<function>f</function>\\n</a>"}',
    ],
  },
  'one call': { message: write, tools, calls: [made] },
  'nothing known of the tools: all values are texts': {
    message: `I look.\n\n${call('find', parameter('q', '12'), parameter('deep', 'true'))}`,
    text: 'I look.',
    calls: ['find {"q":"12","deep":"true"}'],
  },
  'typed by the schema': {
    message: call(
      'book',
      parameter('city', '007'),
      parameter('nights', '3'),
      parameter('price', '12.50'),
      parameter('late', 'True'),
      parameter('guests', '["Ann", 2]'),
      parameter('extra', '{"a": {"b": 1}}'),
      parameter('note', 'null'),
    ),
    tools,
    calls: [
      'book {"city":"007","nights":3,"price":12.50,"late":true,"guests":["Ann", 2],"extra":{"a": {"b": 1}},"note":null}',
    ],
  },
  'one line break on each side belongs to the tags': {
    message: call('write', parameter('path', ' a '), parameter('content', '\n  x\n\n')),
    tools,
    calls: ['write {"path":" a ","content":"\\n  x\\n\\n"}'],
  },
  'a line break before the closing tag alone is part of the value': {
    message:
      '<tool_call><function=write><parameter=path>\na</parameter><parameter=content>x\n</parameter></function></tool_call>',
    tools,
    calls: ['write {"path":"a","content":"x\\n"}'],
  },
  'all in one line': {
    message:
      '<tool_call><function=write><parameter=path>a</parameter><parameter=content>b c</parameter></function></tool_call>',
    tools,
    calls: ['write {"path":"a","content":"b c"}'],
  },
  'entities stay as they are': {
    message: call('write', parameter('path', 'a'), parameter('content', 'a &lt; b &amp;&amp; <b>"q"</b>')),
    tools,
    calls: ['write {"path":"a","content":"a &lt; b &amp;&amp; <b>\\"q\\"</b>"}'],
  },
  'a closing tag within a value': {
    message: call(
      'write',
      parameter('path', 'a'),
      parameter('content', 'End it with </parameter> or </function>.\nThen </tool_call>.'),
    ),
    tools,
    calls: ['write {"path":"a","content":"End it with </parameter> or </function>.\\nThen </tool_call>."}'],
  },
  'a whole call within a value': {
    message: call(
      'write',
      parameter('path', 'a'),
      parameter('content', `See:\n${call('find', parameter('path', 'x'))}\nor so.`),
    ),
    tools,
    calls: [
      'write {"path":"a","content":"See:\\n<tool_call>\\n<function=find>\\n<parameter=path>\\nx\\n</parameter>\\n</function>\\n</tool_call>\\nor so."}',
    ],
  },
  'a JSON call within a value': {
    message: call(
      'write',
      parameter('path', 'a'),
      parameter('content', '<tool_call>\n{"name":"x"}\n</tool_call>\n<tool_call>\n{}\n</tool_call>'),
    ),
    tools,
    calls: [
      'write {"path":"a","content":"<tool_call>\\n{\\"name\\":\\"x\\"}\\n</tool_call>\\n<tool_call>\\n{}\\n</tool_call>"}',
    ],
  },
  'text with an include is no function': {
    message: `#include <functional>\n<function> here\n${write}`,
    tools,
    text: '#include <functional>\n<function> here',
    calls: [made],
  },
  'no arguments': {
    message: `${call('now')}<tool_call><function=now></function></tool_call>`,
    tools,
    calls: ['now {}', 'now {}'],
  },
  'two calls with text around': {
    message: `A\n${write}\nB\n${call('now')}\n`,
    tools,
    text: 'A\nB',
    calls: [made, 'now {}'],
  },
  'several functions in one pair of tags': {
    message: `<tool_call>\n${functionOf('now')}\n${functionOf('write', parameter('path', 'a'), parameter('content', 'b'))}\n</tool_call>`,
    tools,
    calls: ['now {}', 'write {"path":"a","content":"b"}'],
  },
  'reasoning, then a call and the end of the turn': {
    message: `<think>\nI write.\n</think>\n\n${write}<|im_end|>`,
    tools,
    reasoning: 'I write.',
    calls: [made],
  },
  'Windows line breaks': {
    message: write.replaceAll('\n', '\r\n'),
    tools,
    calls: [made],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'reasoning that the prompt had opened is opened once more': {
    message: `<think>\nHm.\n</think>\n${write}`,
    tools,
    thinking: 'open',
    reasoning: 'Hm.',
    calls: [made],
  },
  'a <value> around a value': {
    message: call('write', parameter('path', '<value>a.txt</value>'), parameter('content', 'hi')),
    tools,
    calls: [made],
    problems: ['call-repaired: <value>'],
  },
  'the name and the value of an argument as children': {
    message:
      '<tool_call>\n<function=write>\n<parameter><name>path</name><value>a.txt</value></parameter>\n' +
      '<parameter><name>content</name><value>hi</value></parameter>\n</function>\n</tool_call>',
    tools,
    calls: [made],
    problems: ['call-repaired: between the tags'],
  },
  'both inner closes missing at the end': {
    message: '<tool_call>\n<function=write>\n<parameter=path>\na.txt\n</tool_call>',
    tools,
    calls: ['write {"path":"a.txt"}'],
    problems: ['call-repaired: </parameter> was missing'],
  },
  'both inner closes missing at the end of the turn': {
    message: '<tool_call>\n<function=write>\n<parameter=path>\na.txt\n</tool_call><|im_end|>',
    tools,
    calls: ['write {"path":"a.txt"}'],
    problems: ['call-repaired: </parameter> was missing'],
  },
  'no wrapper': {
    message: `Now:\n${functionOf('write', parameter('path', 'a'), parameter('content', 'b'))}\nDone.`,
    tools,
    text: 'Now:\nDone.',
    calls: ['write {"path":"a","content":"b"}'],
    problems: ['call-repaired: <tool_call> was missing'],
  },
  'only the first tag of the wrapper is missing': {
    message: `${functionOf('now')}\n</tool_call>`,
    calls: ['now {}'],
    problems: ['call-repaired: <tool_call> was missing'],
  },
  'no </parameter> before the next': {
    message:
      '<tool_call>\n<function=write>\n<parameter=path>\na\n<parameter=content>\nb\n</parameter>\n</function>\n</tool_call>',
    calls: ['write {"path":"a","content":"b"}'],
    problems: ['call-repaired: </parameter> was missing before <parameter'],
  },
  'no </parameter> before </function>': {
    message: '<tool_call><function=write><parameter=path>a<parameter=content>b</function></tool_call>',
    tools,
    calls: ['write {"path":"a","content":"b"}'],
    problems: ['call-repaired: </parameter> was missing before </function>'],
  },
  'no </function>': {
    message: `<tool_call>\n<function=write>\n${parameter('path', 'a')}</tool_call>\n${call('now')}`,
    tools,
    calls: ['write {"path":"a"}', 'now {}'],
    problems: ['call-repaired: </function> was missing before </tool_call>'],
  },
  'no </tool_call> between calls': {
    message: `<tool_call>\n${functionOf('now')}\n${write}`,
    tools,
    calls: ['now {}', made],
    problems: ['call-repaired: </tool_call> was missing'],
  },
  'no </tool_call> at the end': {
    message: `<tool_call>\n${functionOf('find', parameter('q', 'x'))}`,
    calls: ['find {"q":"x"}'],
    problems: ['call-repaired: </tool_call> was missing'],
  },
  'all closing tags missing, but nothing else': {
    message: '<tool_call>\n<function=write>\n<parameter=path>\na\n</parameter>\n<parameter=content>\nb\n</parameter>\n',
    tools,
    calls: ['write {"path":"a","content":"b"}'],
    problems: ['call-repaired: </function> was missing at the end', 'call-repaired: </tool_call> was missing'],
  },
  'names as attributes': {
    message:
      '<tool_call><function name="write"><parameter name="path">a</parameter><parameter name="content"><value>b</value></parameter></function></tool_call>',
    tools,
    calls: ['write {"path":"a","content":"b"}'],
    problems: ['call-repaired: <value>'],
  },
  'spaces and quotes in the tags': {
    message: '<tool_call>\n< function = "write" >\n< parameter = path >\na\n</parameter>\n</function>\n</tool_call>',
    tools,
    calls: ['write {"path":"a"}'],
  },
  'keys between the tags': {
    message:
      '<tool_call><function=write><parameter>path</parameter>a b<parameter>content</parameter>c</function></tool_call>',
    tools,
    calls: ['write {"path":"a b","content":"c"}'],
    problems: ['call-repaired: stood between the tags'],
  },
  'a JSON object in the function': {
    message: '<tool_call><function=write>{"path": "a", "content": "</function>"}</function></tool_call>',
    calls: ['write {"path": "a", "content": "</function>"}'],
    problems: ['call-repaired: a JSON object was read as its arguments'],
  },
  'an argument as a tag': {
    message: '<tool_call><function=browse><action>click</action><parameter=x>1</parameter></function></tool_call>',
    calls: ['browse {"action":"click","x":"1"}'],
    problems: ['call-repaired: <action> was read as an argument'],
  },
  'an argument as a tag keeps its white space': {
    message: '<tool_call><function=write><path>a</path><content>\n  x\n\n</content></function></tool_call>',
    tools,
    calls: ['write {"path":"a","content":"  x\\n"}'],
    problems: ['call-repaired: <path> was read as an argument'],
  },
  'a closing tag too many': {
    message:
      '<tool_call>\n<function=write>\n<parameter=path>\na\n</parameter>\n</parameter>\n</function>\n</tool_call>',
    tools,
    calls: ['write {"path":"a"}'],
    problems: ['call-repaired: a </parameter> that closes nothing'],
  },
  'closed with the key': {
    message: '<tool_call>\n<function=write>\n<parameter=path>\na\n</path>\n</function>\n</tool_call>',
    tools,
    calls: ['write {"path":"a"}'],
    problems: ['call-repaired: </parameter> was missing'],
  },
  'tags that do not end': {
    message: '<tool_call>\n<function=write\n<parameter=path\na\n</parameter>\n</function>\n</tool_call>',
    tools,
    calls: ['write {"path":"a"}'],
    problems: ['call-repaired: a > that was missing'],
  },
  'the name as a tag': {
    message: '<tool_call>\n<name>write</name>\n<parameter=path>\na\n</parameter>\n</tool_call>',
    tools,
    calls: ['write {"path":"a"}'],
    problems: ['call-repaired: </function> was missing'],
  },
  'JSON as other models write it': {
    message: '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>',
    tools,
    calls: ['now {}'],
  },
  'a bad call beside a good one': {
    message: `<tool_call>\n<function=write>\njunk\n</function>\n${functionOf('now')}\n</tool_call>`,
    tools,
    text: '<function=write>\njunk\n</function>',
    calls: ['now {}'],
    problems: ['call-rejected: something other than <parameter=…>'],
  },
};

const cut = '<tool_call>\n<function=write>\n<parameter=path>\na\n</parameter>\n';

const notRun: Readonly<Record<string, Case>> = {
  'a function without a known name in prose': {
    message: 'Calls are <function=...></function> tags.',
    tools,
    text: 'Calls are <function=...></function> tags.',
  },
  'cut in a value': {
    message: `${cut}<parameter=content>\nabc`,
    tools,
    text: `${cut}<parameter=content>\nabc`,
    problems: ['call-rejected: ended in the middle'],
  },
  'cut behind a value, where another may follow': {
    message: cut,
    tools,
    text: cut,
    problems: ['call-rejected: ended in the middle'],
  },
  'a key twice': {
    message: call('write', parameter('path', 'a'), parameter('path', 'b')),
    text: call('write', parameter('path', 'a'), parameter('path', 'b')),
    problems: ['call-rejected: stands twice'],
  },
  'a __proto__ key': {
    message: call('write', parameter('__proto__', '{}')),
    text: call('write', parameter('__proto__', '{}')),
    problems: ['call-rejected: __proto__'],
  },
  'without a name': {
    message: '<tool_call><function=></function></tool_call>',
    text: '<tool_call><function=></function></tool_call>',
    problems: ['call-rejected: it names no tool'],
  },
  'in a fence': {
    message: `So:\n\`\`\`\n${write}\n\`\`\`\nThat is it.`,
    tools,
    text: `So:\n\`\`\`\n${write}\n\`\`\`\nThat is it.`,
    problems: ['call-ignored'],
  },
  'the tag in a sentence': {
    message: 'Each begins with <function=NAME> and ends with </function>.',
    text: 'Each begins with <function=NAME> and ends with </function>.',
  },
};

export const qwen3Coder: DialectCases = { dialect: 'qwen3_coder', written, repaired, notRun };
