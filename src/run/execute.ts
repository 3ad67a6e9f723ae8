import { messageOf } from '../base/error.js';
import { fail, isFailure } from '../tool/outcome.js';
import type { CallState, Finish } from './call.js';
import type { CallContext } from './call-context.js';
import type { RunEnv } from './env.js';

type Executing = Extract<CallState, { stage: 'execute' }>;

/** How long a tool may clean up after its deadline before it is given up. */
const graceMs = 3000;

/** Runs the tool, within its time. Never throws: a tool that throws is a defect of that tool, and settles as such. */
export function execute(state: Executing, ctx: CallContext, env: RunEnv): Finish | Promise<Finish> {
  const { clock } = env.ports;
  const startedAt = clock.monotonic();
  const elapsed = (): number => Math.round(clock.monotonic() - startedAt);
  let returned: unknown;
  try {
    returned = state.tool.run(state.args, ctx, state.plan.carry as never);
  } catch (error) {
    return thrown(state, error, elapsed());
  }
  if (!isPromiseLike(returned)) return finished(returned, elapsed());
  return settledSoon(state, returned, { ctx, env, elapsed });
}

/** Many tools are done when they return their promise: these need no deadline, no listener and no timer. */
async function settledSoon(state: Executing, work: PromiseLike<unknown>, watch: Watch): Promise<Finish> {
  let finish: Finish | undefined;
  const ended = work.then(
    (value) => {
      finish = finished(value, watch.elapsed());
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

interface Watch {
  readonly ctx: CallContext;
  readonly env: RunEnv;
  elapsed(): number;
}

function within(state: Executing, ended: PromiseLike<Finish>, { ctx, env, elapsed }: Watch): Promise<Finish> {
  const { tool, call } = state;
  const timeoutMs = tool.limits.timeoutMs ?? env.limits.timeoutMs;
  return new Promise((resolve) => {
    let isLate = false;
    let stopListening: () => void = () => {};
    const done = (finish: Finish): void => {
      watched.stop();
      stopListening();
      resolve(finish);
    };
    const giveUp = (): void => {
      const message = `${tool.name} did not end within ${timeoutMs} ms and was given up. Ask for less, or for a longer time.`;
      done({ type: 'failure', failure: fail('timeout', message), durationMs: elapsed() });
    };
    const late = (): void => {
      isLate = true;
      ctx.abort();
      watched.extend(graceMs, giveUp);
    };
    const watched = env.watch.start(call, timeoutMs, late);
    stopListening = env.cancellation.onCancel(() => {
      ctx.abort();
      const failure = fail('cancelled', 'The call was cancelled while it ran.');
      done({ type: 'cancelled', failure, durationMs: elapsed() });
    });
    // What a tool throws after its deadline is how it took the signal.
    void ended.then((finish) => (isLate && isDefect(finish) ? giveUp() : done(finish)));
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

const isDefect = (finish: Finish): boolean =>
  finish.type === 'failure' && finish.failure.errorType === 'internal_error';

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
