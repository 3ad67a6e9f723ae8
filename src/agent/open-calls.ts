import { attempt } from '../base/attempt.js';
import { parseJson } from '../base/json.js';
import type { History, OpenCall } from '../history/history.js';
import type { Decision } from '../policy/policy.js';
import type { RunEnv } from '../run/env.js';
import { findTool } from '../run/find-tool.js';
import type { Finish } from '../run/finish.js';
import { type RunEnd, runCalls } from '../run/run-calls.js';
import { settle } from '../run/settle.js';
import { endOfStopped } from '../run/stopped-run.js';
import { fail } from '../tool/outcome.js';
import type { Tool } from '../tool/tool.js';
import type { Repair } from './event.js';
import type { Recovery } from './recovery.js';

/**
 * Settles the calls an earlier turn left open, each exactly once: one that never started goes its road from the
 * beginning (and is asked about again); one that started runs again only where its tool says that is harmless, or as policy
 * and a person say where the profile restarts calls; one that the sandbox stopped ends as that run did; any other is
 * `unknown`, because nobody can tell whether it was done. One that a program made is never run again: nobody waits for it
 * any more.
 */
export async function finishOpenCalls(
  env: RunEnv,
  history: History,
  recovery: Recovery = {},
): Promise<RunEnd | undefined> {
  await settleSteps(env, history);
  const open = history.openCalls;
  if (open.length === 0) return undefined;
  const repairs = open.map((one) => repairOf(one, recovery, env));
  env.recorder.record([{ type: 'history-repaired', body: { calls: repairs } }]);
  for (const [at, one] of open.entries()) {
    if (isRun(repairs[at])) continue;
    const { call } = one;
    const finish = endOf(one, recovery);
    const settlement = await settle(
      { stage: 'settle', call, tool: findTool(call.name, env.tools), coercions: [], facts: [], finish },
      env,
    );
    env.recorder.record([{ type: 'call-settled', body: settlement }]);
  }
  const again = open.filter((_, at) => isRun(repairs[at])).map(({ call }) => call);
  if (again.length === 0) return 'settled';
  const cutOff = new Map(open.flatMap((one) => (one.started ? [[one.call.id, one]] : [])));
  if (recovery.restarts !== true || cutOff.size === 0) return runCalls(again, env);
  const anew: RunEnv['judges']['anew'] = (decision, { id }) => {
    const left = cutOff.get(id);
    return left === undefined ? decision : askInstead(decision, left);
  };
  return runCalls(again, { ...env, judges: { ...env.judges, anew } });
}

/** What a call made is never done again by itself: the call that made it is told of, and the model decides. */
async function settleSteps(env: RunEnv, history: History): Promise<void> {
  for (const one of history.openSteps) {
    const { call, started } = one;
    const failure = fail('cancelled', 'It was not started: Toolwright ended before.');
    const finish: Finish = started ? endOf(one, {}) : { type: 'cancelled', failure, durationMs: 0 };
    const tool = findTool(call.name, env.tools);
    const body = await settle({ stage: 'settle', call, tool, coercions: [], facts: [], finish }, env);
    env.recorder.record([{ type: 'call-settled', body }]);
  }
}

function repairOf({ call, started, stopped, called }: OpenCall, recovery: Recovery, env: RunEnv): Repair {
  const { unknownTool, restarts = false } = recovery;
  const { id: callId, name } = call;
  if (called === true && !started) return { callId, name, repair: 'dropped' };
  const tool = findTool(name, env.tools);
  if (!started) return { callId, name, repair: tool === undefined && unknownTool !== undefined ? 'tool-gone' : 'run' };
  if (called !== true && tool !== undefined && (restarts || mayRunAgain(call, tool)))
    return { callId, name, repair: 'run-again' };
  return { callId, name, repair: stopped === undefined ? 'unknown' : 'stopped' };
}

/** What it was called with is what it told of itself before it started: a tool that cannot read it says no. */
function mayRunAgain({ arguments: text }: OpenCall['call'], tool: Tool): boolean {
  if (tool.idempotent) return true;
  const args = tool.mayRepeat && parseJson(text);
  return args?.ok === true && attempt(() => tool.mayRepeat?.(args.value as never) ?? false, false);
}

const isRun = (repair: Repair | undefined): boolean => repair?.repair === 'run' || repair?.repair === 'run-again';

function endOf({ call, started, stopped, called }: OpenCall, { unknownTool = '' }: Recovery): Finish {
  if (called === true && !started) {
    const message = 'Not run: Toolwright ended before it was, and so did the wait of the program that called it.';
    return { type: 'failure', failure: fail('cancelled', message), durationMs: 0 };
  }
  if (!started) return { type: 'failure', failure: fail('not_found', unknownTool), durationMs: 0 };
  if (stopped === undefined) {
    const message = `${call.name} was started and its end was never recorded: it may have been done, wholly or in part. Look before doing it again.`;
    return { type: 'unknown', failure: fail('internal_error', message) };
  }
  const finish: Finish = { type: 'failure', failure: fail('io_error', stopped.message), durationMs: 0 };
  const why = 'It may have done part of its work, and was not run again: Toolwright ended before that was decided.';
  return endOfStopped({ finish, refused: stopped.refused }, why);
}

/** It may have run: whoever is asked is told so, and what has changed files is not done twice unasked. */
function askInstead(decision: Decision, { changed }: OpenCall): Decision {
  const { verdict, level, reasons } = decision;
  if (verdict === 'deny' || (verdict !== 'ask' && changed !== true)) return decision;
  const reason =
    changed === true
      ? 'it was started before Toolwright ended, and its change was made'
      : 'it was started before Toolwright ended, and may have run, wholly or in part';
  // In a replay the record has it already.
  if (reasons[0] === reason) return decision;
  return {
    verdict: 'ask',
    level,
    reasons: [reason, ...reasons],
    because: [...(decision.because ?? []), { verdict: 'ask', source: 'mode', reason }],
  };
}
