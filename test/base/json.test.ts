import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/base/json.js';
import { verifies } from '../requirements.js';

const problemOf = (text: string, limits = {}) => {
  const parsed = parseJson(text, limits);
  return parsed.ok ? undefined : parsed.problem.code;
};

describe('parseJson', () => {
  it('reads what JSON.parse reads', () => {
    verifies('design.rooms.guarded-json');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(4), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        fc.pre(!text.includes('"__proto__"'));
        const parsed = parseJson(text);
        expect(parsed).toEqual({ ok: true, value: JSON.parse(text) });
      }),
      { numRuns: 500 },
    );
  });

  it('accepts exactly the texts JSON.parse accepts, but for what it refuses on purpose', () => {
    const parts = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b\\n"',
      '1',
      '-0.5e2',
      'true',
      'null',
      ' ',
      '"\\u00e9"',
      '01',
      '"',
      '\\',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const parsed = parseJson(text);
        let native: { value: unknown } | undefined;
        try {
          native = { value: JSON.parse(text) };
        } catch {
          native = undefined;
        }
        if (parsed.ok) expect(native).toEqual({ value: parsed.value });
        else if (parsed.problem.code === 'syntax') expect(native).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });

  it('refuses what would be lost or misread in silence', () => {
    verifies('core.bad-input.deep-nesting', 'core.bad-input.proto-keys', 'core.bad-input.huge-number');
    verifies('core.bad-input.duplicate-keys');
    expect(problemOf('['.repeat(100_000) + ']'.repeat(100_000))).toBe('too-deep');
    expect(problemOf('{"a":'.repeat(100_000))).toBe('too-deep');
    expect(problemOf('{"__proto__": {"polluted": true}}')).toBe('forbidden-key');
    expect(problemOf('{"\\u005f_proto__": 1}')).toBe('forbidden-key');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(problemOf('{"n": 1e400}')).toBe('number-range');
    expect(problemOf('{"n": 9007199254740993}')).toBe('number-digits');
    expect(problemOf('{"a": 1, "a": 2}')).toBe('duplicate-key');
    expect(problemOf('{"a": 1, "\\u0061": 2}')).toBe('duplicate-key');
    expect(problemOf('"x"', { maxLength: 2 })).toBe('too-long');
  });

  it('takes keys of Object.prototype as plain keys', () => {
    const parsed = parseJson('{"constructor": 1, "toString": 2, "hasOwnProperty": 3}');
    expect(parsed.ok && Object.keys(parsed.value as object)).toEqual(['constructor', 'toString', 'hasOwnProperty']);
  });

  it('says where the text is wrong', () => {
    const parsed = parseJson('{"path": "a.txt",}');
    expect(parsed).toEqual({
      ok: false,
      problem: {
        code: 'syntax',
        at: 17,
        message: expect.stringContaining('expected a key in double quotes at character 17'),
      },
    });
  });

  it('never throws and never answers an unfinished text', () => {
    const whole = JSON.stringify({ path: 'src/a.ts', content: 'x "quoted" \\ \n', list: [1, { deep: null }] });
    for (let end = 0; end < whole.length; end += 1) expect(parseJson(whole.slice(0, end)).ok).toBe(false);
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => void parseJson(text)));
  });

  it('reads a string full of escapes once', () => {
    // A reader that looks back at every quote would run into the time limit of a test.
    expect(parseJson(JSON.stringify({ text: '\\\\"'.repeat(600_000) })).ok).toBe(true);
  });
});
