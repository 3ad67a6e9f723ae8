import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rawMember } from '../../../src/model/provider/raw-json.js';

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
