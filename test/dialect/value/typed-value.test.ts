import { describe, expect, it } from 'vitest';
import { readTyped, readUntyped } from '../../../src/dialect/value/typed-value.js';
import type { LooseSchema } from '../../../src/schema/json-schema.js';
import { verifies } from '../../requirements.js';

const string = { type: 'string' };
const integer = { type: 'integer' };
const number = { type: 'number' };
const boolean = { type: 'boolean' };
const nullableString = { type: ['string', 'null'] };
const nullableNumber = { anyOf: [{ type: 'number' }, { type: 'null' }] };
const union = { type: ['string', 'integer', 'boolean'] };

/** Each text, and what it is under each schema. A star marks what is reported. */
const rule: readonly (readonly [string, Readonly<Record<string, readonly [LooseSchema, string]>>])[] = [
  [
    'null',
    {
      string: [string, '"null"'],
      number: [number, 'null'],
      boolean: [boolean, 'null'],
      'nullable string': [nullableString, 'null'],
      'nullable number': [nullableNumber, 'null'],
      union: [union, '"null"'],
    },
  ],
  [
    '"null"',
    {
      string: [string, '"\\"null\\""'],
      number: [number, '"\\"null\\""'],
      'nullable string': [nullableString, '"\\"null\\""'],
    },
  ],
  ['none', { string: [string, '"none"'], number: [number, '"none"'], 'nullable string': [nullableString, '"none"'] }],
  ['None', { string: [string, '"None"'], number: [number, 'null'], 'nullable string': [nullableString, '"None"'] }],
  [
    '1',
    {
      string: [string, '"1"'],
      integer: [integer, '1'],
      number: [number, '1'],
      boolean: [boolean, 'true*'],
      union: [union, '1'],
    },
  ],
  ['0', { string: [string, '"0"'], boolean: [boolean, 'false*'], 'nullable number': [nullableNumber, '0'] }],
  ['5.0', { string: [string, '"5.0"'], integer: [integer, '5*'], number: [number, '5.0'], union: [union, '5*'] }],
  ['5.5', { integer: [integer, '"5.5"'], number: [number, '5.5'], union: [union, '"5.5"'] }],
  ['07', { string: [string, '"07"'], integer: [integer, '7*'], number: [number, '7*'] }],
  ['+3', { string: [string, '"+3"'], integer: [integer, '3*'] }],
  ['1e999', { string: [string, '"1e999"'], number: [number, '"1e999"'], integer: [integer, '"1e999"'] }],
  ['1e3', { number: [number, '1e3'], integer: [integer, '1000*'] }],
  ['"123"', { string: [string, '"\\"123\\""'], number: [number, '"\\"123\\""'] }],
  ['123', { string: [string, '"123"'], union: [union, '123'], 'nullable string': [nullableString, '"123"'] }],
  ['12345678901234567890', { string: [string, '"12345678901234567890"'], integer: [integer, '12345678901234567890*'] }],
  ['True', { string: [string, '"True"'], boolean: [boolean, 'true'], union: [union, 'true'] }],
  ['yes', { boolean: [boolean, '"yes"'] }],
  [' x\n', { string: [string, '" x\\n"'], number: [number, '" x\\n"'] }],
  [' 7 ', { integer: [integer, '7'], string: [string, '" 7 "'] }],
  ['NaN', { number: [number, '"NaN"'] }],
  [
    '{"a": 1}',
    {
      string: [string, '"{\\"a\\": 1}"'],
      object: [{ type: 'object' }, '{"a": 1}'],
      properties: [{ properties: { a: {} } }, '{"a": 1}'],
    },
  ],
  ["{'a': True}", { object: [{ type: 'object' }, '{"a":true}*'] }],
  ['[1, 2', { array: [{ type: 'array' }, '"[1, 2"'] }],
  [
    '2',
    { enum: [{ enum: ['1', '2'] }, '"2"'], 'enum of numbers': [{ enum: [1, 2] }, '2'], const: [{ const: 2 }, '2'] },
  ],
];

describe('a value that was written as bare text', () => {
  for (const [text, schemas] of rule) {
    for (const [name, [schema, wanted]] of Object.entries(schemas)) {
      it(`is typed by the schema: ${JSON.stringify(text)} as ${name}`, () => {
        verifies('dialects.arguments.typed');
        const { json, repairs } = readTyped(text, { schema, root: schema, untyped: 'text' });
        expect(`${json}${repairs.length > 0 ? '*' : ''}`).toBe(wanted);
      });
    }
  }

  it('follows references and unions', () => {
    verifies('dialects.arguments.typed');
    const root = {
      $defs: { count: { type: 'integer' }, maybe: { anyOf: [{ $ref: '#/$defs/count' }, { type: 'null' }] } },
    };
    const typed = (text: string, ref: string) => readTyped(text, { schema: { $ref: ref }, root, untyped: 'text' }).json;
    expect(typed('4', '#/$defs/count')).toBe('4');
    expect(typed('null', '#/$defs/maybe')).toBe('null');
    expect(typed('4', '#/$defs/none')).toBe('"4"');
  });

  it('of which nothing is said is text, or JSON where the format says so', () => {
    verifies('dialects.arguments.typed');
    for (const schema of [undefined, {}]) {
      expect(readTyped('12', { schema, root: {}, untyped: 'text' }).json).toBe('"12"');
      expect(readTyped('12', { schema, root: {}, untyped: 'json' }).json).toBe('12');
    }
    const read = (text: string) => readUntyped(text).json;
    expect(['true', 'null', '"a"', '[1]', '{"a":1}', '1.50', 'True', 'a b', '{a', '1 2'].map(read)).toEqual([
      'true',
      'null',
      '"a"',
      '[1]',
      '{"a":1}',
      '1.50',
      '"True"',
      '"a b"',
      '"{a"',
      '"1 2"',
    ]);
  });
});
