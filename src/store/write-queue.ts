import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../base/clock.js';
import { isBusy } from './store-error.js';

/**
 * Runs work that needs the lock of the store, in the order it was asked for. While the lock is free it runs at once and
 * answers at once; while another process has it, this process waits without blocking, at most `timeoutMs` for each
 * piece of work. Every failure is passed through `fail`.
 */
export function createWriteQueue({ timeoutMs, fail }: WriteQueueOptions) {
  let last: Promise<unknown> | undefined;

  function enqueue<T>(work: () => T): Promise<T> {
    const deadline = systemClock.monotonic() + timeoutMs;
    const attempt = async () => {
      try {
        return await retryWhileBusy(work, deadline);
      } catch (thrown) {
        throw fail(thrown);
      }
    };
    const result = last === undefined ? attempt() : last.then(attempt);
    const settled: Promise<unknown> = result.then(ignore, ignore).then(() => {
      if (last === settled) last = undefined;
    });
    last = settled;
    return result;
  }

  return {
    run<T>(work: () => T): T | Promise<T> {
      if (last !== undefined) return enqueue(work);
      try {
        return work();
      } catch (thrown) {
        if (!isBusy(thrown)) throw fail(thrown);
      }
      return enqueue(work);
    },
    /** Resolves when nothing is waiting any more. */
    async idle(): Promise<void> {
      while (last !== undefined) await last;
    },
  };
}

export type WriteQueue = ReturnType<typeof createWriteQueue>;

interface WriteQueueOptions {
  readonly timeoutMs: number;
  readonly fail: (thrown: unknown) => Error;
}

const ignore = (): void => {};

/** Tries until it works, fails otherwise or `deadline` (monotonic) has passed. */
export async function retryWhileBusy<T>(work: () => T, deadline: number): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (thrown) {
      if (!isBusy(thrown) || systemClock.monotonic() >= deadline) throw thrown;
    }
    await sleep(2 + Math.random() * 10);
  }
}
