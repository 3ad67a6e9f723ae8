import type { Clock } from '../../base/clock.js';
import { namesOf } from '../../tool/former-names.js';
import type { Rate } from '../../tool/tool.js';

/** Rates by the name of a tool; `*` is for each tool that has none of its own. */
export type RateLimits = Readonly<Record<string, Rate>>;

export interface RateLimiter {
  /** Takes one call of the tool; answers how long to wait, and at which rate, when there is none left. */
  take(tool: { readonly name: string; readonly limits: { readonly rate?: Rate } }): TooFast | undefined;
}

export interface TooFast {
  readonly waitMs: number;
  readonly rate: Rate;
}

interface Bucket {
  calls: number;
  at: number;
}

/** A bucket for each tool: full at first, and refilled all the time, by the clock that is never set. */
export function createRateLimiter(rates: RateLimits, clock: Pick<Clock, 'monotonic'>): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const own = new Map(Object.entries(rates));
  return {
    take({ name, limits }) {
      const [named] = namesOf(name).flatMap((one) => own.get(one) ?? []);
      const rate = named ?? limits.rate ?? own.get('*');
      if (rate === undefined) return undefined;
      const now = clock.monotonic();
      const bucket = buckets.get(name) ?? { calls: rate.max, at: now };
      buckets.set(name, bucket);
      bucket.calls = Math.min(rate.max, bucket.calls + ((now - bucket.at) * rate.max) / rate.perMs);
      bucket.at = now;
      if (bucket.calls < 1) return { waitMs: Math.ceil(((1 - bucket.calls) * rate.perMs) / rate.max), rate };
      bucket.calls -= 1;
      return undefined;
    },
  };
}
