import { defer } from '../base/defer.js';
import { isToolwrightError, messageOf } from '../base/error.js';
import type { Cancellation } from './cancellation.js';

/** Told to those who watch while a turn waits for its store, before each pause. */
export interface StoreWaiting {
  readonly type: 'store-waiting';
  /** From 1 on. */
  readonly attempt: number;
  /** How long until it is tried again. */
  readonly waitMs: number;
  /** What is wrong and what to do about it. */
  readonly message: string;
}

export interface StoreWaitOptions {
  /** What the running turn is stopped by; undefined when none runs: then nobody waits. */
  readonly turn: () => Pick<Cancellation, 'stop' | 'onStop'> | undefined;
  readonly onWaiting: (waiting: StoreWaiting) => void;
}

const firstPauseMs = 250;
const longestPauseMs = 5000;
/** Every wait ends: after this the turn fails, and what was recorded still waits in order. */
const longestWaitMs = 10 * 60_000;

/**
 * One wait for a store that may work again: a full disk gets room, another process lets go. Each call pauses, longer each
 * time, and answers whether to try again: not when the failure will not pass, no turn runs or it was stopped.
 */
export function createStoreWait({ turn, onWaiting }: StoreWaitOptions): (error: unknown) => Promise<boolean> {
  let attempt = 0;
  let waitedMs = 0;
  return async (error) => {
    const running = turn();
    if (!mayPass(error) || running === undefined || running.stop !== undefined) return false;
    if (waitedMs >= longestWaitMs) return false;
    const waitMs = Math.min(firstPauseMs * 2 ** attempt, longestPauseMs);
    attempt += 1;
    waitedMs += waitMs;
    onWaiting({ type: 'store-waiting', attempt, waitMs, message: messageOf(error) });
    await pause(waitMs, running);
    return running.stop === undefined;
  };
}

const mayPass = (error: unknown): boolean =>
  isToolwrightError(error) && (error.code === 'store-full' || error.code === 'store-locked');

/** Ends early when the turn is stopped. */
async function pause(ms: number, running: Pick<Cancellation, 'onStop'>): Promise<void> {
  const { promise: over, resolve: wake } = defer();
  const timer = setTimeout(wake, ms);
  const forget = running.onStop(wake);
  await over;
  clearTimeout(timer);
  forget();
}
