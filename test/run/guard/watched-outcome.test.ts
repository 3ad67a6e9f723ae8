import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sameOutcome, watchOutcome } from '../../../src/run/guard/watched-call.js';

const same = (a: string, b: string): boolean => sameOutcome(watchOutcome(a), watchOutcome(b));

it('takes two results for the same when they are, and never else', () => {
  const long = fc.string({ minLength: 100, maxLength: 400 });
  fc.assert(
    fc.property(long, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (text, place, letter) => {
      const at = place % text.length;
      const other = text.slice(0, at) + letter + text.slice(at + 1);
      expect(same(text, `${text.slice(0, at)}${text.slice(at)}`)).toBe(true);
      expect(same(text, other)).toBe(text === other);
    }),
  );
});

it('leaves out the times of a result, and no others', () => {
  const timed = (data: string, ms: number) =>
    `{"data":"${data}","metadata":{"execution_time_ms":${ms},"timestamp":${ms}}}`;
  expect(same(timed('x', 1), timed('x', 22))).toBe(true);
  expect(same(timed('x', 1), timed('y', 1))).toBe(false);
  expect(same('{"execution_time_ms":1}', '{"execution_time_ms":2}')).toBe(false);
  expect(same('', '')).toBe(true);
});
