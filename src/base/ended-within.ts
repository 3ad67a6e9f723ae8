import { defer } from './defer.js';

/** What the work answers; undefined when it takes longer than that. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const { promise: late, resolve } = defer<undefined>();
  const timer = setTimeout(resolve, ms, undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for all of this work to end, however it ends, but no longer than that. */
export async function endedWithin(work: Iterable<Promise<unknown>>, ms: number): Promise<void> {
  const all = [...work];
  if (all.length > 0) await within(Promise.allSettled(all), ms);
}
