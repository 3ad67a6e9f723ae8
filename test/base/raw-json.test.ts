import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rawElements, rawMember } from '../../src/base/raw-json.js';

describe('rawMember', () => {
  test('keeps digits, spaces and duplicate keys as they were written', () => {
    const json = '{ "a" : [ 1.0 , {"b": {"n": 12345678901234567890, "n": 1e400} } ] , "c": "\\"}" }';
    expect(rawMember(json, ['a', 0])).toBe('1.0');
    expect(rawMember(json, ['a', 1, 'b'])).toBe('{"n": 12345678901234567890, "n": 1e400}');
    expect(rawMember(json, ['c'])).toBe('"\\"}"');
    expect(rawMember(json, ['a', 2])).toBeUndefined();
    expect(rawMember(json, ['a', 'b'])).toBeUndefined();
    expect(rawMember('{"a":1,"\\u0061":2}', ['a'])).toBe('2');
  });

  test('finds what JSON.parse finds, in any JSON text', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), fc.nat(3), (before, value, space) => {
        const json = `{"x":${before},"list":[${before},${JSON.stringify(JSON.parse(value), null, space)}],"y":${before}}`;
        const raw = rawMember(json, ['list', 1]);
        expect(JSON.parse(raw ?? '')).toEqual(JSON.parse(json).list[1]);
        expect(rawMember(json, ['y'])).toBe(before);
      }),
      { numRuns: 500 },
    );
  });

  test('does not mind depth', () => {
    const deep = '['.repeat(500_000) + ']'.repeat(500_000);
    expect(rawMember(`{"a":${deep},"b":1}`, ['b'])).toBe('1');
    expect(rawMember(`{"a":${deep}}`, ['a'])).toBe(deep);
  });
});

describe('rawElements', () => {
  test('gives the text of every element, as it was written', () => {
    expect(rawElements(' [ 1.0 , {"n": 12345678901234567890} ,[ ],"]" ] ')).toEqual([
      '1.0',
      '{"n": 12345678901234567890}',
      '[ ]',
      '"]"',
    ]);
    expect(rawElements('{"a":{"b":[1,[2]]}}', ['a', 'b'])).toEqual(['1', '[2]']);
    expect(rawElements('[]')).toEqual([]);
    expect(rawElements('{"a":1}')).toEqual([]);
    expect(rawElements('{"a":1}', ['b'])).toEqual([]);
  });

  test('finds what JSON.parse finds, in any list', () => {
    fc.assert(
      fc.property(fc.array(fc.json(), { maxLength: 5 }), fc.nat(3), (values, space) => {
        const list = values.map((value) => JSON.parse(value) as unknown);
        const texts = rawElements(JSON.stringify({ list }, null, space), ['list']);
        expect(texts.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(list)));
      }),
      { numRuns: 500 },
    );
  });
});
