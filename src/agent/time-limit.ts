import { limitEnd } from './before-round.js';
import type { TurnEnd } from './event.js';
import type { TurnEnv } from './turn-env.js';
import type { Turn } from './turn-state.js';

/** Longer timers would fire at once, and shorter ones only burn while a question waits. */
const maxTimerMs = 2 ** 31 - 1;
const minTimerMs = 20;

/**
 * Ends what runs when the time of a turn is over; answers how to forget that. Where a person is asked, that is between
 * rounds, and nothing is cut off.
 */
export function stopInTime({ clock }: Turn, { profile, cancellation }: TurnEnv): () => void {
  const { turnMs, atLimit } = profile.limits;
  if (turnMs === undefined || atLimit === 'ask') return () => {};
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const left = turnMs - clock.elapsed();
    if (left <= 0) cancellation.cancel();
    else timer = setTimeout(look, Math.min(Math.max(left, minTimerMs), maxTimerMs));
  };
  look();
  return () => clearTimeout(timer);
}

/** A turn whose time was over did not end because somebody cancelled it. */
export function endInTime(end: TurnEnd, turn: Turn, env: TurnEnv): TurnEnd {
  const reached = end.reason === 'cancelled' ? turn.budget.exhausted() : undefined;
  return reached?.limit === 'turn-time' && env.profile.limits.atLimit !== 'ask' ? limitEnd(turn, reached, env) : end;
}
