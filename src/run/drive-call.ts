import { defined } from '../base/defined.js';
import { messageOf } from '../base/error.js';
import { createId } from '../base/id.js';
import { following, type MaybePromise } from '../base/maybe-promise.js';
import { firstLine } from '../base/text.js';
import type { GrantOffers } from '../policy/grant/grant.js';
import type { Decision } from '../policy/policy.js';
import { asksForTaint } from '../policy/taint/judge-taint.js';
import type { Taint } from '../policy/taint/taint.js';
import { changesNothing } from '../tool/fact.js';
import { fail } from '../tool/outcome.js';
import { boundPreview, type Undoable } from '../tool/plan.js';
import { afterCall, beforeCall } from './around-call.js';
import { askPerson, unanswered } from './ask-person.js';
import { awaitTick } from './await-tick.js';
import { type CallInput, type CallState, keepsChanging, step } from './call.js';
import { CallContext, resultLimit } from './call-context.js';
import { callDigest } from './call-digest.js';
import type { AskedCall, ChosenGrant } from './call-grants.js';
import { checkCall } from './check.js';
import { decideCall, isConfined } from './decide.js';
import { diffDelta } from './diff-delta.js';
import type { RunEnv } from './env.js';
import type { Settlement } from './event.js';
import { execute } from './execute.js';
import type { Failed, Finish } from './finish.js';
import { guardCall } from './guard/guard-call.js';
import { maskQuestion } from './mask-event.js';
import { cancelledEarly, notStarted, refused, whyNotStarted } from './not-started.js';
import { planCall } from './plan.js';
import type { Halt, Question } from './question.js';
import type { RecordFailure } from './recorder.js';
import { resolveCall } from './resolve.js';
import { settle } from './settle.js';
import { endOfStopped } from './stopped-run.js';

type In<Stage extends CallState['stage']> = Extract<CallState, { stage: Stage }>;
type Preparing = Exclude<CallState, { stage: 'approve' | 'execute' | 'done' }>;

/**
 * From admission to where the call is settled already, or may be asked for or run; a pause holds it where it is, and so does
 * `holds` with what was found out. Stays in this tick when it can.
 */
export function prepareCall(first: CallState, env: RunEnv, holds: Holds = never): MaybePromise<CallState> {
  let state = first;
  while (state.stage !== 'approve' && state.stage !== 'execute' && state.stage !== 'done') {
    if (env.cancellation.paused && state.stage !== 'settle') return state;
    const at = state;
    const input = prepare(at, env);
    if (input instanceof Promise)
      return input.then((known) => (holds(at, known) ? at : prepareCall(take(at, known, env), env, holds)));
    if (holds(at, input)) return at;
    state = take(at, input, env);
  }
  return state;
}

type Holds = (at: CallState, input: CallInput) => boolean;
const never: Holds = () => false;

/** Where a call came to; with `halt`, the calls after it are not to be started. It stays open unless it is `done`. */
export interface CallEnd {
  readonly state: CallState;
  readonly halt?: Halt | undefined;
}

/**
 * From there to its settlement, or to where it stays open: parked at a question, or held by a pause. One function, because
 * every await between the call and its tool is paid by every call.
 */
export async function finishCall(first: CallState, env: RunEnv): Promise<CallEnd> {
  let state = first;
  while (state.stage !== 'done') {
    if (env.cancellation.paused && state.stage !== 'settle') {
      if (!('stopped' in state) || state.stopped === undefined) return { state, halt: 'paused' };
      // What has run already cannot wait for another day.
      state = take(state, notStarted('The turn was paused before it was run again.'), env);
    } else if (state.stage === 'approve') {
      const asked = await approve(state, env);
      if (asked.halt !== undefined) return asked;
      state = asked.state;
    } else if (state.stage === 'execute') {
      const input = beforeRun(state, env);
      if (input !== undefined) {
        state = take(state, input instanceof Promise ? await input : input, env);
        continue;
      }
      const started = startCall(state, env);
      const failed = started.run === 'started' ? await env.recorder.flush() : undefined;
      const allowed = { facts: state.plan.facts, earlier: state.stopped, approvedIn: state.course.approvedIn };
      const ctx = new CallContext(env, state.call, resultLimit(state.tool, env), allowed);
      const work = finishOf(started, { ctx, failed, env });
      const finish = work instanceof Promise ? await work : work;
      if (finish === 'parked') return { state: started, halt: ctx.halted ?? finish };
      ctx.close();
      state = take(started, endOf(finish, ctx, env), env);
    } else {
      const preparing: MaybePromise<CallState> = prepareCall(state, env);
      state = preparing instanceof Promise ? await preparing : preparing;
    }
  }
  return { state, halt: state.halt };
}

