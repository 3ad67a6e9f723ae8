import { messageOf } from '../base/error.js';
import { fail, isFailure } from '../tool/outcome.js';
import type { CallState } from './call.js';
import type { CallContext } from './call-context.js';
import type { RunEnv } from './env.js';
import type { Finish } from './finish.js';

type Executing = Extract<CallState, { stage: 'execute' }>;

/** How long a tool may clean up after its deadline before it is given up. */
const lateGraceMs = 3000;
/** How long it may take to hand over what it has when it is cancelled. */
const cancelGraceMs = 150;

/**
 * Runs the tool, within its time. Never throws: a tool that throws is a defect of that tool, and settles as such.
 * Answers `parked` when a question of the tool waits for a person who is not there.
 */
export function execute(state: Executing, ctx: CallContext, env: RunEnv): Finish | Promise<Finish | 'parked'> {
  const { clock } = env.ports;
  const startedAt = clock.monotonic();
  const elapsed = (): number => Math.round(clock.monotonic() - startedAt);
  try {
    const returned: unknown = state.tool.run(state.args, ctx, state.plan.carry as never);
    if (!isPromiseLike(returned)) return finished(returned, elapsed());
    return settledSoon(state, Promise.resolve(returned), { ctx, env, elapsed });
  } catch (error) {
    return thrown(state, error, elapsed());
  }
}

interface Watch {
  readonly ctx: CallContext;
  readonly env: RunEnv;
  elapsed(): number;
}

/** Many tools are done when they return their promise: these need no deadline, no listener and no timer. */
async function settledSoon(state: Executing, work: Promise<unknown>, watch: Watch): Promise<Finish | 'parked'> {
  let finish: Finish | undefined;
  const ended = work.then(
    (value) => {
      try {
        finish = finished(value, watch.elapsed());
      } catch (error) {
        finish = thrown(state, error, watch.elapsed());
      }
      return finish;
    },
    (error: unknown) => {
      finish = thrown(state, error, watch.elapsed());
      return finish;
    },
  );
  await undefined;
  return finish ?? within(state, ended, watch);
}

function within(
  state: Executing,
  ended: PromiseLike<Finish>,
  { ctx, env, elapsed }: Watch,
): Promise<Finish | 'parked'> {
  const { tool, call } = state;
  const timeoutMs = tool.limits.timeoutMs ?? env.guards.limits.timeoutMs;
  const late = (): Finish => {
    const message = `${tool.name} did not end within ${timeoutMs} ms and was given up. Ask for less, or for a longer time.`;
    return { type: 'failure', failure: fail('timeout', message), durationMs: elapsed() };
  };
  const cancelled = (): Finish => {
    if (tool.effects === 'none') return stopped(elapsed());
    const message = `${tool.name} was cancelled while it ran and did not stop at once: it may have been done, wholly or in part. Look before doing it again.`;
    return { type: 'unknown', failure: fail('cancelled', message) };
  };
  return new Promise((resolve) => {
    /** Set once the tool was told to stop: how the call ends unless the tool has something to hand over. */
    let told: (() => Finish) | undefined;
    let stopListening: () => void = () => {};
    const done = (finish: Finish | 'parked'): void => {
      watched.stop();
      stopListening();
      resolve(finish);
    };
    const tellToStop = (otherwise: () => Finish, graceMs: number): void => {
      told ??= otherwise;
      ctx.abort();
      watched.extend(graceMs, () => {
        env.pace.trackDetached(ended);
        done(otherwise());
      });
    };
    const watched = env.pace.watch.start(call, timeoutMs, () => tellToStop(late, lateGraceMs));
    stopListening = env.cancellation.onCancel(() => tellToStop(cancelled, cancelGraceMs));
    ctx.onPark = () => {
      ctx.abort();
      env.pace.trackDetached(ended);
      done('parked');
    };
    // What a tool throws after it was told to stop is how it took the signal.
    void ended.then((finish) => done(told !== undefined && isDefect(finish) ? stoppedBy(told, finish) : finish));
  });
}

function finished(value: unknown, durationMs: number): Finish {
  return isFailure(value) ? { type: 'failure', failure: value, durationMs } : { type: 'value', value, durationMs };
}

function thrown({ tool }: Executing, error: unknown, durationMs: number): Finish {
  const failure = fail(
    'internal_error',
    `${tool.name} failed inside: ${messageOf(error)}. This is a defect of the tool; try another way.`,
  );
  return { type: 'failure', failure, durationMs };
}

/** The tool has ended: what it was told to stop by is how it ended. */
function stoppedBy(told: () => Finish, { durationMs }: Finish & { durationMs: number }): Finish {
  const otherwise = told();
  if (otherwise.type !== 'unknown') return otherwise;
  return stopped(durationMs);
}

function stopped(durationMs: number): Finish {
  return { type: 'cancelled', failure: fail('cancelled', 'The call was cancelled while it ran.'), durationMs };
}

const isDefect = (finish: Finish): finish is Extract<Finish, { type: 'failure' }> =>
  finish.type === 'failure' && finish.failure.errorType === 'internal_error';

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
