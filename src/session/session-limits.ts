import { createSpending } from '../agent/spending.js';
import { createLoopWatch } from '../run/guard/loop-watch.js';
import { createRateLimiter } from '../run/guard/rate-limiter.js';
import type { SessionRecord } from './event.js';
import type { Opening } from './opening.js';
import type { SessionPlace } from './session-place.js';
import type { SessionStream } from './session-stream.js';

export type SessionLimits = ReturnType<typeof sessionLimits>;

/** What keeps a session within its limits. */
export function sessionLimits(
  { options, past, binding }: Opening,
  { place, stream }: { readonly place: SessionPlace; readonly stream: SessionStream },
) {
  const { profile, clock } = place;
  const { limits, loops } = profile;
  const { prices, rateLimits = {}, spendsFor: above } = options;
  return {
    spending: createSpending({ limits, prices, above, past, record: stream.recordAside }),
    rates: binding?.rates ?? createRateLimiter(rateLimits, clock),
    loops: loops && createLoopWatch(loops),
  };
}

/** A message begins something new: what was before it does not matter to a loop. */
export const sinceLastMessage = (past: readonly SessionRecord[]): readonly SessionRecord[] =>
  past.slice(
    Math.max(
      0,
      past.findLastIndex(({ type }) => type === 'message-received'),
    ),
  );
