import type { History, OpenCall } from '../history/history.js';
import type { RunEnv } from '../run/env.js';
import type { Finish } from '../run/finish.js';
import { type RunEnd, runCalls } from '../run/run-calls.js';
import { settle } from '../run/settle.js';
import { endOfStopped } from '../run/stopped-run.js';
import { fail } from '../tool/outcome.js';
import type { Repair } from './event.js';

/**
 * Settles the calls an earlier turn left open, each exactly once: one that never started goes its road from the
 * beginning (and is asked about again); one that started runs again only where its tool says that is harmless; one that
 * the sandbox stopped ends as that run did; any other is `unknown`, because nobody can tell whether it was done.
 */
export async function finishOpenCalls(env: RunEnv, history: History): Promise<RunEnd | undefined> {
  const open = history.openCalls;
  if (open.length === 0) return undefined;
  const repairs = open.map((one) => repairOf(one, env));
  env.recorder.record([{ type: 'history-repaired', body: { calls: repairs } }]);
  for (const [at, one] of open.entries()) {
    if (isRun(repairs[at])) continue;
    const { call } = one;
    const finish = endOf(one);
    const settlement = await settle(
      { stage: 'settle', call, tool: env.registry.get(call.name), coercions: [], facts: [], finish },
      env,
    );
    env.recorder.record([{ type: 'call-settled', body: settlement }]);
  }
  const again = open.filter((_, at) => isRun(repairs[at])).map(({ call }) => call);
  return again.length === 0 ? 'settled' : runCalls(again, env);
}

function repairOf({ call, started, stopped }: OpenCall, env: RunEnv): Repair {
  const repeatable = env.registry.get(call.name)?.idempotent === true;
  const ended = stopped === undefined ? 'unknown' : 'stopped';
  return { callId: call.id, name: call.name, repair: !started ? 'run' : repeatable ? 'run-again' : ended };
}

const isRun = (repair: Repair | undefined): boolean => repair?.repair === 'run' || repair?.repair === 'run-again';

function endOf({ call, stopped }: OpenCall): Finish {
  if (stopped === undefined) {
    const message = `${call.name} was started and its end was never recorded: it may have been done, wholly or in part. Look before doing it again.`;
    return { type: 'unknown', failure: fail('internal_error', message) };
  }
  const finish: Finish = { type: 'failure', failure: fail('io_error', stopped.message), durationMs: 0 };
  const why = 'It may have done part of its work, and was not run again: Toolwright ended before that was decided.';
  return endOfStopped({ finish, refused: stopped.refused }, why);
}
