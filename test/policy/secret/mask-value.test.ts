import { expect, it } from 'vitest';
import { createMask } from '../../../src/policy/secret/create-mask.js';
import { maskValue } from '../../../src/policy/secret/mask-value.js';
import { verifies } from '../../requirements.js';

const value = 'kx-test-7d1f0c2a9b8e4f60';
const mask = createMask({
  secrets: [
    { name: 'API_KEY', value },
    { name: 'PIN', value: '4711081512' },
  ],
});

it('masks texts and names anywhere in a value, and counts them', () => {
  verifies('secret.exit.results');
  expect(maskValue({ a: [`x ${value}`, { [value]: 1 }], b: 'plain text', c: null }, mask)).toEqual({
    value: { a: ['x [masked:API_KEY]', { '[masked:API_KEY]': 1 }], b: 'plain text', c: null },
    count: 2,
  });
});

it('masks a number that is a known value, and no other', () => {
  verifies('secret.exit.results');
  expect(maskValue([4711081512, 1763244000000, 7, Number.NaN], mask)).toEqual({
    value: ['[masked:PIN]', 1763244000000, 7, Number.NaN],
    count: 1,
  });
});

it('leaves what holds no secret as it is, and never changes what it was given', () => {
  verifies('secret.exit.results');
  const clean = { at: new Date(0), list: ['nothing here', Number.NaN], bytes: new Uint8Array(3) };
  expect(maskValue(clean, mask)).toEqual({ value: clean, count: 0 });
  expect(maskValue(clean, mask).value).toBe(clean);
  const given = { deep: { text: value }, beside: ['as it was'] };
  const masked = maskValue(given, mask).value;
  expect(given.deep.text).toBe(value);
  expect(masked.beside).toBe(given.beside);
});

it('takes an object for what JSON would make of it', () => {
  verifies('secret.exit.results');
  const told = { toJSON: () => ({ key: value }), other: 1 };
  expect(maskValue([told], mask)).toEqual({ value: [{ key: '[masked:API_KEY]' }], count: 1 });
  const quiet = { toJSON: () => 'nothing here' };
  expect(maskValue([quiet], mask).value[0]).toBe(quiet);
});

it('refuses what holds itself', () => {
  verifies('secret.exit.results');
  const loop: { self?: object } = {};
  loop.self = loop;
  expect(() => maskValue(loop, mask)).toThrow('nested too deeply');
});
