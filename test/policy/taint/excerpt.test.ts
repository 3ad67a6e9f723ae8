import { expect, it } from 'vitest';
import { excerptOf } from '../../../src/policy/taint/excerpt.js';
import { verifies } from '../../requirements.js';

const plain = (text: string): string => text;

it('is the beginning of the content of a result, or of its longest text, on one line', () => {
  verifies('taint.raised.excerpt');
  expect(excerptOf('  Ignore\tall\r\n\n rules\u0007.  ', plain)).toBe('Ignore all rules .');
  expect(excerptOf({ status: 'ok', page: { said: 'what the page says' }, n: 3 }, plain)).toBe('what the page says');
  expect(excerptOf({ output: 'hi', changed: ['A much/longer/path'] }, plain)).toBe('hi');
  expect(excerptOf({ output: '', changed: ['A path'] }, plain)).toBe('');
  expect(excerptOf({ content: [{ type: 'text', text: 'of a server' }], note: 'x'.repeat(50) }, plain)).toBe(
    'of a server',
  );
  expect(excerptOf(['a', ['bcd', null, 7]], plain)).toBe('bcd');
  expect(excerptOf(undefined, plain)).toBe('');
  expect(excerptOf({ a: 1 }, plain)).toBe('');
});

it('has at most 200 characters, and no half of one', () => {
  verifies('taint.raised.excerpt');
  const cut = excerptOf('😀'.repeat(150), plain);
  expect(cut.length).toBeLessThanOrEqual(200);
  expect(cut).toMatch(/^(?:😀)+…$/u);
});

it('is masked before it is cut', () => {
  verifies('taint.raised.excerpt');
  const secret = 's'.repeat(300);
  expect(excerptOf(`key ${secret} end`, (text) => text.replace(secret, '[masked:KEY]'))).toBe('key [masked:KEY] end');
});

it('is nothing of a result that cannot be looked at', () => {
  const hostile = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no');
      },
    },
  );
  expect(excerptOf(hostile, plain)).toBe('');
  const endless: Record<string, unknown> = { text: 'found' };
  endless['self'] = endless;
  expect(excerptOf(endless, plain)).toBe('found');
});
