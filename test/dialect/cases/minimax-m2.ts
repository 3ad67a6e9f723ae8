import type { Case, DialectCases } from '../case.js';

const block = (inner: string): string => `<minimax:tool_call>\n${inner}\n</minimax:tool_call>`;
const play =
  '<invoke name="play">\n<parameter name="song">Aja</parameter>\n<parameter name="loop">true</parameter>\n</invoke>';
const tools = [
  {
    name: 'play',
    parameters: {
      type: 'object',
      properties: {
        song: { type: 'string' },
        loop: { type: 'boolean' },
        volume: { type: ['number', 'null'] },
        list: { type: 'array' },
      },
    },
  },
  { name: 'stop', parameters: { type: 'object', properties: {} } },
];

const written: Readonly<Record<string, Case>> = {
  'one call, typed by the schema': { message: block(play), tools, calls: ['play {"song":"Aja","loop":true}'] },
  'no schema: all of it is text': { message: block(play), calls: ['play {"song":"Aja","loop":"true"}'] },
  'two calls in one block': {
    message: `On it.\n${block(`${play}\n<invoke name="stop">\n</invoke>`)}`,
    tools,
    text: 'On it.',
    calls: ['play {"song":"Aja","loop":true}', 'stop {}'],
  },
  'two blocks': {
    message: `${block(play)}\n${block('<invoke name="stop"></invoke>')}`,
    tools,
    calls: ['play {"song":"Aja","loop":true}', 'stop {}'],
  },
  'reasoning that the prompt opened': {
    message: `I should play it.\n</think>\n\nHere.\n${block(play)}`,
    tools,
    reasoning: 'I should play it.',
    text: 'Here.',
    calls: ['play {"song":"Aja","loop":true}'],
  },
  'reasoning told to be open': {
    message: `Play.\n</think>\n${block(play)}`,
    tools,
    thinking: 'open',
    reasoning: 'Play.',
    calls: ['play {"song":"Aja","loop":true}'],
  },
  'nullable, numbers and lists': {
    message: block(
      '<invoke name="play"><parameter name="volume">null</parameter><parameter name="list">[{"a": 1.50}, "x"]</parameter><parameter name="song">null</parameter></invoke><invoke name="play"><parameter name="volume">5.0</parameter></invoke>',
    ),
    tools,
    calls: ['play {"volume":null,"list":[{"a": 1.50}, "x"],"song":"null"}', 'play {"volume":5.0}'],
  },
  'white space and entities are data': {
    message: block('<invoke name="play"><parameter name="song">  a &amp; b \n</parameter></invoke>'),
    tools,
    calls: ['play {"song":"  a &amp; b \\n"}'],
  },
  'code in a value': {
    message: block(
      '<invoke name="play"><parameter name="song">\nif (a < b && c > d) { return "</x>"; }\n</parameter></invoke>',
    ),
    tools,
    calls: ['play {"song":"if (a < b && c > d) { return \\"</x>\\"; }"}'],
  },
  'the mark of the end of a turn': { message: `${block(play)}[e~[`, tools, calls: ['play {"song":"Aja","loop":true}'] },
};

const repaired: Readonly<Record<string, Case>> = {
  'the end of the turn instead of the last closes': {
    message: '<minimax:tool_call>\n<invoke name="play">\n<parameter name="song">Aja</parameter>\n[e~[',
    tools,
    calls: ['play {"song":"Aja"}'],
    problems: ['call-repaired: </invoke> was missing', 'call-repaired: </minimax:tool_call> was missing'],
  },
  'JSON in its tag': {
    message: block('{"name": "play", "arguments": {"song": "Aja"}}'),
    tools,
    calls: ['play {"song": "Aja"}'],
  },
  'the tag of another format': {
    message: `<tool_calls>\n${play}\n</tool_calls>\n<tool_call>\n${play}\n</tool_call>`,
    tools,
    calls: ['play {"song":"Aja","loop":true}', 'play {"song":"Aja","loop":true}'],
  },
  'the opening tag forgotten': {
    message: `Fine.\n${play}\n</minimax:tool_call>`,
    tools,
    text: 'Fine.',
    calls: ['play {"song":"Aja","loop":true}'],
    problems: ['call-repaired: what opens it was missing, but </minimax:tool_call> closes it'],
  },
  'reasoning never closed': {
    message: `<think>I play it.\n${block(play)}`,
    tools,
    reasoning: 'I play it.',
    calls: ['play {"song":"Aja","loop":true}'],
    problems: ['call-repaired: never closed'],
  },
  'single quotes, no quotes, spaces': {
    message: block(
      '<invoke name=\'play\'><parameter name=song>a</parameter><parameter  name = "loop" >false</parameter></invoke>',
    ),
    tools,
    calls: ['play {"song":"a","loop":false}'],
    problems: ['call-repaired: names without quotes'],
  },
  'a missing close before the next argument': {
    message: block(
      '<invoke name="play">\n<parameter name="song">a\n<parameter name="loop">true</parameter>\n</invoke>',
    ),
    tools,
    calls: ['play {"song":"a","loop":true}'],
    problems: ['call-repaired: </parameter> was missing'],
  },
  'the message ends behind a call': {
    message: `<minimax:tool_call>\n${play}`,
    tools,
    calls: ['play {"song":"Aja","loop":true}'],
    problems: ['call-repaired: </minimax:tool_call> was missing'],
  },
  'a closing tag that closes nothing': {
    message: `${block(play)}\n</minimax:tool_call>`,
    tools,
    calls: ['play {"song":"Aja","loop":true}'],
    problems: ['call-repaired'],
  },
};

const notRun: Readonly<Record<string, Case>> = {
  'cut in the second argument': {
    message:
      '<minimax:tool_call>\n<invoke name="play">\n<parameter name="song">Aja</parameter>\n<parameter name="loop">tr',
    tools,
    text: '<minimax:tool_call>\n<invoke name="play">\n<parameter name="song">Aja</parameter>\n<parameter name="loop">tr',
    problems: ['call-rejected: ended in the middle'],
  },
  'the tag in a sentence': {
    message: 'The <minimax:tool_call> tag is for calls.',
    text: 'The <minimax:tool_call> tag is for calls.',
  },
  'in inline code': {
    message: `Write \`<minimax:tool_call><invoke name="stop"></invoke></minimax:tool_call>\` so.`,
    tools,
    text: `Write \`<minimax:tool_call><invoke name="stop"></invoke></minimax:tool_call>\` so.`,
    problems: ['call-ignored'],
  },
  'missing and stray closes together': {
    message: block(
      '<invoke name="play"><parameter name="song">a </parameter> b<parameter name="loop">true</parameter></invoke>',
    ),
    tools,
    text: block(
      '<invoke name="play"><parameter name="song">a </parameter> b<parameter name="loop">true</parameter></invoke>',
    ),
    problems: ['call-rejected: where it ends cannot be told'],
  },
};

export const minimaxM2: DialectCases = { dialect: 'minimax_m2', written, repaired, notRun };
