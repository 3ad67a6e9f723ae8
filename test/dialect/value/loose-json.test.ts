import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeMarkup } from '../../../src/dialect/markup.js';
import { parseShape, readLooseJson } from '../../../src/dialect/value/loose-json.js';
import { verifies } from '../../requirements.js';

it('reads JSON with numbers of any size', () => {
  verifies('models.prompt.digits', 'dialects.arguments.digits');
  expect(parseShape('{"a":12345678901234567890,"b":["12345678901234567890"],"c":-1e999,"d":1.5}')).toEqual({
    ok: true,
    value: { a: 0, b: ['12345678901234567890'], c: 0, d: 1.5 },
  });
  expect(parseShape('[1e999, 01234567890123456789]')).toMatchObject({ ok: false, problem: { code: 'syntax' } });
  expect(parseShape('[1e999, {"a":1,"a":2}]')).toMatchObject({ ok: false, problem: { code: 'duplicate-key', at: 15 } });
});

it('keeps the text of JSON as it is, whatever it holds', () => {
  verifies('models.prompt.digits');
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), (json) => {
      if (json.includes('__proto__') || json.includes('constructor')) return;
      expect(readLooseJson(json)).toMatchObject({ ok: true, json, repairs: [] });
    }),
  );
});

it('says whether what it refuses is no JSON or must not be used', () => {
  verifies('dialects.arguments.repair');
  expect(readLooseJson('{"a":')).toMatchObject({ ok: false, broken: true });
  expect(readLooseJson('{"a":1,"a":2}')).toMatchObject({ ok: false, broken: false });
  expect(readLooseJson('{"__proto__":{}}')).toMatchObject({ ok: false, broken: false });
  expect(readLooseJson('{"constructor":{"prototype":1}}')).toMatchObject({ ok: false, broken: false });
  expect(readLooseJson('{"a":[{"\\u0063onstructor":{}}]}')).toMatchObject({ ok: false, broken: false });
  expect(readLooseJson('{"constructor":"x"}')).toMatchObject({ ok: true });
  // A repair must not bring them in either.
  expect(readLooseJson("{'__proto__': {}}")).toMatchObject({ ok: false, broken: false });
  expect(readLooseJson("{'a': 1, 'a': 2}")).toMatchObject({ ok: false, broken: false });
});

it('escapes markup without changing the value', () => {
  verifies('models.prompt.results-safe');
  expect(
    escapeMarkup('["<div>", "a < b", "</TOOL_CALL>", "<|x|>", "<<s>", "[INST]", "<longcat_tool_call>", [1]]'),
  ).toBe(
    '["<div>", "a < b", "\\u003c/TOOL_CALL>", "\\u003c|x|>", "<\\u003cs>", "\\u005bINST]", "\\u003clongcat_tool_call>", [1]]',
  );
});
