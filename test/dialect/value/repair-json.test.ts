import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairJson } from '../../../src/dialect/value/repair-json.js';
import { sameJson } from '../../../src/dialect/value/same-json.js';
import { verifies } from '../../requirements.js';

const mended: Readonly<Record<string, readonly [string, string, string]>> = {
  'a trailing comma in an object': ['{"a":1,}', '{"a":1}', 'a comma too many'],
  'a trailing comma in a list': ['[1, 2 , ]', '[1,2]', 'a comma too many'],
  'single quotes': [`{'a': 'it"s'}`, '{"a":"it\\"s"}', 'single quotes'],
  'an apostrophe in single quotes': ["{'a': 'it\\'s'}", `{"a":"it's"}`, 'single quotes'],
  'words of Python': ['[True, False, None]', '[true,false,null]', 'True was read as true'],
  'keys without quotes': ['{a: 1, $b-c: 2}', '{"a":1,"$b-c":2}', 'keys were put in quotes'],
  comments: ['{"a": 1, // one\n /* two */ "b": 2}', '{"a":1,"b":2}', 'comments'],
  'line breaks and tabs': ['{"a":"x\n\ty"}', '{"a":"x\\n\\ty"}', 'line breaks or tabs'],
  'quotes within a string': ['{"a":"say "hi" now","b":1}', '{"a":"say \\"hi\\" now","b":1}', 'quotes within'],
  'quotes within an element': ['["a "b" c", 2]', '["a \\"b\\" c",2]', 'quotes within'],
  'escapes of a shell': ['{"a":"\\$HOME \\`x\\`"}', '{"a":"$HOME `x`"}', 'escapes'],
  'escapes of a pattern': ['{"a":"\\d+\\.\\w"}', '{"a":"\\\\d+\\\\.\\\\w"}', 'escapes'],
  'half an escape': ['{"a":"\\u00"}', '{"a":"\\\\u00"}', 'escapes'],
};

describe('repairJson', () => {
  for (const [name, [text, json, repair]] of Object.entries(mended)) {
    it(`mends ${name}`, () => {
      verifies('dialects.arguments.repair');
      const read = repairJson(text);
      expect(read).toMatchObject({ ok: true, json });
      expect(read.ok && read.repairs.join('; ')).toContain(repair);
    });
  }

  it('adds nothing where something is missing', () => {
    verifies('dialects.arguments.not-closed');
    const broken = [
      '',
      '{',
      '{"a"',
      '{"a":',
      '{"a":1',
      '{"a":"x',
      '[1',
      '["a',
      '{"a":1}}',
      '{a}',
      '{"a" 1}',
      '[1 2]',
      'nothing',
      '{"a": undefined}',
      '[01]',
      '[1.]',
      "{'a': 'b}",
      '/* ',
    ];
    for (const text of broken) expect(repairJson(text).ok, text).toBe(false);
  });

  it('closes nothing that was cut off, wherever it was cut', () => {
    verifies('dialects.arguments.not-closed');
    const whole = `{'a': "say "hi" now", b: [True, {"c": 'x',},], // z\n "d": {"e": "}]"}}`;
    expect(repairJson(whole).ok).toBe(true);
    for (let at = 0; at < whole.length; at += 1)
      expect(repairJson(whole.slice(0, at)).ok, whole.slice(0, at)).toBe(false);
  });

  it('keeps what is JSON, digit for digit', () => {
    verifies('dialects.arguments.digits');
    expect(repairJson('{"n": 12345678901234567890.10, "e": 1E+400,}')).toMatchObject({
      json: '{"n":12345678901234567890.10,"e":1E+400}',
    });
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        const read = repairJson(json);
        expect(read.ok && sameJson(read.json, json)).toBe(true);
        expect(read.ok && read.repairs).toEqual([]);
      }),
    );
  });

  it('never throws and answers JSON, whatever the text', () => {
    verifies('dialects.proof.arbitrary');
    const part = fc.oneof(
      fc.constantFrom('{', '}', '[', ']', '"', "'", ':', ',', '\\', '\n', '//', '/*', '*/', 'a', '1', 'True'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const read = repairJson(parts.join(''));
        if (read.ok) JSON.parse(read.json);
      }),
      { numRuns: 2000 },
    );
    expect(repairJson('['.repeat(100_000)).ok).toBe(false);
  });
});
