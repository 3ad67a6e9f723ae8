import { fail, isFailure, type Outcome } from '../tool/outcome.js';
import { askMiddleware } from './ask-middleware.js';
import type { CallState } from './call.js';
import type { RunEnv } from './env.js';
import type { Finish } from './finish.js';
import type { CallResult, Middleware } from './middleware.js';
import { outcomeOf } from './settle.js';

type Settling = Extract<CallState, { stage: 'settle' }>;

/**
 * Shows every middleware how a call ended, each what those before it made of it; answers the end that is told. It is not
 * masked, bounded or checked yet: all that follows.
 */
export async function afterCall(state: Settling, all: readonly Middleware[], env: RunEnv): Promise<Finish> {
  const { call, ran } = state;
  let { finish } = state;
  if (ran === undefined) return finish;
  for (const one of all) {
    if (one.after === undefined) continue;
    const shown = finish;
    const asked = await askMiddleware(one, { call, args: ran, env, until: 'cancel' }, (seen) =>
      one.after?.({ ...seen, outcome: outcomeOf(shown), result: copyOf(shown) }),
    );
    const body = { callId: call.id, by: one.name };
    if (asked.type !== 'answered') {
      const message = asked.type === 'failed' ? asked.message : 'the turn was cancelled before it had ended';
      env.recorder.record([{ type: 'middleware-failed', body: { ...body, message } }]);
      continue;
    }
    const other = rewritten(shown, asked.answer ?? undefined);
    if (other === undefined) continue;
    if ('wrong' in other) {
      env.recorder.record([{ type: 'middleware-failed', body: { ...body, message: other.wrong } }]);
      continue;
    }
    finish = other;
    const outcomes: { readonly from: Outcome; readonly to: Outcome } = { from: outcomeOf(shown), to: outcomeOf(other) };
    env.recorder.record([{ type: 'result-rewritten', body: { ...body, ...outcomes } }]);
  }
  return finish;
}

function copyOf(finish: Finish): CallResult {
  if (finish.type === 'value') return { value: structuredClone(finish.value) };
  const { errorType, message, data } = finish.failure;
  return { failure: fail(errorType, message, structuredClone(data)) };
}

/** What was denied, cancelled or is unknown stays that, whatever anybody says of it. */
function rewritten(
  finish: Finish,
  answer: Partial<Record<string, unknown>> | undefined,
): Finish | { readonly wrong: string } | undefined {
  if (answer === undefined) return undefined;
  if (finish.type !== 'value' && finish.type !== 'failure')
    return { wrong: `the result of a call that ended as ${outcomeOf(finish)} cannot be rewritten` };
  const { durationMs } = finish;
  if (isFailure(answer['failure'])) return { type: 'failure', failure: answer['failure'], durationMs };
  if (Object.hasOwn(answer, 'value')) return { type: 'value', value: answer['value'], durationMs };
  return { wrong: 'it answered neither { value } nor { failure }' };
}
