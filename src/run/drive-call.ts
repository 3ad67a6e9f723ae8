import { messageOf } from '../base/error.js';
import { createId } from '../base/id.js';
import type { Decision } from '../policy/policy.js';
import { type Fact, factKinds } from '../tool/fact.js';
import { fail, isFailure } from '../tool/outcome.js';
import { boundPreview, type Plan, type PlanResult } from '../tool/plan.js';
import type { Tool } from '../tool/tool.js';
import { askPerson } from './ask-person.js';
import { type Call, type CallInput, type CallState, type Finish, step } from './call.js';
import { CallContext } from './call-context.js';
import { callDigest } from './call-digest.js';
import { checkCall } from './check.js';
import type { RunEnv } from './env.js';
import type { Settlement } from './event.js';
import { execute } from './execute.js';
import { guardCall } from './guard.js';
import type { Halt, Question } from './question.js';
import type { RecordFailure } from './recorder.js';
import { resolveCall } from './resolve.js';
import { settle } from './settle.js';

type MaybePromise<T> = T | Promise<T>;
type In<Stage extends CallState['stage']> = Extract<CallState, { stage: Stage }>;
type Preparing = Exclude<CallState, { stage: 'approve' | 'execute' | 'done' }>;

/** From admission to where the call is settled already, or may be asked for or run. Stays in this tick when it can. */
export function prepareCall(first: CallState, env: RunEnv): MaybePromise<CallState> {
  let state = first;
  while (state.stage !== 'approve' && state.stage !== 'execute' && state.stage !== 'done') {
    const at = state;
    const input = prepare(at, env);
    if (input instanceof Promise) return input.then((known) => prepareCall(take(at, known, env), env));
    state = take(at, input, env);
  }
  return state;
}

/** Where a call came to; with `halt`, the calls after it are not to be started. */
export interface CallEnd {
  readonly state: CallState;
  readonly halt?: Halt;
}

/**
 * From there to its settlement, or to the question where it stays parked. One function, because every await between the
 * call and its tool is paid by every call.
 */
export async function finishCall(first: CallState, env: RunEnv): Promise<CallEnd> {
  let state = first;
  let halt: Halt | undefined;
  while (state.stage !== 'done') {
    if (state.stage === 'approve') {
      const end: CallEnd = await approve(state, env);
      if (end.halt === 'parked') return end;
      halt ??= end.halt;
      state = end.state;
    } else if (state.stage === 'execute' && state.mode !== env.mode()) {
      state = take(state, { type: 'reconsidered' }, env);
    } else if (state.stage === 'execute' && state.approved && !env.cancellation.cancelled) {
      const again: MaybePromise<CallInput> = planCall(state, env);
      state = take(state, again instanceof Promise ? await again : again, env);
    } else if (state.stage === 'execute') {
      const started = startCall(state, env);
      const failed = started.started ? await env.recorder.flush() : undefined;
      const ctx = new CallContext(env, state.call, resultLimit(state.tool, env));
      const work = finishOf(started, { ctx, failed, env });
      const finish = work instanceof Promise ? await work : work;
      if (finish === 'parked') return { state: started, halt: finish };
      halt ??= ctx.halted;
      state = take(started, { type: 'finished', finish }, env);
    } else {
      const preparing: MaybePromise<CallState> = prepareCall(state, env);
      state = preparing instanceof Promise ? await preparing : preparing;
    }
  }
  return halt === undefined ? { state } : { state, halt };
}

/** Settles a call that will not be run. */
export async function dropCall(state: CallState, why: string, env: RunEnv): Promise<void> {
  await prepareCall(take(state, notStarted(why), env), env);
}

function take(state: CallState, input: CallInput, env: RunEnv): CallState {
  const next = step(state, input);
  if (next.events.length > 0) env.recorder.record(next.events);
  return next.state;
}

function prepare(state: Preparing, env: RunEnv): MaybePromise<CallInput> {
  if (state.stage === 'settle') return settled(settle(state, env));
  if (env.cancellation.cancelled) return notStarted('The turn was cancelled before this call started.');
  if (state.stage === 'resolve') return resolveCall(state.call, env);
  if (state.stage === 'check') return checkCall(state.call, state.tool);
  if (state.stage === 'guard') return guardCall(state.call, env);
  if (state.stage === 'plan') return planCall(state, env);
  return decide(state, env);
}

function settled(settlement: MaybePromise<Settlement>): MaybePromise<CallInput> {
  return settlement instanceof Promise
    ? settlement.then((known) => ({ type: 'settled', settlement: known }))
    : { type: 'settled', settlement };
}

function planCall(state: In<'plan'> | In<'execute'>, env: RunEnv): MaybePromise<CallInput> {
  const { tool, args, call } = state;
  if (tool.plan === undefined) return planned(state, undeclaredPlan(tool));
  const ctx = new CallContext(env, call, resultLimit(tool, env));
  try {
    const made = tool.plan(args, ctx);
    if (!(made instanceof Promise)) return planned(state, made);
    const planning = made.then((plan) => planned(state, plan)).catch((error: unknown) => planThrew(tool, error));
    return inTime(planning, { call, env, what: `${tool.name} did not finish its plan`, onStop: () => ctx.abort() });
  } catch (error) {
    return planThrew(tool, error);
  }
}

function planned({ call, args, coercions }: In<'plan'> | In<'execute'>, plan: PlanResult): CallInput {
  if (isFailure(plan)) return { type: 'refused', failure: plan };
  if (!isPlan(plan)) throw new Error('its plan has no facts and preview');
  const exact = coercions.length === 0 ? call.arguments : JSON.stringify(args);
  return { type: 'planned', plan, digest: callDigest({ name: call.name, arguments: exact, basis: plan.basis }) };
}