/** What a call that may run is still to wait for, or to be asked, before it does. */
function beforeRun(state: In<'execute'>, env: RunEnv): MaybePromise<CallInput> | undefined {
  if (env.pace.order === 'ticked' && !state.course.ticked) return awaitTick(env).then(() => ticked);
  if (state.mode !== env.judges.mode() || state.riskMode !== env.judges.riskMode?.()) return reconsider;
  return state.run === 'approved' && !env.cancellation.cancelled ? planCall(state, env) : undefined;
}

const ticked: CallInput = { type: 'ticked' };
const reconsider: CallInput = { type: 'reconsidered' };

/** What a call was planned on has changed meanwhile: it is planned and decided anew. */
export const reconsidered = (state: CallState): CallState => step(state, reconsider).state;

/** A run that failed for what the sandbox refused is not the end yet. */
function endOf(finish: Finish, ctx: CallContext, { secrets: { mask } }: RunEnv): CallInput {
  const failed = finish.type === 'value' || (finish.type === 'failure' && finish.failure.errorType !== 'cancelled');
  const { halted: halt, captured } = ctx;
  if (ctx.refused.length === 0 || !failed) return { type: 'finished', finish, halt };
  // Whoever can name a host can carry a secret out in its name.
  const refused = ctx.refused.map((fact) =>
    mask.find(fact.target) === undefined ? fact : { ...fact, forbidden: true, note: 'a secret is in it' },
  );
  const { text } = mask.text(finish.type === 'value' ? 'it gave a result' : finish.failure.message);
  return { type: 'stopped', finish, ended: firstLine(text, maxEnded), refused, captured, halt };
}

const maxEnded = 200;

/** Settles a call that a defect of ours, or of what we were given, has stopped. */
export async function settleAsDefect(state: CallState, error: unknown, env: RunEnv): Promise<CallState> {
  const failure = fail('internal_error', `Stopped by a defect: ${messageOf(error)}. Try another way.`);
  return prepareCall(take(state, { type: 'finished', finish: { type: 'failure', failure, durationMs: 0 } }, env), env);
}

/** Settles a call that will not be run. */
export async function settleNotRun(state: CallState, why: string, env: RunEnv): Promise<void> {
  await prepareCall(take(state, notStarted(why), env), env);
}

function take(state: CallState, input: CallInput, env: RunEnv): CallState {
  const next = step(state, input);
  if (next.events.length > 0) env.recorder.record(next.events);
  return next.state;
}

function prepare(state: Preparing, env: RunEnv): MaybePromise<CallInput> {
  if (state.stage === 'settle') return settleSeen(state, env);
  if (keepsChanging(state)) return unsteady;
  if (env.cancellation.cancelled) return notStarted(whyNotStarted(env));
  if (state.stage === 'resolve') return resolveCall(state.call, env);
  if (state.stage === 'check') return checkCall(state.call, state.tool, env.round);
  if (state.stage === 'guard') return passGuard(state, env);
  if (state.stage === 'plan') return planCall(state, env);
  return decideCall(state, env);
}

const unsteady = refused('stale', 'Not run: what it would do keeps changing.');

/** The limits first, then what stands around calls: whatever follows sees the call as that made it. */
function passGuard(state: In<'guard'>, env: RunEnv): MaybePromise<CallInput> {
  const { middleware } = env.tools;
  const guarding = guardCall(state, env);
  if (middleware === undefined) return guarding;
  return following(guarding, (input) => (input.type === 'guarded' ? beforeCall(state, middleware, env) : input));
}

function settleSeen(state: In<'settle'>, env: RunEnv): MaybePromise<CallInput> {
  const { middleware } = env.tools;
  const told = middleware === undefined || state.ran === undefined ? state.finish : afterCall(state, middleware, env);
  const settling = following(told, (finish) => settle(finish === state.finish ? state : { ...state, finish }, env));
  return following(settling, (settlement) => settled(state, settlement, env));
}

function settled({ tool, facts, finish }: In<'settle'>, settlement: Settlement, env: RunEnv): CallInput {
  const { callId } = settlement;
  // What it let in is judged by what the tool answered, not by what is told of it.
  env.judges.taint.settled({ callId, tool, facts, finish });
  const seen = env.ports.change.seenBy(callId);
  return { type: 'settled', settlement: seen.length === 0 ? settlement : { ...settlement, seen } };
}

