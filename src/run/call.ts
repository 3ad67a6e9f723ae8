import { defined } from '../base/defined.js';
import type { Decision, Mode } from '../policy/policy.js';
import type { Coercion } from '../schema/coerce.js';
import { type Fact, sameFacts } from '../tool/fact.js';
import { fail, type ToolFailure } from '../tool/outcome.js';
import type { Plan } from '../tool/plan.js';
import type { Tool } from '../tool/tool.js';
import { callDigest, type Identity } from './call-digest.js';
import type { RunEvent, Settlement } from './event.js';
import type { Finish } from './finish.js';
import type { Answer, AnswerOrigin, Halt, Question } from './question.js';
import { reasonWords } from './reason-words.js';
import { type EndedRun, endOfStopped, planAgain, type StoppedRun, stoppedRun, withoutRefused } from './stopped-run.js';

/** A call as it was admitted: handed over by the model, with an id of its own. */
export interface Call {
  readonly id: string;
  readonly index: number;
  readonly name: string;
  /** As the model wrote them, or as middleware rewrote them. */
  readonly arguments: string;
  /** What the model wrote, where it called the tool through the door. */
  readonly through?: string;
  /** The names of the middlewares that did, in their order. */
  readonly rewrittenBy?: readonly string[];
  /** 1; more when an earlier process started it and did not record its end, or when it is run again. */
  readonly attempt: number;
}

/** What a middleware made of the arguments of a call. */
export interface Rewrite {
  readonly by: string;
  readonly from: unknown;
  readonly to: unknown;
}

interface Checked {
  readonly call: Call;
  readonly tool: Tool;
  readonly args: never;
  readonly coercions: readonly Coercion[];
  /** Its last run, when the sandbox stopped that. */
  readonly stopped: StoppedRun | undefined;
  readonly course: Course;
}

/** What is to be known of the stages a call has been through already. */
interface Course {
  /** How often it was another call by the time it was to be run. */
  readonly changes: number;
  /** Its host has let it start. */
  readonly ticked: boolean;
  /** The question in which a person allowed it as it is now. */
  readonly approvedIn: string | undefined;
  /** Why the calls after it are not to be started. */
  readonly halt: Halt | undefined;
}

const begun: Course = { changes: 0, ticked: false, approvedIn: undefined, halt: undefined };

/** How often a person is asked about a call that is another one each time. */
const maxChanges = 5;

/** Whether a call that is to be looked at once more was another one too often. */
export const keepsChanging = (state: CallState): boolean =>
  (state.stage === 'plan' || state.stage === 'decide') && state.course.changes > maxChanges;

interface Planned extends Checked {
  readonly plan: Plan;
  /** Exactly what was planned: the tool, its arguments, the state it was planned on. */
  readonly identity: Identity;
}

interface Decided extends Planned {
  readonly decision: Decision;
  /** The modes it was decided in. */
  readonly mode: Mode;
  readonly riskMode: string | undefined;
}

/** Where a call is on its road, with exactly what is known of it there. */
export type CallState =
  | { readonly stage: 'resolve'; readonly call: Call }
  | { readonly stage: 'check'; readonly call: Call; readonly tool: Tool }
  | ({ readonly stage: 'guard' } & Checked)
  | ({ readonly stage: 'plan' } & Checked)
  | ({ readonly stage: 'decide' } & Planned)
  | ({ readonly stage: 'approve' } & Decided)
  /** `approved`: it has waited for that, and is planned again before it runs. */
  | ({ readonly stage: 'execute'; readonly run: 'ready' | 'approved' | 'started' } & Decided)
  | {
      readonly stage: 'settle';
      readonly call: Call;
      readonly tool: Tool | undefined;
      readonly coercions: readonly Coercion[];
      /** What was planned; nothing when it never came to that. */
      readonly facts: readonly Fact[];
      readonly finish: Finish;
      /** The arguments it was run with; undefined when it never was. */
      readonly ran: unknown;
      readonly halt: Halt | undefined;
    }
  | { readonly stage: 'done'; readonly call: Call; readonly settlement: Settlement; readonly halt: Halt | undefined };

