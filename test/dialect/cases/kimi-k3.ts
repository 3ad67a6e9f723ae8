import type { DialectCases } from '../case.js';

const argument = (key: string, type: string, value: string): string =>
  `<|open|>argument key="${key}" type="${type}"<|sep|>${value}<|close|>argument<|sep|>`;
const call = (name: string, index: number, ...args: readonly string[]): string =>
  `<|open|>call tool="${name}" index="${index}"<|sep|>${args.join('')}<|close|>call<|sep|>`;
const tools = (...calls: readonly string[]): string => `<|open|>tools<|sep|>${calls.join('')}<|close|>tools<|sep|>`;
const end = '<|close|>message<|sep|><|end_of_msg|>';

export const kimiK3: DialectCases = {
  dialect: 'kimi_k3',
  written: {
    'reasoning, an answer and a call': {
      message: `<|open|>think<|sep|>Zip it.<|close|>think<|sep|><|open|>response<|sep|>I zip it.<|close|>response<|sep|>${tools(call('zip', 1, argument('level', 'number', '6')))}${end}`,
      reasoning: 'Zip it.',
      text: 'I zip it.',
      calls: ['zip {"level":6}'],
    },
    'reasoning that the prompt has opened': {
      message: `Zip it.<|close|>think<|sep|><|open|>response<|sep|><|close|>response<|sep|>${tools(call('zip', 1))}${end}`,
      reasoning: 'Zip it.',
      calls: ['zip {}'],
    },
    'an answer that the prompt has opened': {
      message: `Done.<|close|>response<|sep|>${end}`,
      text: 'Done.',
    },
    'every type': {
      message: tools(
        call(
          'put',
          1,
          argument('text', 'string', '{"a": 1}'),
          argument('n', 'number', '1e2'),
          argument('on', 'boolean', 'true'),
          argument('none', 'null', 'null'),
          argument('list', 'array', '[1, "x"]'),
          argument('map', 'object', '{"id": 12345678901234567890}'),
        ),
      ),
      calls: [
        'put {"text":"{\\"a\\": 1}","n":1e2,"on":true,"none":null,"list":[1, "x"],"map":{"id": 12345678901234567890}}',
      ],
      problems: ['call-repaired: more digits'],
    },
    'several calls': {
      message: tools(call('a', 1, argument('x', 'string', ' 1 ')), call('b', 2)),
      calls: ['a {"x":" 1 "}', 'b {}'],
    },
    'escapes in attributes': {
      message: tools(call('a', 1, argument('say &quot;x&quot; &amp;amp;', 'string', '&quot;'))),
      calls: ['a {"say \\"x\\" &amp;":"&quot;"}'],
    },
    'the close of an argument within one': {
      message: tools(call('a', 1, argument('x', 'string', 'p<|close|>argument<|sep|>q'))),
      calls: ['a {"x":"p<|close|>argument<|sep|>q"}'],
    },
    'arguments as one block of JSON': {
      message: tools(
        '<|open|>call tool="a" index="1"<|sep|><|open|>json type="object"<|sep|>{ "x" : 1 }<|close|>json<|sep|><|close|>call<|sep|>',
      ),
      calls: ['a { "x" : 1 }'],
    },
    'blanks within the marks': {
      message:
        '<|open|> tools <|sep|><|open|> call tool="a" index="1" <|sep|><|open|> argument key="x" type="number" <|sep|>1<|close|> argument <|sep|><|close|> call <|sep|><|close|> tools <|sep|>',
      calls: ['a {"x":1}'],
    },
  },
  repaired: {
    'no close of the section': {
      message: `<|open|>tools<|sep|>${call('a', 1, argument('x', 'number', '1'))}`,
      calls: ['a {"x":1}'],
      problems: ['call-repaired: <|close|>tools<|sep|> was missing'],
    },
    'no section': {
      message: call('a', 1, argument('x', 'number', '1')),
      calls: ['a {"x":1}'],
      problems: ['call-repaired: <|open|>tools<|sep|> was missing'],
    },
    'a value that is not what it says': {
      message: tools(call('a', 1, argument('x', 'number', 'many'))),
      calls: ['a {"x":"many"}'],
      problems: ['call-repaired: was no JSON'],
    },
    'reasoning that is never closed': {
      message: `<|open|>think<|sep|>Zip it. ${tools(call('zip', 1))}`,
      reasoning: 'Zip it.',
      calls: ['zip {}'],
      problems: ['call-repaired: never closed'],
    },
  },
  notRun: {
    'an answer cut off in its close': {
      message: '<|open|>response<|sep|>Done.<|close|>resp',
      text: 'Done.',
    },
    'an answer cut off before a channel': {
      message: '<|open|>response<|sep|>Done.<|close|>response<|sep|><|open|>',
      text: 'Done.',
    },
    'a call that was cut off': {
      message: `<|open|>tools<|sep|>${call('a', 1)}<|open|>call tool="b" index="2"<|sep|>${argument('x', 'number', '1')}`,
      text: `<|open|>call tool="b" index="2"<|sep|>${argument('x', 'number', '1')}`,
      calls: ['a {}'],
      problems: ['call-rejected: The call of b was not run: the message ended'],
    },
    'an argument twice, beside a good call': {
      message: tools(call('a', 1, argument('x', 'number', '1'), argument('x', 'number', '2')), call('b', 2)),
      text: call('a', 1, argument('x', 'number', '1'), argument('x', 'number', '2')),
      calls: ['b {}'],
      problems: ['call-rejected: stands twice'],
    },
    'a call in reasoning': {
      message: `<|open|>think<|sep|>Perhaps ${tools(call('a', 1))}.<|close|>think<|sep|><|open|>response<|sep|>No.<|close|>response<|sep|>`,
      reasoning: `Perhaps ${tools(call('a', 1))}.`,
      text: 'No.',
      problems: ['call-ignored'],
    },
    'the marks in prose': {
      message: 'A tag is <|open|>, a name and <|sep|>; then `<|open|>tools<|sep|>`.',
      text: 'A tag is <|open|>, a name and <|sep|>; then `<|open|>tools<|sep|>`.',
      problems: ['call-ignored'],
    },
  },
};
