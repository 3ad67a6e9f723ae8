import { messageOf } from '../base/error.js';
import type { MaybePromise } from '../base/maybe-promise.js';
import { fail, isFailure, type Outcome } from '../tool/outcome.js';
import type { CallInput, CallState, Rewrite } from './call.js';
import { checkArguments } from './check.js';
import type { RunEnv } from './env.js';
import type { Finish } from './finish.js';
import { endInTime, heldOrCancelled } from './in-time.js';
import {
  type Asked,
  askOne,
  type BeforeAnswer,
  type CallResult,
  type Middleware,
  type MiddlewareCall,
  timeOf,
  tooLate,
} from './middleware.js';
import { refused } from './not-started.js';
import { outcomeOf } from './settle.js';

type Guarded = Extract<CallState, { stage: 'guard' }>;
type Checked = Extract<CallInput, { type: 'checked' }>;

/** Asks every middleware about a call, each about what those before it made of it. */
export async function beforeCall(state: Guarded, all: readonly Middleware[], env: RunEnv): Promise<CallInput> {
  const rewrites: Rewrite[] = [];
  let { call, args, coercions } = state;
  for (const one of all) {
    if (one.before === undefined) continue;
    const asked = await askMiddleware(one, { call, args, env, until: 'stop' }, (seen) => one.before?.(seen));
    if (asked.type === 'stopped') return heldOrCancelled(env);
    const said = read(one, asked);
    if (said === undefined) continue;
    if ('refused' in said) return { ...said.refused, by: one.name, rewrites };
    const rewritten = { ...call, arguments: said.text, rewrittenBy: [...(call.rewrittenBy ?? []), one.name] };
    const checked = await checkArguments(rewritten, state.tool);
    if (checked.type !== 'checked') return { ...unfit(one, checked), by: one.name, rewrites };
    rewrites.push({ by: one.name, from: args, to: checked.args });
    ({ args, coercions } = checked as Checked);
    call = rewritten;
  }
  return rewrites.length === 0 ? { type: 'guarded' } : { type: 'rewritten', call, args, coercions, rewrites };
}

type Refused = Extract<CallInput, { type: 'refused' }>;

/** What a middleware answered, in the form the road has for it. One that failed has not let the call pass. */
function read(
  { name }: Middleware,
  asked: Exclude<Asked<BeforeAnswer | undefined>, { type: 'stopped' }>,
): { readonly refused: Refused } | { readonly text: string } | undefined {
  if (asked.type === 'failed')
    return { refused: blocked(name, asked.late ? 'timeout' : 'internal_error', asked.message) };
  const answer: Partial<Record<string, unknown>> | undefined | null = asked.answer ?? undefined;
  if (answer === undefined) return undefined;
  const { refuse, arguments: given } = answer;
  if (typeof refuse === 'string' && given === undefined) {
    const message = `Refused by ${name}: ${refuse} Do not try it again unchanged.`;
    return { refused: refused('permission_denied', message) };
  }
  if (typeof given !== 'object' || given === null || refuse !== undefined)
    return { refused: blocked(name, 'internal_error', 'it answered neither { refuse } nor { arguments }') };
  try {
    return { text: JSON.stringify(given) };
  } catch (error) {
    return { refused: blocked(name, 'internal_error', `its arguments cannot be written as JSON: ${messageOf(error)}`) };
  }
}

function blocked(name: string, errorType: 'timeout' | 'internal_error', what: string): Refused {
  return refused(errorType, `Not run: ${name} has to look at this call first, and ${what}. Try another way.`);
}

/** What it made of the call is no matter of the model. */
function unfit({ name }: Middleware, checked: CallInput): Refused {
  const why = checked.type === 'refused' ? checked.failure.message : 'they cannot be used';
  return blocked(name, 'internal_error', `gave it arguments that do not fit: ${why}`);
}

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

interface Asking extends Pick<Parameters<typeof endInTime>[1], 'call' | 'env' | 'until'> {
  readonly args: unknown;
}

/** Asks a middleware about a call, within its time; never rejects. */
function askMiddleware<Answer>(
  middleware: Middleware,
  { call, args, env, until }: Asking,
  put: (seen: MiddlewareCall) => MaybePromise<Answer>,
): Promise<Asked<Answer>> {
  const controller = new AbortController();
  if (env.cancellation.cancelled) controller.abort();
  const timeoutMs = timeOf(middleware);
  const { signal } = controller;
  const work = askOne(() =>
    put({
      id: call.id,
      tool: call.name,
      arguments: structuredClone(args) as MiddlewareCall['arguments'],
      session: env.session,
      signal,
    }),
  );
  return endInTime(work, {
    call,
    env,
    timeoutMs,
    until,
    late: () => tooLate(timeoutMs),
    stopped: () => ({ type: 'stopped' }),
    onStop: () => {
      controller.abort();
      env.pace.trackDetached(work);
    },
  });
}