/** What an effect found out: the only thing that moves a call on. */
export type CallInput =
  | { readonly type: 'resolved'; readonly tool: Tool }
  | { readonly type: 'checked'; readonly args: never; readonly coercions: readonly Coercion[] }
  | { readonly type: 'guarded' }
  /** By middleware, after the guard: the call goes on as what it is now. */
  | ({ readonly type: 'rewritten'; readonly rewrites: readonly Rewrite[] } & Pick<
      Checked,
      'call' | 'args' | 'coercions'
    >)
  | { readonly type: 'planned'; readonly plan: Plan; readonly identity: Identity }
  | {
      readonly type: 'decided';
      readonly decision: Decision;
      readonly mode: Mode;
      readonly riskMode?: string | undefined;
      readonly sandboxed?: boolean;
    }
  | { readonly type: 'asked'; readonly question: Question }
  | {
      readonly type: 'answered';
      readonly questionId: string;
      readonly answer: Answer;
      readonly by: 'person' | 'no-person-rule';
      readonly origin?: AnswerOrigin;
      readonly halt?: Halt | undefined;
    }
  /** The host has let it start. */
  | { readonly type: 'ticked' }
  | { readonly type: 'reconsidered' }
  /** The turn was paused: the call stays where it is. */
  | { readonly type: 'held' }
  | { readonly type: 'started' }
  | { readonly type: 'finished'; readonly finish: Finish; readonly halt?: Halt | undefined }
  /** It ran and failed, and this is what the sandbox kept it from. */
  | ({ readonly type: 'stopped'; readonly halt?: Halt | undefined } & EndedRun)
  | { readonly type: 'settled'; readonly settlement: Settlement }
  | Refusal;

interface Refusal {
  readonly type: 'refused';
  readonly failure: ToolFailure;
  readonly limit?: string;
  /** The middleware that refused it, and what those before it had made of the call. */
  readonly by?: string;
  readonly rewrites?: readonly Rewrite[];
}

export interface Step {
  readonly state: CallState;
  readonly events: readonly RunEvent[];
}

type In<Stage extends CallState['stage']> = Extract<CallState, { stage: Stage }>;
type InputOf<Type extends CallInput['type']> = Extract<CallInput, { type: Type }>;

const nothing: readonly RunEvent[] = [];

/** Admission itself: the record of the call, and its first stage. */
export function admit(call: Call): Step {
  const { id, index, name, through } = call;
  const body = { callId: id, index, name, arguments: call.arguments, ...defined({ through }) };
  return { state: { stage: 'resolve', call }, events: [{ type: 'call-admitted', body }] };
}

/** One step of one call. Pure; an input that does not belong to the stage is a defect of the driver and throws. */
export function step(state: CallState, input: CallInput): Step {
  if (input.type === 'refused') return refuse(state, input);
  if (input.type === 'finished') return finish(state, input);
  if (input.type === 'held') return moved(state);
  const next = stepIn(state, input);
  if (next !== undefined) return next;
  throw new Error(`a call in stage ${state.stage} cannot take the input ${input.type}`);
}

function stepIn(state: CallState, input: Exclude<CallInput, Refusal>): Step | undefined {
  switch (state.stage) {
    case 'resolve':
      return input.type === 'resolved' ? moved({ stage: 'check', call: state.call, tool: input.tool }) : undefined;
    case 'check':
      return input.type === 'checked' ? checked(state, input) : undefined;
    case 'guard':
      return guarded(state, input);
    case 'plan':
      return input.type === 'planned' ? planned(state, input.plan, input.identity) : undefined;
    case 'decide':
      return input.type === 'decided' ? decided(state, input) : undefined;
    case 'approve':
      if (input.type === 'reconsidered') return reconsider(state);
      if (input.type === 'asked') return { state, events: [{ type: 'approval-requested', body: input.question }] };
      return input.type === 'answered' ? answered(state, input) : undefined;
    case 'execute':
      if (state.run !== 'started') return aboutToRun(state, input);
      return input.type === 'stopped' ? stop(state, input) : undefined;
    case 'settle':
      return input.type === 'settled' ? settled(state, input.settlement) : undefined;
    default:
      return undefined;
  }
}

