import type { MaybePromise } from '../../base/maybe-promise.js';
import { formatDuration, plural } from '../../base/text.js';
import { fail } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';
import type { Call, CallInput } from '../call.js';
import type { RunEnv } from '../env.js';
import { refused, whyNotStarted } from '../not-started.js';
import { fileNow } from './file-now.js';
import type { LoopWatch } from './loop-watch.js';

type Guarding = Pick<RunEnv, 'guards' | 'round'> & { readonly ports: Pick<RunEnv['ports'], 'workspace'> };

/** Limits that hold whatever the call is, then the rate of its tool, then the loop watch. */
export function guardCall(
  { call, tool }: { readonly call: Call; readonly tool: Tool },
  env: Guarding,
): MaybePromise<CallInput> {
  const { limits, exhausted, rates, loops } = env.guards;
  const { round } = env;
  if (call.index >= limits.callsPerRound) {
    const message = `Not run: one message may hold ${plural(limits.callsPerRound, 'call')}. Call again in the next message.`;
    return { ...refused('rate_limited', message), limit: 'calls-per-round' };
  }
  if (round.callsBefore + call.index >= limits.callsPerTurn) {
    const message = `Not run: the limit of ${plural(limits.callsPerTurn, 'call')} a turn is reached. Answer with what you have.`;
    return { ...refused('rate_limited', message), limit: 'calls-per-turn' };
  }
  const used = exhausted?.();
  if (used !== undefined) return { ...refused('rate_limited', whyNotStarted(env)), limit: used.limit };
  const fast = rates?.take(tool);
  if (fast !== undefined) {
    const { waitMs, rate } = fast;
    const message = `Not run: ${tool.name} may be called ${plural(rate.max, 'time')} in ${formatDuration(rate.perMs)}. Wait ${waitMs} ms (${formatDuration(waitMs)}) and call again, or go on with something else meanwhile.`;
    return { type: 'refused', failure: fail('rate_limited', message, { retry_after_ms: waitMs }), limit: 'rate' };
  }
  const path = loops?.looksAt(call);
  if (loops === undefined || path === undefined) return guardedBy(loops?.judge(call));
  return fileNow(path, env.ports.workspace).then((file) => guardedBy(loops.judge(call, file)));
}

const guardedBy = (loop: ReturnType<LoopWatch['judge']>): CallInput =>
  loop === undefined ? guarded : { ...refused('rate_limited', loop.message), limit: loop.limit };

const guarded: CallInput = { type: 'guarded' };
