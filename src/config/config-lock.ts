import { readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt, succeeds } from '../base/attempt.js';
import { ToolwrightError } from '../base/error.js';
import { randomText } from '../base/id.js';
import { createPrivateFolder } from '../store/private-file.js';
import { explained } from './write-config.js';

export interface LockTimes {
  /** How long another process is waited for. */
  readonly waitMs: number;
  /** A change takes moments: a lock this old was left by a process that was killed. */
  readonly staleMs: number;
}

const usualTimes: LockTimes = { waitMs: 8000, staleMs: 3000 };
const betweenMs = 20;

/**
 * Reads and writes a config file while no other process does the same, so that no change is lost. Throws `bad-config` when
 * the lock beside it cannot be had.
 */
export async function withConfigLock<T>(
  file: string,
  work: () => Promise<T>,
  times: LockTimes = usualTimes,
): Promise<T> {
  const lock = join(dirname(file), `.${basename(file)}.lock`);
  const owner = randomText(16);
  const end = performance.now() + times.waitMs;
  while (!explained(file, () => take(lock, owner, times))) {
    if (performance.now() > end)
      throw new ToolwrightError(
        'bad-config',
        `${file} is being changed by another process. Try again; if there is none, remove ${lock}.`,
      );
    await sleep(betweenMs);
  }
  try {
    return await work();
  } finally {
    release(lock, owner);
  }
}

/** Whether the lock could be taken. */
function take(lock: string, owner: string, { staleMs }: LockTimes): boolean {
  createPrivateFolder(dirname(lock));
  if (succeeds(() => writeFileSync(lock, owner, { flag: 'wx', mode: 0o600 }), ['EEXIST'])) return true;
  const found = statSync(lock, { throwIfNoEntry: false });
  // Another process may be faster.
  if (found !== undefined && Date.now() - found.mtimeMs > staleMs) attempt(() => unlinkSync(lock), undefined);
  return false;
}

/** Not when it was taken for left meanwhile, and is somebody else's now. */
const release = (lock: string, owner: string): void =>
  attempt(() => {
    if (readFileSync(lock, 'utf8') === owner) unlinkSync(lock);
  }, undefined);
