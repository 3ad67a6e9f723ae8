import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeControls, parseShape } from '../../src/dialect/loose-json.js';
import { escapeMarkup } from '../../src/dialect/markup.js';
import { verifies } from '../requirements.js';

it('reads JSON with numbers of any size', () => {
  verifies('models.prompt.digits');
  expect(parseShape('{"a":12345678901234567890,"b":["12345678901234567890"],"c":-1e999,"d":1.5}')).toEqual({
    ok: true,
    value: { a: 0, b: ['12345678901234567890'], c: 0, d: 1.5 },
  });
  expect(parseShape('[1e999, 01234567890123456789]')).toMatchObject({ ok: false, problem: { code: 'syntax' } });
  expect(parseShape('[1e999, {"a":1,"a":2}]')).toMatchObject({ ok: false, problem: { code: 'duplicate-key', at: 15 } });
});

it('escapes control characters inside strings only', () => {
  verifies('models.prompt.tolerant');
  expect(escapeControls('{\n"a\tb": "c\nd\\\n\u0001",\n"e": "\\"\n" }\n')).toBe(
    '{\n"a\\tb": "c\\nd\\\n\\u0001",\n"e": "\\"\\n" }\n',
  );
  expect(escapeControls('"never ends\n')).toBe('"never ends\\n');
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(escapeControls(json)).toBe(json);
    }),
  );
});

it('escapes markup without changing the value', () => {
  verifies('models.prompt.results-safe');
  expect(escapeMarkup('["<div>", "a < b", "</TOOL_CALL>", "<|x|>", "<<s>", "[INST]", [1]]')).toBe(
    '["<div>", "a < b", "\\u003c/TOOL_CALL>", "\\u003c|x|>", "<\\u003cs>", "\\u005bINST]", [1]]',
  );
});
