import type { DialectCases } from '../case.js';

const ns = ']<]minimax[>[';
const element = (name: string, ...inner: readonly string[]): string => `${ns}<${name}>${inner.join('')}${ns}</${name}>`;
const invoke = (name: string, ...inner: readonly string[]): string =>
  `${ns}<invoke name="${name}">${inner.join('')}${ns}</invoke>`;
const section = (...calls: readonly string[]): string => `${ns}<tool_call>\n${calls.join('\n')}\n${ns}</tool_call>`;
const tools = [
  {
    name: 'ship',
    parameters: {
      type: 'object',
      properties: {
        to: {
          type: 'object',
          properties: {
            city: { type: 'string' },
            zip: { type: 'string' },
            floors: { type: 'array', items: { type: 'integer' } },
          },
        },
        items: {
          type: 'array',
          items: { type: 'object', properties: { sku: { type: 'string' }, count: { type: 'integer' } } },
        },
        tags: { type: 'array', items: { type: 'string' } },
        labels: { type: 'object', additionalProperties: { type: 'number' } },
        note: { type: ['string', 'null'] },
        express: { type: 'boolean' },
      },
    },
  },
];

export const minimaxM3: DialectCases = {
  dialect: 'minimax_m3',
  written: {
    'nested elements, typed by the schema': {
      message: section(
        invoke(
          'ship',
          element(
            'to',
            element('city', 'Bern'),
            element('zip', '3000'),
            element('floors', element('item', '1'), element('item', '2')),
          ),
          element('express', 'true'),
        ),
      ),
      tools,
      calls: ['ship {"to":{"city":"Bern","zip":"3000","floors":[1,2]},"express":true}'],
    },
    'a list of objects': {
      message: section(
        invoke(
          'ship',
          element(
            'items',
            element('item', element('sku', '01'), element('count', '2')),
            element('item', element('sku', 'b')),
          ),
        ),
      ),
      tools,
      calls: ['ship {"items":[{"sku":"01","count":2},{"sku":"b"}]}'],
    },
    'members of any name': {
      message: section(invoke('ship', element('labels', element('a', '1'), element('b', '2.50')))),
      tools,
      calls: ['ship {"labels":{"a":1,"b":2.50}}'],
    },
    'nothing known of the tool': {
      message: section(
        invoke('hop', element('n', '2'), element('to', element('x', 'a'), element('x', 'b'), element('y', 'true'))),
      ),
      calls: ['hop {"n":"2","to":{"x":["a","b"],"y":"true"}}'],
    },
    'a value as JSON, null, and an empty list': {
      message: section(invoke('ship', element('to', '{"city": "Bern"}'), element('note', 'null'), element('tags'))),
      tools,
      calls: ['ship {"to":{"city": "Bern"},"note":null,"tags":[]}'],
    },
    'none is a word': {
      message: section(invoke('ship', element('note', 'none'))),
      tools,
      calls: ['ship {"note":"none"}'],
    },
    'markup and line breaks in a value': {
      message: section(invoke('ship', element('note', '\n<b>x</b> </note> </invoke>\n'))),
      tools,
      calls: ['ship {"note":"\\n<b>x</b> </note> </invoke>\\n"}'],
    },
    'words, reasoning and several calls': {
      message: `<mm:think>Two.</mm:think>I look.\n${section(invoke('a', element('x', '1')), invoke('b'))}`,
      reasoning: 'Two.',
      text: 'I look.',
      calls: ['a {"x":"1"}', 'b {}'],
    },
    'the end of no reasoning': { message: `</mm:think>${section(invoke('b'))}`, calls: ['b {}'] },
    'text beside elements': {
      message: section(invoke('a', element('x', 'hello', element('y', '1')))),
      calls: ['a {"x":{"y":"1","$text":"hello"}}'],
    },
    'blanks behind the mark': {
      message: section(`${ns} <invoke name="a">${ns} <x>1${ns}\n</x>${ns} </invoke>`),
      calls: ['a {"x":"1"}'],
    },
  },
  repaired: {
    'closing tags without the mark': {
      message: `One moment.${ns}<tool_call>\n${ns}<invoke name="find">${ns}<title>Emma</title>${ns}<copies>3</copies>${ns}</invoke>\n${ns}</tool_call>`,
      text: 'One moment.',
      calls: ['find {"title":"Emma","copies":"3"}'],
      problems: ['call-repaired: was missing before </title>'],
    },
    'an outer tag without the mark': {
      message: `<tool_call>\n${invoke('a', element('x', '1'))}\n${ns}</tool_call>`,
      calls: ['a {"x":"1"}'],
      problems: ['call-repaired: was missing before <tool_call>'],
    },
    'no outer close': {
      message: `${ns}<tool_call>${invoke('a', element('x', '1'))}`,
      calls: ['a {"x":"1"}'],
      problems: ['call-repaired: was missing at the end'],
    },
    'no close of a call': {
      message: section(`${ns}<invoke name="a">${element('x', '1')}`, invoke('b')),
      calls: ['a {"x":"1"}', 'b {}'],
      problems: ['call-repaired: </invoke> was missing'],
    },
    'words between arguments': {
      message: section(invoke('a', element('x', '1'), ' and ', element('y', '2'))),
      calls: ['a {"x":"1","y":"2"}'],
      problems: ['call-repaired: beside its arguments'],
    },
  },
  notRun: {
    'a call that was cut off': {
      message: `${ns}<tool_call>\n${invoke('a')}\n${ns}<invoke name="b">${element('x', '1')}`,
      text: `${ns}<invoke name="b">${element('x', '1')}`,
      calls: ['a {}'],
      problems: ['call-rejected: The call of b was not run: the message ended'],
    },
    'a forbidden key': {
      message: section(invoke('a', element('x', element('__proto__', '1'))), invoke('b')),
      text: invoke('a', element('x', element('__proto__', '1'))),
      calls: ['b {}'],
      problems: ['call-rejected: __proto__'],
    },
    'in reasoning': {
      message: `<mm:think>Perhaps ${section(invoke('a'))}?</mm:think>No.`,
      reasoning: `Perhaps ${section(invoke('a'))}?`,
      text: 'No.',
      problems: ['call-ignored'],
    },
    'the mark in prose': { message: `The mark is ${ns} alone.`, text: `The mark is ${ns} alone.` },
  },
};
