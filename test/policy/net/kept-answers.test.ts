import { expect, it } from 'vitest';
import { createKeptAnswers } from '../../../src/policy/net/kept-answers.js';
import type { NetResponse } from '../../../src/tool/net.js';
import { verifies } from '../../requirements.js';

const answer = (size: number, headers: Record<string, string> = {}): NetResponse => ({
  url: 'https://example.com/',
  status: 200,
  headers,
  body: new Uint8Array(size),
  redirects: 0,
});

const at = (path: number | string) => ({ url: `https://example.com/${path}` });

function bench() {
  let time = 0;
  const kept = createKeptAnswers({ monotonic: () => time });
  const pass = (ms: number): void => {
    time += ms;
  };
  return { kept, pass };
}

it('keeps an answer for 15 minutes, or for as long as its server allows', () => {
  verifies('web.port.kept');
  const { kept, pass } = bench();
  kept.keep(at('a'), answer(1));
  kept.keep(at('b'), answer(1, { 'cache-control': 'public, max-age=60' }));
  kept.keep(at('c'), { ...answer(1), status: 404 });
  const found = () => ['a', 'b', 'c'].map((path) => kept.find(at(path)) !== undefined);
  expect(found()).toEqual([true, true, false]);
  pass(60_000);
  expect(found()).toEqual([true, false, false]);
  pass(14 * 60_000);
  expect(found()).toEqual([false, false, false]);
});

it('goes by the exact request, whatever the order and case of its headers', () => {
  verifies('web.port.kept');
  const { kept } = bench();
  kept.keep({ ...at('a#x'), headers: { Accept: 'a', 'X-B': 'b' } }, answer(100));
  expect(kept.find({ ...at('a#y'), headers: { 'x-b': 'b', accept: 'a' } })).toBeDefined();
  expect(kept.find(at('a'))).toBeUndefined();
  expect(kept.find({ ...at('a'), headers: { accept: 'a', 'x-b': 'c' } })).toBeUndefined();
  expect(kept.find({ ...at('a'), method: 'POST', headers: { accept: 'a', 'x-b': 'b' } })).toBeUndefined();
  expect(kept.find({ ...at('a'), maxBytes: 99, headers: { accept: 'a', 'x-b': 'b' } })).toBeUndefined();
  expect(kept.find({ url: 'no address' })).toBeUndefined();
});

it('keeps at most 50 answers and 20 MB', () => {
  verifies('web.port.kept-bounds');
  const { kept } = bench();
  for (let one = 0; one < 60; one += 1) kept.keep(at(one), answer(1));
  const left = Array.from({ length: 60 }, (_, one) => one).filter((one) => kept.find(at(one)) !== undefined);
  expect(left).toEqual(Array.from({ length: 50 }, (_, one) => one + 10));
  kept.keep(at('large'), answer(20_000_000));
  expect(kept.find(at('large'))).toBeDefined();
  expect(kept.find(at(59))).toBeUndefined();
  kept.keep(at('larger'), answer(20_000_001));
  expect(kept.find(at('larger'))).toBeUndefined();
});