const moved = (state: CallState): Step => ({ state, events: nothing });

function checked({ call, tool }: In<'check'>, { args, coercions }: InputOf<'checked'>): Step {
  return moved({ stage: 'guard', call, tool, args, coercions, stopped: undefined, course: begun });
}

function guarded({ call, tool, args, coercions, stopped, course }: In<'guard'>, input: CallInput): Step | undefined {
  if (input.type === 'guarded') return moved({ stage: 'plan', call, tool, args, coercions, stopped, course });
  if (input.type !== 'rewritten') return undefined;
  const rewritten = { call: input.call, args: input.args, coercions: input.coercions };
  return {
    state: { stage: 'plan', tool, ...rewritten, stopped, course },
    events: toldRewrites(input.call, input.rewrites),
  };
}

/** Facts age: a call that waited for its approval is planned again, and asked again when it would do other things. */
function aboutToRun(state: In<'execute'>, input: CallInput): Step | undefined {
  if (input.type === 'planned') return replanned(state, input.plan, input.identity);
  if (input.type === 'reconsidered') return reconsider(state);
  if (input.type === 'ticked') return moved({ ...state, course: { ...state.course, ticked: true } });
  if (input.type !== 'started') return undefined;
  const { id: callId, attempt } = state.call;
  return { state: executing(state, 'started'), events: [{ type: 'call-started', body: { callId, attempt } }] };
}

function settled({ call, halt }: In<'settle'>, settlement: Settlement): Step {
  return { state: { stage: 'done', call, settlement, halt }, events: [{ type: 'call-settled', body: settlement }] };
}

const toldRewrites = ({ id: callId }: Call, rewrites: readonly Rewrite[]): RunEvent[] =>
  rewrites.map((rewrite) => ({ type: 'call-rewritten', body: { callId, ...rewrite } }));

function refuse(state: CallState, { failure, limit, by, rewrites }: Refusal): Step {
  if (state.stage === 'settle' || state.stage === 'done')
    throw new Error(`a call in stage ${state.stage} cannot be refused`);
  const { id: callId } = state.call;
  const { errorType, message } = failure;
  if (isBetweenRuns(state)) return moved(toSettle(state, endOfStopped(state.stopped, message)));
  const events = rewrites === undefined ? [] : toldRewrites(state.call, rewrites);
  if (limit !== undefined) events.push({ type: 'guard-tripped', body: { callId, limit, message } });
  const body = { callId, stage: state.stage, errorType, message };
  events.push({ type: 'call-refused', body: by === undefined ? body : { ...body, by } });
  return { state: toSettle(state, { type: 'failure', failure, durationMs: 0, limit }), events };
}

function finish(state: CallState, { finish: end, halt }: InputOf<'finished'>): Step {
  if (state.stage === 'settle' || state.stage === 'done')
    throw new Error(`a call in stage ${state.stage} cannot finish again`);
  if (end.type === 'value' && !(state.stage === 'execute' && state.run === 'started'))
    throw new Error('a call that never started has no value');
  const message = 'failure' in end ? end.failure.message : '';
  const last = isBetweenRuns(state) ? endOfStopped(state.stopped, message) : end;
  return moved(toSettle(state, last, halt));
}

type Stopped<State> = State & { readonly stopped: StoppedRun };

/** Whether the call has run, and not yet again. */
const isBetweenRuns = <State extends CallState>(state: State): state is Stopped<State> =>
  'stopped' in state && state.stopped !== undefined && !(state.stage === 'execute' && state.run === 'started');

