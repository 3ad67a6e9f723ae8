import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameCall, watchCall } from '../../../src/run/guard/watched-call.js';

const same = (a: string, b: string): boolean => sameCall(watchCall('t', a), watchCall('t', b));

describe('two calls of a tool', () => {
  it('are the same in any order of their arguments and with any spaces', () => {
    const shuffled = fc
      .dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 6 })
      .chain((args) =>
        fc.tuple(fc.constant(args), fc.shuffledSubarray(Object.keys(args), { minLength: Object.keys(args).length })),
      )
      .filter(([args]) => JSON.stringify(args, null, 2).length <= 500);
    fc.assert(
      fc.property(shuffled, ([args, keys]) => {
        const other = Object.fromEntries(keys.map((key) => [key, args[key]]));
        expect(same(JSON.stringify(args), JSON.stringify(other, null, 2))).toBe(true);
      }),
    );
  });

  it.each([
    ['{"n":12}', '{"n":21}'],
    ['{"a":"b","c":"d"}', '{"a":"d","c":"b"}'],
    ['{"a":"x y"}', '{"a":"xy"}'],
    ['{"a":"1,2"}', '{"a":"2,1"}'],
    ['{"a":1}', '{"a":"1"}'],
    ['not json', 'not  json'],
    [`{"a":"${'x'.repeat(600)}"}`, `{ "a":"${'x'.repeat(600)}"}`],
  ])('are others: %s and %s', (a, b) => {
    expect(same(a, b)).toBe(false);
  });

  it('are others when the tools are', () => {
    expect(sameCall(watchCall('a', '{}'), watchCall('b', '{}'))).toBe(false);
  });
});
