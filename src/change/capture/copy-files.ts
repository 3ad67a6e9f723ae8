import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '../../base/clock.js';
import { systemCode } from '../../base/error.js';
import type { WalkMode } from '../../workspace/descriptor-walk.js';
import type { Copy } from './copy.js';
import { type Entry, type FileEntry, statEntry } from './entry.js';
import type { Before } from './find-changes.js';
import type { KeptCopies } from './kept-copies.js';
import type { Scan } from './scan-scope.js';
import { createFileOpener } from './workspace-file.js';

export interface CopyFilesOptions {
  readonly root: string;
  readonly mode: WalkMode;
  readonly shelf: KeptCopies;
}

/** A file that changes while it is copied is copied again so often. */
const attempts = 3;
const filesPerTick = 100;

/** A scan with the contents of its files. What was not touched since the last command is on the shelf already. */
export async function copyFiles({ entries, blind }: Scan, { root, mode, shelf }: CopyFilesOptions): Promise<Before> {
  const found = new Map(entries);
  const copies = new Map<string, Copy>();
  const uncopied = new Map<string, string>();
  const opener = createFileOpener({ root, mode });
  let done = 0;
  try {
    for (const [path, entry] of entries) {
      if (entry.kind !== 'file') continue;
      const copy = shelf.find(path, entry) ?? (await copyFile({ path, entry, found }, { opener, shelf }));
      if (typeof copy === 'string') uncopied.set(path, copy);
      else copies.set(path, copy);
      done += 1;
      if (done % filesPerTick === 0) await nextTurn();
    }
  } finally {
    opener.close();
  }
  return { entries: found, blind, copies, uncopied };
}

interface Copied {
  readonly path: string;
  readonly entry: FileEntry;
  /** Gets the entry that the copy is of. */
  readonly found: Map<string, Entry>;
}

interface CopyTools {
  readonly opener: ReturnType<typeof createFileOpener>;
  readonly shelf: KeptCopies;
}

/** The copy, or why there is none. A shelf that cannot be written throws. */
async function copyFile({ path, entry, found }: Copied, { opener, shelf }: CopyTools): Promise<Copy | string> {
  let opened = false;
  try {
    return await opener.with(path, async (descriptor) => {
      opened = true;
      let now = entry;
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const copy = await shelf.take(path, now, descriptor);
        if (copy !== 'changing') {
          found.set(path, now);
          return copy;
        }
        now = statEntry(descriptor, systemClock.now());
      }
      return 'it was being written while it was copied';
    });
  } catch (error) {
    if (opened) throw error;
    return `it cannot be read (${systemCode(error) ?? 'an unknown error'})`;
  }
}
