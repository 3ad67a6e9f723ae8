import { expect, it } from 'vitest';
import { renderJson } from '../../src/cli/render-json.js';
import { verifies } from '../requirements.js';

it('escapes what steers a terminal or is not seen, and means the same', () => {
  verifies('models.face.json-safe');
  const value = { a: 'x\u001b\u0085\u009b\u202e\u2028\u{e0041}y', 'k\u200d': ['ñ 世 😀', '\ud800', '\n\t'] };
  const text = renderJson(value);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
  expect(text).toContain('ñ 世 😀');
  expect(JSON.parse(text)).toEqual(value);
});
