import type { Call, CallInput } from './call.js';
import type { RunEnv } from './env.js';
import { notStarted, refused } from './not-started.js';

interface Waiting {
  readonly call: Call;
  readonly env: RunEnv;
  readonly what: string;
  onStop?(): void;
}

/** Every wait ends: with what it was for, with the turn, or after the time a call has. A pause leaves the call where it is. */
export function inTime(work: Promise<CallInput>, { call, env, what, onStop }: Waiting): Promise<CallInput> {
  const { timeoutMs } = env.guards.limits;
  return endInTime(work, {
    call,
    env,
    timeoutMs,
    until: 'stop',
    late: () => refused('timeout', `Not run: ${what} within ${timeoutMs} ms. Try another way.`),
    stopped: () => heldOrCancelled(env),
    ...(onStop && { onStop }),
  });
}

/** What becomes of a call that is not started yet when its turn is stopped. */
export const heldOrCancelled = ({ cancellation }: Pick<RunEnv, 'cancellation'>): CallInput =>
  cancellation.paused ? { type: 'held' } : notStarted('The turn was cancelled before this call started.');

interface Ending<T> extends Omit<Waiting, 'what'> {
  readonly timeoutMs: number;
  /** What ends the wait beside the time: any stop of the turn, or a cancel alone. */
  readonly until: 'stop' | 'cancel';
  late(): T;
  stopped(): T;
}

/** The end of `work`, which must not reject, or another in its place; `onStop` is called when it is not waited for. */
export function endInTime<T>(work: PromiseLike<T>, ending: Ending<T>): Promise<T> {
  const { call, env, timeoutMs, until, late, stopped, onStop } = ending;
  return new Promise((resolve) => {
    const done = (end: T): void => {
      watched.stop();
      stopListening();
      resolve(end);
    };
    const stop = (end: T): void => {
      onStop?.();
      done(end);
    };
    const stopNow = (): void => stop(stopped());
    let stopListening: () => void = () => {};
    const watched = env.pace.watch.start(call, timeoutMs, () => stop(late()));
    const { cancellation } = env;
    stopListening = until === 'stop' ? cancellation.onStop(stopNow) : cancellation.onCancel(stopNow);
    void work.then(done);
  });
}
