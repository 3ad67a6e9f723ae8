import { plural } from '../../base/text.js';
import { fail } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';
import type { Call, CallInput } from '../call.js';
import type { RunEnv } from '../env.js';
import { whyNotStarted } from '../not-started.js';
import { inWords } from './in-words.js';

type Guarding = Pick<RunEnv, 'limits' | 'round' | 'exhausted' | 'rates' | 'loops'>;

/** Limits that hold whatever the call is, then the rate of its tool, then the loop watch. */
export function guardCall({ call, tool }: { readonly call: Call; readonly tool: Tool }, env: Guarding): CallInput {
  const { limits, round, exhausted, rates, loops } = env;
  if (call.index >= limits.callsPerRound) {
    const message = `Not run: one message may hold ${plural(limits.callsPerRound, 'call')}. Call again in the next message.`;
    return { type: 'refused', failure: fail('rate_limited', message), limit: 'calls-per-round' };
  }
  if (round.callsBefore + call.index >= limits.callsPerTurn) {
    const message = `Not run: the limit of ${plural(limits.callsPerTurn, 'call')} a turn is reached. Answer with what you have.`;
    return { type: 'refused', failure: fail('rate_limited', message), limit: 'calls-per-turn' };
  }
  const used = exhausted?.();
  if (used !== undefined) {
    return { type: 'refused', failure: fail('rate_limited', whyNotStarted(env)), limit: used.limit };
  }
  const fast = rates?.take(tool);
  if (fast !== undefined) {
    const { waitMs, rate } = fast;
    const message = `Not run: ${tool.name} may be called ${plural(rate.max, 'time')} in ${inWords(rate.perMs)}. Wait ${waitMs} ms (${inWords(waitMs)}) and call again, or go on with something else meanwhile.`;
    return { type: 'refused', failure: fail('rate_limited', message, { retry_after_ms: waitMs }), limit: 'rate' };
  }
  const loop = loops?.judge(call);
  if (loop === undefined) return guarded;
  return { type: 'refused', failure: fail('rate_limited', loop.message), limit: loop.limit };
}

const guarded: CallInput = { type: 'guarded' };
