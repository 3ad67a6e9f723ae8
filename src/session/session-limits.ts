import type { Profile } from '../agent/profile.js';
import { createSpending, type Spending, type SpendingEvent } from '../agent/spending.js';
import type { Clock } from '../base/clock.js';
import { createLoopWatch, type LoopWatch } from '../run/guard/loop-watch.js';
import { createRateLimiter, type RateLimiter } from '../run/guard/rate-limiter.js';
import type { SessionRecord } from './event.js';
import type { SessionOptions } from './options.js';

export interface SessionLimits {
  /** The profile with what the options say of its limits. */
  readonly profile: Profile;
  readonly spending: Spending;
  readonly rates: RateLimiter;
  readonly loops: LoopWatch | undefined;
}

interface LimitsOptions {
  readonly profile: Profile;
  readonly past: readonly SessionRecord[];
  readonly clock: Clock;
  record(event: SpendingEvent): void;
}

/** What keeps a session within its limits, as its past has left it. */
export function sessionLimits(options: SessionOptions, { profile, past, clock, record }: LimitsOptions): SessionLimits {
  const { prices, rateLimits = {}, spendsFor: above } = options;
  const limits = { ...profile.limits, ...options.limits };
  const loops = profile.loops && createLoopWatch(profile.loops);
  if (loops !== undefined) for (const event of sinceMessage(past)) loops.apply(event);
  return {
    profile: { ...profile, limits },
    spending: createSpending({ limits, prices, above, past, record }),
    rates: createRateLimiter(rateLimits, clock),
    loops,
  };
}

/** A message begins something new: what was before it does not matter to a loop. */
const sinceMessage = (past: readonly SessionRecord[]): readonly SessionRecord[] =>
  past.slice(
    Math.max(
      0,
      past.findLastIndex(({ type }) => type === 'message-received'),
    ),
  );