/** With `halt` the question waits for a person who is not there: the call stays open. */
async function approve(state: In<'approve'>, env: RunEnv): Promise<CallEnd> {
  const asked: AskedCall = {
    callId: state.call.id,
    tool: state.tool,
    facts: state.plan.facts,
    mode: state.mode,
    sandboxed: isConfined(state.tool, env),
    tainted: env.judges.taint.sources.length > 0,
    taint: env.judges.taint.sources,
    decision: state.decision,
    digest: callDigest(state.identity),
  };
  const shown = { ...(await offersFor(state, asked, env)), ...taintOf(state.decision, env.judges.taint) };
  const { stop } = env.cancellation;
  if (stop === 'paused') return { state };
  if (stop === 'cancelled') return { state: take(state, cancelledUnasked, env) };
  const question = maskQuestion(questionOf(state, asked, shown), env.secrets.mask);
  const asking = take(state, { type: 'asked', question }, env);
  const end = await askPerson(question, env);
  if (end.type === 'paused') return { state: asking };
  // What has run already cannot wait for another day, nor can what a running call made.
  if (end.type === 'parked' && state.stopped === undefined && env.nesting === undefined)
    return { state: asking, halt: 'parked' };
  if (end.type === 'unrecorded') {
    return { state: take(asking, { type: 'finished', finish: unrecorded(end.failure) }, env) };
  }
  if (end.type === 'cancelled') return { state: take(asking, cancelledUnasked, env) };
  const { answer, by, origin, halt } = end.type === 'parked' ? unanswered : end;
  const answered = take(
    asking,
    { type: 'answered', questionId: question.id, answer, by, ...defined({ origin }), halt },
    env,
  );
  if ('rules' in answer && origin !== undefined) {
    const { choice: scope, rules } = answer;
    await keepGrant({ scope, rules, questionId: question.id, origin }, asked, env);
  }
  return { state: answered };
}

const cancelledUnasked = notStarted('The turn was cancelled before this call was approved.');

/** Of a command that can only be allowed once, what it was kept from may still be made lasting. */
async function offersFor({ stopped }: In<'approve'>, asked: AskedCall, env: RunEnv): Promise<GrantOffers> {
  const offers = await env.judges.grants.offer(asked);
  if (stopped === undefined || offers.offers.length > 0) return offers;
  const kept = { ...asked, facts: stopped.opened };
  const profile = env.judges.profileName;
  const decision = await env.judges.policy.decide(profile === undefined ? kept : { ...kept, profile });
  return decision.verdict === 'ask' ? env.judges.grants.offer({ ...kept, decision }) : offers;
}

interface Shown extends GrantOffers {
  readonly taint?: Taint;
}

function questionOf(state: In<'approve'>, asked: AskedCall, { offers, withheld, taint }: Shown): Question {
  const { facts, decision, digest, sandboxed } = asked;
  const nothing = state.tool.effects === 'none' || changesNothing(facts);
  const undo = state.plan.undo ?? (nothing ? undefined : keptNowhere);
  return {
    kind: 'approval',
    id: createId('q'),
    callId: state.call.id,
    tool: state.tool.name,
    // A copy: whoever answers must not be able to change what runs.
    arguments: structuredClone(state.args),
    preview: boundPreview(state.plan.preview),
    facts,
    level: decision.level,
    reasons: decision.reasons,
    digest,
    sandboxed,
    ...defined({ taint, undo }),
    ...(state.stopped !== undefined && { again: { ended: state.stopped.ended, refused: state.stopped.refused } }),
    offers,
    ...defined({ withheld }),
  };
}

/** What came in last, of what a question names. */
function taintOf(decision: Decision, { sources, more }: Taint): Pick<Shown, 'taint'> {
  if (!asksForTaint(decision)) return {};
  const last = sources.slice(-maxTaint).reverse();
  return { taint: { sources: last, more: more + sources.length - last.length } };
}

const maxTaint = 3;

const keptNowhere: Undoable = { possible: false, why: 'what it changes is not kept' };

/** A grant that cannot be stored is not given: the answer then counts for this call alone. */
async function keepGrant(chosen: ChosenGrant, asked: AskedCall, env: RunEnv): Promise<void> {
  try {
    await env.judges.grants.create(chosen, asked);
  } catch (error) {
    env.ports.log.warn(`the grant was not kept, the answer counts once: ${messageOf(error)}`);
  }
}

/** The start is recorded first of all: it must be on disk before the world is touched. */
function startCall(state: In<'execute'>, env: RunEnv): In<'execute'> {
  if (env.cancellation.cancelled) return state;
  if (state.decision.because !== undefined) env.judges.grants.used(state.decision, state.call.id);
  return take(state, { type: 'started' }, env) as In<'execute'>;
}

interface Starting {
  readonly ctx: CallContext;
  readonly failed: RecordFailure | undefined;
  readonly env: RunEnv;
}

/** Runs the tool, unless the turn was cancelled meanwhile or its start could not be recorded. */
function finishOf(state: In<'execute'>, { ctx, failed, env }: Starting): MaybePromise<Finish | 'parked'> {
  const notRun =
    failed !== undefined
      ? unrecorded(failed)
      : env.cancellation.cancelled
        ? cancelledEarly(whyNotStarted(env))
        : undefined;
  if (notRun === undefined) {
    const delta = diffDelta(state.call.id, state.plan.preview, env.secrets.mask);
    if (delta !== undefined) env.emit(delta);
    return execute(state, ctx, env);
  }
  return state.stopped === undefined ? notRun : endOfStopped(state.stopped, notRun.failure.message);
}

function unrecorded({ error }: RecordFailure): Failed {
  const failure = fail('io_error', `Not run, because it could not be recorded: ${messageOf(error)}`);
  return { type: 'failure', failure, durationMs: 0 };
}
