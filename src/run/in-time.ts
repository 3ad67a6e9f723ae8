import { fail } from '../tool/outcome.js';
import type { Call, CallInput } from './call.js';
import type { RunEnv } from './env.js';
import { notStarted } from './not-started.js';

interface Waiting {
  readonly call: Call;
  readonly env: RunEnv;
  readonly what: string;
  onStop?(): void;
}

/** Every wait ends: with what it was for, with the turn, or after the time a call has. */
export function inTime(work: Promise<CallInput>, { call, env, what, onStop }: Waiting): Promise<CallInput> {
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
