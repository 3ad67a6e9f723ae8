import type { History, OpenCall } from '../history/history.js';
import type { RunEnv } from '../run/env.js';
import { type RunEnd, runCalls } from '../run/run-calls.js';
import { settle } from '../run/settle.js';
import { fail } from '../tool/outcome.js';
import type { Repair } from './event.js';

/**
 * Settles the calls an earlier turn left open, each exactly once: one that never started goes its road from the
 * beginning (and is asked about again); one that started runs again only where its tool says that is harmless; any
 * other is `unknown`, because nobody can tell whether it was done.
 */
export async function finishOpenCalls(env: RunEnv, history: History): Promise<RunEnd | undefined> {
  const open = history.openCalls;
  if (open.length === 0) return undefined;
  const repairs = open.map((one) => repairOf(one, env));
  env.recorder.record([{ type: 'history-repaired', body: { calls: repairs } }]);
  for (const [at, { call }] of open.entries()) {
    if (repairs[at]?.repair !== 'unknown') continue;
    const message = `${call.name} was started and its end was never recorded: it may have been done, wholly or in part. Look before doing it again.`;
    const finish = { type: 'unknown', failure: fail('internal_error', message) } as const;
    const settlement = await settle(
      { stage: 'settle', call, tool: env.registry.get(call.name), coercions: [], finish },
      env,
    );
    env.recorder.record([{ type: 'call-settled', body: settlement }]);
  }
  const again = open.filter((_, at) => repairs[at]?.repair !== 'unknown').map(({ call }) => call);
  return again.length === 0 ? 'settled' : runCalls(again, env);
}

function repairOf({ call, started }: OpenCall, env: RunEnv): Repair {
  const repair = !started ? 'run' : env.registry.get(call.name)?.idempotent === true ? 'run-again' : 'unknown';
  return { callId: call.id, name: call.name, repair };
}
