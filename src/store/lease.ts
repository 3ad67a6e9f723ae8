import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { succeeds } from '../base/attempt.js';
import { sha256 } from '../base/digest.js';
import { ToolwrightError } from '../base/error.js';
import { createPrivateFile, createPrivateFolder } from './private-file.js';
import type { Database, OpenDatabase } from './sqlite-driver.js';
import type { Lease } from './store.js';
import { isBusy, storeError } from './store-error.js';

const attempts = 5;
const pauseMs = 10;

/**
 * Takes the right to write one stream: an exclusive transaction, open as long as the lease is held, on an empty
 * database of its own in `folder`. The system ends it with the process. Throws `session-leased` when somebody has it.
 */
export async function takeLease(options: {
  readonly open: OpenDatabase;
  readonly folder: string;
  readonly stream: string;
}): Promise<Lease> {
  const path = join(options.folder, `${fileName(options.stream)}.lock`);
  try {
    createPrivateFolder(options.folder);
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      // A holder that is letting go, or one that locked a file just removed, is gone a moment later.
      if (attempt > 1) await sleep(pauseMs);
      const database = tryLock(options.open, path);
      if (database !== undefined) return holdLease(database, path);
    }
  } catch (thrown) {
    throw storeError(thrown, path);
  }
  throw leasedError(options.stream);
}

export function leasedError(stream: string): ToolwrightError {
  return new ToolwrightError(
    'session-leased',
    `the session ${stream} is in use by another process or window. Go on there, end that process, or start a new session`,
    { details: { stream } },
  );
}

/** The name itself where every file system can hold it, else its hash. `~` is in no plain name. */
function fileName(stream: string): string {
  return /^[a-z0-9_-]{1,100}$/.test(stream) ? stream : `~${sha256(stream)}`;
}

function tryLock(open: OpenDatabase, path: string): Database | undefined {
  createPrivateFile(path);
  const before = identity(path);
  const database = open(path, { timeout: 0 });
  try {
    // No journal file beside it: nothing is ever written.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // A holder removes its file before it lets go, so the lock counts only if the file is still the one at this path.
    if (before !== undefined && before === identity(path)) return database;
  } catch (thrown) {
    if (!isBusy(thrown)) {
      database.close();
      throw thrown;
    }
  }
  database.close();
  return undefined;
}

/** Which file is at the path. A number may be given again to a later file, hence the time of birth. */
function identity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? undefined : `${found.dev}:${found.ino}:${found.birthtimeNs}`;
}

function holdLease(database: Database, path: string): Lease {
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      // An empty file that stays behind locks nothing.
      succeeds(() => rmSync(path, { force: true }));
      database.close();
    },
  };
}
