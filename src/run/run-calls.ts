import { isChange } from '../policy/vocabulary/touched.js';
import type { Tool } from '../tool/tool.js';
import type { Call, CallInput, CallState } from './call.js';
import { type CallEnd, finishCall, prepareCall, reconsidered, settleAsDefect, settleNotRun } from './drive-call.js';
import type { RunEnv } from './env.js';
import { overlap } from './overlap.js';
import type { Halt } from './question.js';
import { advance, nextMove, type Schedule, schedule } from './schedule.js';

/** How the calls of a message ended; those that are parked or paused leave calls open on purpose. */
export type RunEnd = 'settled' | 'cancelled' | Halt;

/**
 * Drives admitted calls to their settlements. Every call gets exactly one, except those left open when a question is
 * parked or the turn is paused. A store that fails keeps calls from running, and shows at the next flush.
 */
export async function runCalls(calls: readonly Call[], env: RunEnv): Promise<RunEnd> {
  const batch: Batch = {
    states: calls.map((call) => ({ stage: 'resolve', call })),
    env,
    running: new Set(),
    outdated: new Set(),
    schedule: schedule(calls.length),
    halt: undefined,
    wake: () => {},
    defect: undefined,
  };
  await drive(batch);
  if (batch.defect !== undefined) throw batch.defect.error;
  const { stop } = env.cancellation;
  const end = batch.halt === 'paused' && stop === 'cancelled' ? stop : (batch.halt ?? stop ?? 'settled');
  const why = dropped[end];
  if (why === undefined) return end;
  for (const state of batch.states) if (state.stage !== 'done') await settleNotRun(state, why, env);
  return end;
}

/** Ends that leave no call open. */
const dropped: Partial<Record<RunEnd, string>> = {
  aborted: 'Not run: the turn was ended at a question nobody could answer.',
  cancelled: 'Not run: the turn was cancelled.',
};

interface Batch {
  readonly states: CallState[];
  readonly env: RunEnv;
  readonly running: Set<number>;
  /** Calls that wait for one which changes what they were planned on: they are planned once more. */
  readonly outdated: Set<number>;
  schedule: Schedule;
  halt: Halt | undefined;
  defect: { readonly error: unknown } | undefined;
  wake(): void;
}

async function drive(batch: Batch): Promise<void> {
  const { env, states } = batch;
  const limits = { maxParallel: env.guards.limits.maxParallel, order: env.pace.order };
  // What is refused beside a change may only be too early: a file that is still to be made.
  const holds = (at: CallState, input: CallInput): boolean =>
    limits.order === 'unasked-parallel' && at.stage === 'plan' && input.type === 'refused' && isChanging(batch);
  for (;;) {
    if (env.cancellation.paused) halt(batch, 'paused');
    const move = nextMove(batch.schedule, limits);
    if (move.move === 'finished') return;
    if (move.move === 'wait') {
      await new Promise<void>((resolve) => {
        batch.wake = resolve;
      });
      continue;
    }
    const state = states[move.index];
    if (state === undefined) return;
    if (move.move === 'start') {
      batch.schedule = advance(batch.schedule, { type: 'started' });
      batch.running.add(move.index);
      void finishCall(batch.outdated.delete(move.index) ? reconsidered(state) : state, env).then(
        (end) => settleOne(batch, move.index, end),
        (error: unknown) => breakOff(batch, move.index, error),
      );
      continue;
    }
    try {
      const preparing = prepareCall(state, env, holds);
      const ready = preparing instanceof Promise ? await preparing : preparing;
      states[move.index] = ready;
      // Held by a pause; after a cancel since then, it is looked at once more.
      if (ready.stage !== 'done' && ready.stage !== 'approve' && ready.stage !== 'execute' && ready.stage !== 'plan')
        continue;
      if (ready.stage === 'plan' && (env.cancellation.stop !== undefined || batch.running.size === 0)) continue;
      batch.schedule = advance(batch.schedule, progressOf(ready, move.index, batch));
    } catch (error) {
      states[move.index] = await settleBroken(batch, state, error);
      batch.schedule = advance(batch.schedule, { type: 'refused', index: move.index });
    }
  }
}

function progressOf(ready: CallState, index: number, batch: Batch): Parameters<typeof advance>[1] {
  if (ready.stage === 'done') return { type: 'refused', index };
  const isOutdated = meetsRunning(ready, batch);
  if (isOutdated) batch.outdated.add(index);
  const asked = ready.stage !== 'execute';
  const isExclusive = batch.env.pace.order !== 'unasked-parallel' && 'tool' in ready && isAlone(ready.tool);
  return { type: 'prepared', index, alone: asked || isExclusive || isOutdated };
}

const isChanging = ({ running, states }: Batch): boolean =>
  [...running].some((index) => {
    const state = states[index];
    return state !== undefined && 'plan' in state && state.plan.facts.some((fact) => isChange(fact) || !fact.known);
  });

const isAlone = (tool: Tool | undefined): boolean => tool?.concurrency === 'exclusive';

/** Where changes run side by side: whether one that runs now would change what this one was planned on, or this one what that sees. */
function meetsRunning(ready: CallState, { env, states, running }: Batch): boolean {
  if (env.pace.order !== 'unasked-parallel' || !('plan' in ready)) return false;
  const { facts } = ready.plan;
  return [...running].some((index) => {
    const other = states[index];
    return other !== undefined && 'plan' in other && overlap(facts, other.plan.facts);
  });
}

function halt(batch: Batch, why: Halt): void {
  batch.halt ??= why;
  batch.schedule = advance(batch.schedule, { type: 'halted' });
}

function settleOne(batch: Batch, index: number, { state, halt: why }: CallEnd): void {
  batch.states[index] = state;
  batch.running.delete(index);
  // Its end is worth keeping at once, not when its slowest neighbour is done.
  void batch.env.recorder.flush();
  if (why !== undefined) halt(batch, why);
  batch.schedule = advance(batch.schedule, settled);
  batch.wake();
}

async function breakOff(batch: Batch, index: number, error: unknown): Promise<void> {
  const state = batch.states[index];
  if (state !== undefined) settleOne(batch, index, { state: await settleBroken(batch, state, error) });
}

/** A call that stays open would be run again by every turn to come, and break each of them. */
async function settleBroken(batch: Batch, state: CallState, error: unknown): Promise<CallState> {
  try {
    return await settleAsDefect(state, error, batch.env);
  } catch {
    batch.defect ??= { error };
    batch.schedule = advance(batch.schedule, { type: 'halted' });
    return state;
  }
}

const settled = { type: 'settled' } as const;
