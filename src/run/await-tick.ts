import type { RunEnv } from './env.js';

/**
 * Holds a call until its host ticks. A turn that stops ends the wait, and so does a store that fails: the host was not told
 * that the call is ready, and would never tick.
 */
export async function awaitTick({ pace: { ticks }, recorder, cancellation }: RunEnv): Promise<void> {
  if (ticks === undefined) return;
  const { ticked, release } = ticks.wait();
  const forget = cancellation.onStop(release);
  // What was decided is told first: a host ticks for what it knows of.
  void recorder.flush().then((failed) => {
    if (failed !== undefined) release();
  });
  await ticked;
  forget();
}