/** Tools of others are not compiled with ours: policy must be able to rely on what it judges. */
function isPlan(plan: Partial<Plan> | undefined): plan is Plan {
  if (!Array.isArray(plan?.facts) || typeof plan.preview?.kind !== 'string') return false;
  return plan.facts.every((fact: Partial<Fact>) => factKinds.some((kind) => kind === fact?.kind));
}

const touchesNothing: Plan = { facts: [], preview: { kind: 'arguments' } };

/** A tool with effects and no plan does not tell what it touches: that is not known, and an unknown is a risk. */
function undeclaredPlan(tool: Tool): Plan {
  if (tool.effects === 'none') return touchesNothing;
  const where = tool.effects === 'workspace' ? 'workspace' : 'outside';
  const note = `${tool.name} does not tell what it touches`;
  return { facts: [{ kind: 'write', target: tool.name, where, known: false, note }], preview: { kind: 'arguments' } };
}

function planThrew(tool: Tool, error: unknown): CallInput {
  const message = `${tool.name} failed while planning: ${messageOf(error)}. This is a defect of the tool; try another way.`;
  return { type: 'refused', failure: fail('internal_error', message) };
}

/** A policy that fails has not allowed anything. */
function decide({ call, tool, plan }: In<'decide'>, env: RunEnv): MaybePromise<CallInput> {
  const mode = env.mode();
  const decided = (decision: Decision): CallInput => ({ type: 'decided', decision, mode });
  const failed = (error: unknown): CallInput =>
    decided({ verdict: 'deny', level: 'critical', reasons: [`the policy failed: ${messageOf(error)}`] });
  try {
    const decision = env.policy.decide({ tool, facts: plan.facts, mode, sandboxed: env.ports.process.sandboxed });
    if (!(decision instanceof Promise)) return decided(decision);
    return inTime(decision.then(decided).catch(failed), { call, env, what: 'the policy did not decide' });
  } catch (error) {
    return failed(error);
  }
}

interface Waiting {
  readonly call: Call;
  readonly env: RunEnv;
  readonly what: string;
  onStop?(): void;
}

/** Every wait ends: with what it was for, with the turn, or after the time a call has. */
function inTime(work: Promise<CallInput>, { call, env, what, onStop }: Waiting): Promise<CallInput> {
  return new Promise((resolve) => {
    const done = (input: CallInput): void => {
      watched.stop();
      stopListening();
      resolve(input);
    };
    const stop = (input: CallInput): void => {
      onStop?.();
      done(input);
    };
    const { timeoutMs } = env.limits;
    const late = fail('timeout', `Not run: ${what} within ${timeoutMs} ms. Try another way.`);
    let stopListening: () => void = () => {};
    const watched = env.watch.start(call, timeoutMs, () => stop({ type: 'refused', failure: late }));
    stopListening = env.cancellation.onCancel(() =>
      stop(notStarted('The turn was cancelled before this call started.')),
    );
    void work.then(done);
  });
}

async function approve(state: In<'approve'>, env: RunEnv): Promise<CallEnd> {
  const question: Question = {
    kind: 'approval',
    id: createId('q'),
    callId: state.call.id,
    tool: state.tool.name,
    // A copy: whoever answers must not be able to change what runs.
    arguments: structuredClone(state.args),
    preview: boundPreview(state.plan.preview),
    facts: state.plan.facts,
    level: state.decision.level,
    reasons: state.decision.reasons,
    digest: state.digest(),
    sandboxed: env.ports.process.sandboxed,
  };
  const asking = take(state, { type: 'asked', question }, env);
  const asked = await askPerson(question, env.cancellation.signal, env);
  if (asked.type === 'parked') return { state: asking, halt: 'parked' };
  if (asked.type === 'unrecorded') {
    return { state: take(asking, { type: 'finished', finish: unrecorded(asked.failure) }, env) };
  }
  if (asked.type === 'cancelled') {
    return { state: take(asking, notStarted('The turn was cancelled before this call was approved.'), env) };
  }
  const { answer, by, halt } = asked;
  const answered = take(asking, { type: 'answered', questionId: question.id, answer, by }, env);
  return halt === undefined ? { state: answered } : { state: answered, halt };
}

/** The start is recorded first of all: it must be on disk before the world is touched. */
function startCall(state: In<'execute'>, env: RunEnv): In<'execute'> {
  return env.cancellation.cancelled ? state : (take(state, { type: 'started' }, env) as In<'execute'>);
}

interface Starting {
  readonly ctx: CallContext;
  readonly failed: RecordFailure | undefined;
  readonly env: RunEnv;
}

/** Runs the tool, unless the turn was cancelled meanwhile or its start could not be recorded. */
function finishOf(state: In<'execute'>, { ctx, failed, env }: Starting): MaybePromise<Finish | 'parked'> {
  if (failed !== undefined) return unrecorded(failed);
  if (env.cancellation.cancelled) return cancelledEarly('The turn was cancelled before this call started.');
  return execute(state, ctx, env);
}

function unrecorded({ error }: RecordFailure): Finish {
  const failure = fail('io_error', `Not run, because it could not be recorded: ${messageOf(error)}`);
  return { type: 'failure', failure, durationMs: 0 };
}

function cancelledEarly(why: string): Finish {
  return { type: 'cancelled', failure: fail('cancelled', why), durationMs: 0 };
}

const notStarted = (why: string): CallInput => ({ type: 'finished', finish: cancelledEarly(why) });

const resultLimit = (tool: Tool, env: RunEnv): number => tool.limits.resultChars ?? env.limits.resultChars;