/** With what it was kept from, the call is another one: it is decided about anew. */
function stop(state: Decided, ended: InputOf<'stopped'>): Step {
  const { stopped, again } = stoppedRun(ended, state.stopped);
  const { id: callId, attempt } = state.call;
  const { ended: message, refused } = stopped;
  const told: RunEvent = { type: 'call-stopped', body: { callId, attempt, message, refused } };
  if (!again) return { state: toSettle(state, endOfStopped(stopped, ''), ended.halt), events: [told] };
  const { tool, args, coercions, plan, identity } = state;
  const { changes, halt = ended.halt } = state.course;
  const course: Course = { changes, ticked: false, approvedIn: undefined, halt };
  const call = { ...state.call, attempt: attempt + 1 };
  const next = planned({ call, tool, args, coercions, stopped, course }, plan, identity);
  return { state: next.state, events: [told, ...next.events] };
}

type PlannedBody = Extract<RunEvent, { type: 'call-planned' }>['body'];

function planned(state: Checked, made: Plan, exact: Identity): Step {
  const { call, tool, args, coercions, stopped, course } = state;
  const { plan, identity } = withOpened(stopped, made, exact);
  const body: { -readonly [Key in keyof PlannedBody]: PlannedBody[Key] } = { callId: call.id, facts: plan.facts };
  if (coercions.length > 0) body.coercions = coercions;
  if (plan.basis !== undefined) body.basis = plan.basis;
  return {
    state: { stage: 'decide', call, tool, args, coercions, stopped, course, plan, identity },
    events: [{ type: 'call-planned', body }],
  };
}

/** What a tool plans, with what is opened to a further run. */
function withOpened(
  stopped: StoppedRun | undefined,
  plan: Plan,
  identity: Identity,
): Pick<Planned, 'plan' | 'identity'> {
  if (stopped === undefined) return { plan, identity };
  return { plan: planAgain(plan, stopped), identity: { ...identity, opened: stopped.opened } };
}

/** What was shown is what is done: another preview asks again, also when a tool forgot to say what it was planned on. */
function replanned(state: Decided, made: Plan, exact: Identity): Step {
  const { call, tool, args, coercions, stopped, course, decision, mode, riskMode } = state;
  const { plan, identity } = withOpened(stopped, made, exact);
  const shown = JSON.stringify(state.plan.preview) === JSON.stringify(plan.preview);
  const same = shown && sameFacts(state.plan.facts, plan.facts) && callDigest(state.identity) === callDigest(identity);
  if (!same) return planned({ ...state, course: changed(course) }, made, exact);
  const known = { call, tool, args, coercions, stopped, course, plan, identity, decision, mode, riskMode };
  return moved(executing(known, 'ready'));
}

/** The mode is another one now: what was decided in the old one does not count, nor what was planned so long ago. */
function reconsider({ call, tool, args, coercions, stopped, course }: Checked): Step {
  return moved({ stage: 'plan', call, tool, args, coercions, stopped, course: changed(course) });
}

const changed = (course: Course): Course => ({ ...course, approvedIn: undefined, changes: course.changes + 1 });

function decided(state: Planned, input: InputOf<'decided'>): Step {
  const { decision, mode, riskMode } = input;
  const { verdict, reasons } = decision;
  const events: RunEvent[] = [{ type: 'call-decided', body: new DecidedBody(state, input) }];
  const { call, tool, args, coercions, stopped, course, plan, identity } = state;
  const known = { call, tool, args, coercions, stopped, course, plan, identity, decision, mode, riskMode };
  if (verdict === 'ask') return { state: { stage: 'approve', ...known }, events };
  if (verdict === 'allow' || verdict === 'notify') {
    return { state: executing(known, 'ready'), events };
  }
  const why = reasons.join('; ');
  const end =
    stopped === undefined
      ? denied(`Policy denies this call: ${why}.`)
      : endOfStopped(stopped, `Policy denies that: ${why}.`);
  return { state: toSettle(state, end), events };
}

