import { expect, it } from 'vitest';
import { parseUrl } from '../../src/base/parse-url.js';

it('is right about every letter, however often it is asked', () => {
  for (let time = 0; time < 50_000; time += 1) parseUrl(`https://a${time % 7}.example/`);
  expect(parseUrl('https://b\u00fccher.example/')?.href).toBe('https://xn--bcher-kva.example/');
  expect(parseUrl('b\u00fccher', 'https://example.com/a/b')?.href).toBe('https://example.com/a/b%C3%BCcher');
  expect(parseUrl('no address')).toBeUndefined();
});
