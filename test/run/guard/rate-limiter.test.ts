import { describe, expect, it } from 'vitest';
import { formatDuration } from '../../../src/base/text.js';
import { createRateLimiter } from '../../../src/run/guard/rate-limiter.js';
import { verifies } from '../../requirements.js';

const tool = (name: string, rate?: { max: number; perMs: number }) => ({
  name,
  limits: rate === undefined ? {} : { rate },
});

describe('rates', () => {
  it('start full, refill all the time and hold no more than their most', () => {
    verifies('y-agent.guard.rate-bucket');
    let now = 1000;
    const limiter = createRateLimiter({ read: { max: 2, perMs: 1000 } }, { monotonic: () => now });
    const take = () => limiter.take(tool('read'))?.waitMs;
    expect([take(), take(), take()]).toEqual([undefined, undefined, 500]);
    now += 200;
    expect(take()).toBe(300);
    now += 300;
    expect([take(), take()]).toEqual([undefined, 500]);
    now += 3_600_000;
    expect([take(), take(), take()]).toEqual([undefined, undefined, 500]);
  });

  it('are those of the config, else of the tool, else of all tools, each tool by itself', () => {
    verifies('y-agent.guard.rate-default', 'design.tool.rate', 'limits.rate.config');
    const limiter = createRateLimiter(
      { shell: { max: 3, perMs: 1000 }, '*': { max: 1, perMs: 1000 } },
      { monotonic: () => 0 },
    );
    const passes = (one: ReturnType<typeof tool>): number => {
      let count = 0;
      while (limiter.take(one) === undefined && count < 9) count += 1;
      return count;
    };
    expect(passes(tool('shell', { max: 5, perMs: 1000 }))).toBe(3);
    expect(passes(tool('fetch', { max: 5, perMs: 1000 }))).toBe(5);
    expect(passes(tool('read'))).toBe(1);
    expect(passes(tool('list'))).toBe(1);
    expect(createRateLimiter({}, { monotonic: () => 0 }).take(tool('read'))).toBeUndefined();
  });

  it('are told in words that never promise too much', () => {
    expect([1, 999, 1000, 1501, 60_000, 90_001, 3_600_000, 5_400_000].map(formatDuration)).toEqual([
      '1 millisecond',
      '999 milliseconds',
      '1 second',
      '1.6 seconds',
      '1 minute',
      '1.6 minutes',
      '1 hour',
      '1.5 hours',
    ]);
  });
});
