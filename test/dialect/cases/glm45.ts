import type { ParserTool } from '../../../src/dialect/dialect.js';
import type { Case, DialectCases } from '../case.js';

const tools: readonly ParserTool[] = [
  {
    name: 'book_room',
    parameters: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        nights: { type: 'integer' },
        late: { type: 'boolean' },
        guests: { type: 'array' },
      },
    },
  },
  {
    name: 'weather',
    parameters: { type: 'object', properties: { city: { type: 'string' }, unit: { type: 'string' } } },
  },
  { name: 'now', parameters: { type: 'object', properties: {} } },
];

const pair = (key: string, value: string): string => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n`;
const call = (name: string, ...pairs: readonly string[]): string => `<tool_call>${name}\n${pairs.join('')}</tool_call>`;

const written: Readonly<Record<string, Case>> = {
  'typed by the schema': {
    message: call(
      'book_room',
      pair('city', '12'),
      pair('nights', '3'),
      pair('late', 'true'),
      pair('guests', '["Ann"]'),
    ),
    tools,
    calls: ['book_room {"city":"12","nights":3,"late":true,"guests":["Ann"]}'],
  },
  'JSON where nothing is known, else text': {
    message: call(
      'find',
      pair('a', '3'),
      pair('b', '{"x": [1]}'),
      pair('c', '"3"'),
      pair('d', 'null'),
      pair('e', 'a b'),
    ),
    calls: ['find {"a":3,"b":{"x": [1]},"c":"3","d":null,"e":"a b"}'],
  },
  'text, then two calls': {
    message: `I look.\n${call('weather', pair('city', 'Rome'))}\n${call('weather', pair('city', 'Oslo'))}`,
    tools,
    text: 'I look.',
    calls: ['weather {"city":"Rome"}', 'weather {"city":"Oslo"}'],
  },
  'white space in texts is kept': {
    message: call('weather', pair('city', '  a\n  b\n')),
    tools,
    calls: ['weather {"city":"  a\\n  b\\n"}'],
  },
  'no arguments': { message: call('now'), tools, calls: ['now {}'] },
  'no arguments, and nothing known of the tools': { message: '<tool_call>now</tool_call>', calls: ['now {}'] },
  'a line break before the name': {
    message: `<tool_call>\nweather\n${pair('city', 'a')}</tool_call>`,
    tools,
    calls: ['weather {"city":"a"}'],
  },
  'marks of XML in a value': {
    message: call('weather', pair('city', '<b>a</b> & "b" < c')),
    tools,
    calls: ['weather {"city":"<b>a</b> & \\"b\\" < c"}'],
  },
  'closing tags within a value': {
    message: call('weather', pair('city', 'a </arg_value> b </tool_call> c </arg_key> d'), pair('unit', 'x')),
    tools,
    calls: ['weather {"city":"a </arg_value> b </tool_call> c </arg_key> d","unit":"x"}'],
  },
  'a whole call within a value': {
    message: call(
      'weather',
      pair('city', `like ${call('find', pair('a', '1'))} here`),
      pair('unit', call('find', pair('a', '1'))),
    ),
    tools,
    calls: [
      'weather {"city":"like <tool_call>find\\n<arg_key>a</arg_key>\\n<arg_value>1</arg_value>\\n</tool_call> here","unit":"<tool_call>find\\n<arg_key>a</arg_key>\\n<arg_value>1</arg_value>\\n</tool_call>"}',
    ],
  },
  'reasoning that the prompt opened': {
    message: `I look it up.</think>\n${call('now')}`,
    tools,
    reasoning: 'I look it up.',
    calls: ['now {}'],
  },
  'reasoning, then the end of the turn': {
    message: `<think>Hm.</think>\n\nOne moment.\n${call('now')}<|endoftext|>`,
    tools,
    reasoning: 'Hm.',
    text: 'One moment.',
    calls: ['now {}'],
  },
};

const repaired: Readonly<Record<string, Case>> = {
  'the close of the last value missing': {
    message: '<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Rome</tool_call>',
    tools,
    calls: ['weather {"city":"Rome"}'],
    problems: ['call-repaired: </arg_value> was missing'],
  },
  'the close of the last value missing at the end of the turn': {
    message: '<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Rome\n</tool_call><|observation|>',
    tools,
    calls: ['weather {"city":"Rome"}'],
    problems: ['call-repaired: </arg_value> was missing'],
  },
  'the close of the call missing at the end of the turn': {
    message: `<tool_call>weather\n${pair('city', 'Rome')}<|user|>`,
    tools,
    calls: ['weather {"city":"Rome"}'],
    problems: ['call-repaired: </tool_call> was missing before <|user|>'],
  },
  'the line break before the next key is no part of a value without close': {
    message: `<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Rome\n${pair('unit', 'C')}</tool_call>`,
    tools,
    calls: ['weather {"city":"Rome","unit":"C"}'],
    problems: ['call-repaired: </arg_value> was missing'],
  },
  'line breaks as two characters': {
    message: '<tool_call>weather\\n<arg_key>city</arg_key>\\n<arg_value>Rome</arg_value>\\n</tool_call>',
    tools,
    calls: ['weather {"city":"Rome"}'],
  },
  'the close is missing before the next call': {
    message: `<tool_call>now\n${call('weather', pair('city', 'a'))}`,
    tools,
    calls: ['now {}', 'weather {"city":"a"}'],
    problems: ['call-repaired: </tool_call> was missing before <tool_call>'],
  },
  'only the close is missing, and no argument': {
    message: `<tool_call>weather\n${pair('city', 'a')}${pair('unit', 'b')}`,
    tools,
    calls: ['weather {"city":"a","unit":"b"}'],
    problems: ['call-repaired: </tool_call> was missing at the end'],
  },
  'half a close': {
    message: `<tool_call>weather\n${pair('city', 'a')}</tool_c`,
    tools,
    calls: ['weather {"city":"a"}'],
    problems: ['call-repaired: </tool_call> was missing at the end'],
  },
  'no first tag of a key': {
    message:
      '<tool_call>weather city</arg_key><arg_value>Rome</arg_value>unit</arg_key><arg_value>C</arg_value></tool_call>',
    tools,
    calls: ['weather {"city":"Rome","unit":"C"}'],
    problems: ['call-repaired: <arg_key> was missing'],
  },
  'no close of a key, and of a value': {
    message: '<tool_call>weather\n<arg_key>city<arg_value>Rome<arg_key>unit</arg_key><arg_value>C</tool_call>',
    tools,
    calls: ['weather {"city":"Rome","unit":"C"}'],
    problems: ['call-repaired: </arg_value> was missing'],
  },
  'no first tag of a value': {
    message: '<tool_call>weather\n<arg_key>city</arg_key>\nRome</arg_value>\n</tool_call>',
    tools,
    calls: ['weather {"city":"Rome"}'],
    problems: ['call-repaired: <arg_value> was missing'],
  },
  'all keys, then all values': {
    message:
      '<tool_call>weather\n<arg_key>city</arg_key><arg_key>unit</arg_key><arg_value>Rome</arg_value><arg_value>C</arg_value></tool_call>',
    tools,
    calls: ['weather {"city":"Rome","unit":"C"}'],
    problems: ['call-repaired: paired in their order'],
  },
  'the wrong closing tags': {
    message: '<tool_call>weather\n<arg_key>city</arg_value>\n<arg_value>Rome</arg_key>\n</tool_call>',
    tools,
    calls: ['weather {"city":"Rome"}'],
    problems: ['call-repaired: </arg_key> was missing'],
  },
  'a JSON object behind the name': {
    message: '<tool_call>weather\n{"city": "</tool_call>"}\n</tool_call>',
    tools,
    calls: ['weather {"city": "</tool_call>"}'],
    problems: ['call-repaired: a JSON object was read as its arguments'],
  },
  'the token that ends the turn': { message: `${call('now')}\n<|observation|>`, tools, calls: ['now {}'] },
  'a tool that was not offered': {
    message: call('unheard', pair('x', '1')),
    tools,
    calls: ['unheard {"x":1}'],
  },
};

const words = '<tool_call>I would call the weather tool here.</tool_call>';

const notRun: Readonly<Record<string, Case>> = {
  'prose in the tags': { message: words, tools, text: words, problems: ['call-rejected: no call in any format'] },
  'cut in a value': {
    message: '<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Ro',
    tools,
    text: '<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Ro',
    problems: ['call-rejected: ended in the middle'],
  },
  'cut where another argument may follow': {
    message: `<tool_call>weather\n${pair('city', 'Rome')}`,
    tools,
    text: `<tool_call>weather\n${pair('city', 'Rome')}`,
    problems: ['call-rejected: ended in the middle'],
  },
  'a value without a key': {
    message: '<tool_call>weather\n<arg_value>Rome</arg_value>\n</tool_call>',
    tools,
    text: '<tool_call>weather\n<arg_value>Rome</arg_value>\n</tool_call>',
    problems: ['call-rejected: has no <arg_key>'],
  },
  'a key twice': {
    message: call('weather', pair('city', 'a'), pair('city', 'b')),
    text: call('weather', pair('city', 'a'), pair('city', 'b')),
    problems: ['call-rejected: stands twice'],
  },
  'in a sentence': {
    message: 'It stands between <tool_call> and </tool_call>.',
    tools,
    text: 'It stands between <tool_call> and </tool_call>.',
  },
  'arguments without a call': {
    message: `See ${pair('city', 'a')}`,
    tools,
    text: `See ${pair('city', 'a')}`,
  },
};

export const glm45: DialectCases = { dialect: 'glm45', written, repaired, notRun };
