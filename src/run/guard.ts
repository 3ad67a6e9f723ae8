import { plural } from '../base/text.js';
import { fail } from '../tool/outcome.js';
import type { Call, CallInput } from './call.js';
import type { RunEnv } from './env.js';

/** Limits that hold whatever the call is. */
export function guardCall(call: Call, { limits, round }: Pick<RunEnv, 'limits' | 'round'>): CallInput {
  if (call.index >= limits.callsPerRound) {
    const message = `Not run: one message may hold ${plural(limits.callsPerRound, 'call')}. Call again in the next message.`;
    return { type: 'refused', failure: fail('rate_limited', message), limit: 'calls-per-round' };
  }
  if (round.callsBefore + call.index >= limits.callsPerTurn) {
    const message = `Not run: the limit of ${plural(limits.callsPerTurn, 'call')} a turn is reached. Answer with what you have.`;
    return { type: 'refused', failure: fail('rate_limited', message), limit: 'calls-per-turn' };
  }
  return { type: 'guarded' };
}
