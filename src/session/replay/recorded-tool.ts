import { defined } from '../../base/defined.js';
import type { Question } from '../../run/question.js';
import type { RunContext } from '../../tool/context.js';
import { type ErrorType, fail, type ToolFailure } from '../../tool/outcome.js';
import type { Plan, PlanResult } from '../../tool/plan.js';
import type { Tool } from '../../tool/tool.js';
import type { SessionRecord } from '../event.js';
import type { Conductor } from './conductor.js';
import { callIdOf } from './recorded-turn.js';

type Of<Type extends SessionRecord['type']> = Extract<SessionRecord, { readonly type: Type }>;
type Settled = Of<'call-settled'>['body'];

export interface RecordedToolOptions {
  /** The recorded id of the call. */
  readonly callId: string;
  readonly name: string;
  /** What was recorded of it in the turn. */
  readonly events: readonly SessionRecord[];
  /** It ran while another call was looked at or ran. */
  readonly overlaps: boolean;
  /** It was run a second time, after its first process had ended. */
  readonly runsAgain: boolean;
  /** Its definition had not been sent: what it takes was looked at more strictly. */
  readonly unsent: boolean;
  readonly conductor: Conductor;
  /** The tool of this name, where there is one here: its schema and its traits hold. */
  readonly known: Tool | undefined;
  /** Keeps what the model read of a result, by the value that stands for it. */
  keep(value: object, content: string): void;
}

/** Stands for the tool of one call: it plans what was planned and answers what was answered, and does nothing. */
export function recordedTool(options: RecordedToolOptions): Tool {
  const { callId, name, events: all, overlaps, runsAgain, unsent, conductor, known, keep } = options;
  const settled = all.find((event) => event.type === 'call-settled')?.body;
  let planned: Plan = { facts: [], preview: { kind: 'arguments' } };

  /** Another call may have ended while this one was looked at. */
  const plan = (): PlanResult | Promise<PlanResult> =>
    callIdOf(conductor.next ?? { body: null }) === callId ? planNow() : conductor.turnOf(callId).then(planNow);
  const planNow = (): PlanResult => {
    const [next] = conductor.restOf(callId);
    if (next?.type === 'call-refused') return failure(next.body.errorType, next.body.message);
    if (next?.type === 'call-planned') planned = planOf(next, conductor.restOf(callId));
    return planned;
  };
  const run = async (_args: never, ctx: RunContext): Promise<unknown> => {
    conductor.entered(callId);
    for (let next = conductor.restOf(callId)[0]; isOwnQuestion(next); next = conductor.restOf(callId)[0]) {
      await conductor.turnOf(callId);
      await ctx.ask.ask(next.body);
      if (conductor.restOf(callId)[0] === next) break;
    }
    if (conductor.wasCancelled(callId)) await stopped(ctx.signal, settled?.outcome === 'unknown');
    await conductor.turnOf(callId);
    const [next] = conductor.restOf(callId);
    if (next?.type !== 'call-stopped') return resultOf(settled, keep);
    await ctx.process.run({ command: callId, cwd: '', timeoutMs: 0, signal: ctx.signal } as never);
    const result = resultOf(settled, keep);
    if (next.body.message === 'it gave a result') return result;
    return failure(settled?.errorType ?? 'io_error', next.body.message, result);
  };
  const refusal = all.find((event) => event.type === 'call-refused')?.body;
  const schema = unsent ? undefined : known?.parameters;
  return {
    name,
    title: name,
    description: '',
    help: undefined,
    category: known?.category ?? 'Custom',
    group: known?.group ?? 'custom',
    source: known?.source ?? 'custom',
    dangerous: false,
    result: undefined,
    parameters: schema ?? (refusal?.stage === 'check' ? { type: 'object', not: {} } : { type: 'object' }),
    effects: known?.effects ?? effectsOf(all),
    concurrency: known?.concurrency ?? (overlaps ? 'parallel' : 'exclusive'),
    idempotent: runsAgain,
    capabilities: all.some((event) => event.type === 'call-decided' && event.body.sandboxed) ? ['process'] : [],
    limits: { resultChars: Number.MAX_SAFE_INTEGER },
    plan,
    run,
    ...(settled?.display !== undefined && { display: () => settled.display ?? '' }),
    ...(settled?.images !== undefined && { images: () => settled.images ?? [] }),
  };
}

function planOf(event: Of<'call-planned'>, rest: readonly SessionRecord[]): Plan {
  const { facts, basis } = event.body;
  const asked = rest.find((later) => later.type === 'approval-requested' && later.body.kind === 'approval');
  const question = asked?.type === 'approval-requested' && asked.body.kind === 'approval' ? asked.body : undefined;
  return {
    facts,
    preview: question?.preview ?? { kind: 'arguments' },
    ...defined({ basis, undo: question?.undo }),
  };
}

type OwnQuestion = SessionRecord & { readonly body: Extract<Question, { readonly kind: 'input' }> };

const isOwnQuestion = (event: SessionRecord | undefined): event is OwnQuestion =>
  event?.type === 'approval-requested' && event.body.kind === 'input';

/** The value that stands for a result: what the model read of it is put in its place when it is put into words. */
function resultOf(settled: Settled | undefined, keep: RecordedToolOptions['keep']): unknown {
  if (settled === undefined) return fail('internal_error', 'The record has no result of this call.');
  const value = { replayed: settled.callId };
  keep(value, settled.content);
  return settled.outcome === 'ok' ? value : failure(settled.errorType, 'as recorded', value);
}

const failure = (errorType: ErrorType, message: string, data?: unknown): ToolFailure =>
  fail(errorType === 'none' ? 'internal_error' : errorType, message, data);

/** One that did not stop at once is given up; nobody waits for it. */
function stopped(signal: AbortSignal, never: boolean): Promise<void> {
  if (never) return new Promise(() => {});
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** A question about what cannot be taken back says so; one that has nothing to take back says nothing. */
function effectsOf(all: readonly SessionRecord[]): Tool['effects'] {
  const asked = all.find((event) => event.type === 'approval-requested')?.body;
  return asked?.kind === 'approval' && asked.undo === undefined ? 'none' : 'outside';
}
