import { setImmediate as nextTurn } from 'node:timers/promises';
import { isToolwrightError } from '../base/error.js';
import type { Addition, SqliteLog } from './sqlite-log.js';
import type { StoredEvent } from './store.js';
import type { WriteQueue } from './write-queue.js';

interface Waiting {
  readonly addition: Addition;
  resolve(stored: readonly StoredEvent[]): void;
  reject(thrown: unknown): void;
}

/**
 * Appends that wait at the same time, of however many streams, share one transaction and so one sync to disk. What comes
 * during that sync makes up the next group.
 */
export function createAppendGroup(log: Pick<SqliteLog, 'appendAll'>, queue: WriteQueue) {
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    // After everything that can be appended without waiting for the outside.
    await nextTurn();
    const group = waiting;
    waiting = [];
    running = undefined;
    try {
      const stored = await queue.run(() => log.appendAll(group.map(({ addition }) => addition)));
      for (const [at, one] of group.entries()) one.resolve(stored[at] ?? []);
    } catch (thrown) {
      if (group.length === 1 || !isOfOne(thrown)) for (const { reject } of group) reject(thrown);
      else for (const one of group) await runAlone(one);
    }
  };

  const runAlone = async ({ addition, resolve, reject }: Waiting): Promise<void> => {
    try {
      const [stored] = await queue.run(() => log.appendAll([addition]));
      resolve(stored ?? []);
    } catch (thrown) {
      reject(thrown);
    }
  };

  return {
    append: (addition: Addition): Promise<readonly StoredEvent[]> =>
      new Promise((resolve, reject) => {
        waiting.push({ addition, resolve, reject });
        running ??= run();
      }),
    /** Resolves when nothing waits any more. */
    async idle(): Promise<void> {
      while (running !== undefined) await running;
    },
  };
}

/** Whether a failure may be that of one append of a group: one stream in a damaged part of the file, for instance. */
const isOfOne = (thrown: unknown): boolean =>
  !isToolwrightError(thrown) || !['store-full', 'store-locked', 'store-read-only'].includes(thrown.code);