/** The body of `call-decided`: its digest is worked out when it is read. */
class DecidedBody implements Decision {
  readonly callId: string;
  readonly tool: string;
  readonly verdict: Decision['verdict'];
  readonly level: Decision['level'];
  readonly reasons: readonly string[];
  declare readonly because?: NonNullable<Decision['because']>;
  readonly mode: Mode;
  declare readonly sandboxed?: true;
  readonly #identity: Identity;

  constructor(state: Planned, { decision, mode, sandboxed }: InputOf<'decided'>) {
    const { verdict, level, reasons, because } = decision;
    this.callId = state.call.id;
    this.tool = state.call.name;
    this.verdict = verdict;
    this.level = level;
    this.reasons = reasons;
    if (because !== undefined) this.because = because;
    this.mode = mode;
    if (sandboxed === true) this.sandboxed = true;
    this.#identity = state.identity;
  }

  get digest(): string {
    return callDigest(this.#identity);
  }

  toJSON(): object {
    const { callId, tool, verdict, level, reasons, because, mode, sandboxed, digest } = this;
    if (because === undefined && sandboxed === undefined)
      return { callId, tool, verdict, level, reasons, mode, digest };
    return { callId, tool, verdict, level, reasons, because, mode, sandboxed, digest };
  }
}

function answered(given: Decided, { questionId, answer, by, origin, halt }: InputOf<'answered'>): Step {
  const state = halt === undefined ? given : { ...given, course: { ...given.course, halt: given.course.halt ?? halt } };
  const body = { questionId, callId: state.call.id, answer, by, ...defined({ origin }) };
  const events: RunEvent[] = [{ type: 'approval-answered', body }];
  if (answer.choice !== 'deny' && answer.choice !== 'text') {
    const course = { ...state.course, approvedIn: by === 'person' ? questionId : undefined };
    return { state: executing({ ...state, course }, 'approved'), events };
  }
  const reason = reasonWords(answer);
  if (state.stopped !== undefined) {
    const who = by === 'person' ? 'The person did not allow it.' : 'Nobody is there to allow it.';
    return { state: toSettle(state, endOfStopped(state.stopped, `${who}${reason}`)), events };
  }
  const text =
    by === 'person'
      ? `The person denied this call.${reason} Do not try it again unchanged.`
      : `This call needs a person's approval and nobody is there to give it.${reason} Go on without it, or say what you would have done.`;
  const end = denied(text);
  return { state: toSettle(state, by === 'person' ? { ...end, byPerson: true } : end), events };
}

/** Spelled out: a step is taken for every call of every round, and spreading costs ten times as much. */
function executing(known: Decided, run: In<'execute'>['run']): CallState {
  const { call, tool, args, coercions, stopped, course, plan, identity, decision, mode, riskMode } = known;
  return {
    stage: 'execute',
    run,
    call,
    tool,
    args,
    coercions,
    stopped,
    course,
    plan,
    identity,
    decision,
    mode,
    riskMode,
  };
}

function toSettle(
  state: Exclude<CallState, { stage: 'settle' | 'done' }> | Checked,
  end: Finish,
  halted?: Halt | undefined,
): CallState {
  const tool = 'tool' in state ? state.tool : undefined;
  const coercions = 'coercions' in state ? state.coercions : [];
  const planned = 'plan' in state ? state.plan.facts : noFacts;
  const facts = 'stage' in state && isBetweenRuns(state) ? withoutRefused(planned) : planned;
  const ran = hasRun(state) ? state.args : undefined;
  const halt = ('course' in state ? state.course.halt : undefined) ?? halted;
  return { stage: 'settle', call: state.call, tool, coercions, facts, finish: end, ran, halt };
}

/** Whether any run of the call was begun. */
const hasRun = (state: object): state is Checked =>
  ('run' in state && state.run === 'started') || ('stopped' in state && state.stopped !== undefined);

const noFacts: readonly Fact[] = [];

function denied(message: string): Extract<Finish, { type: 'denied' }> {
  return { type: 'denied', failure: fail('permission_denied', message) };
}
