import { unlinkSync } from 'node:fs';
import { attempt } from '../../base/attempt.js';
import { type Folder, splitPath, type WalkMode, withFolder } from '../../workspace/descriptor-walk.js';
import { absoluteIn } from '../undo-plan.js';
import { type Entry, type FileEntry, lookAt } from './entry.js';
import type { Before } from './find-changes.js';
import type { Scan } from './scan-scope.js';
import type { Shield } from './shield.js';

/** No setting is as large; it would have to be read whole to be kept. */
const maxFileBytes = 64 * 1024 * 1024;
const maxBytes = 256 * 1024 * 1024;

/** Neither a folder nor a link. */
type Marked = Extract<Entry, { readonly mark: string }>;

export interface UnkeptOptions {
  readonly root: string;
  readonly mode: WalkMode;
  readonly shield: Shield;
}

/**
 * Removes from protected paths what a command left there and nobody can keep: pipes, sockets, files that are too large or
 * closed to their owner. Answers with the paths, and with the scan as it is without them.
 */
export function removeUnkept(before: Before, after: Scan, options: UnkeptOptions) {
  const entries = new Map(after.entries);
  const removed: string[] = [];
  let bytes = 0;
  for (const [path, entry] of after.entries) {
    if (entry.kind === 'folder' || entry.kind === 'link' || !isReplaceable(path, entry, before)) continue;
    if (!options.shield(path, { written: true })) continue;
    if (entry.kind === 'file') bytes += entry.bytes;
    if ((entry.kind === 'other' || isUnkeepable(entry) || bytes > maxBytes) && remove(path, entry, options)) {
      entries.delete(path);
      removed.push(path);
    }
  }
  return { removed, rest: removed.length === 0 ? after : { ...after, entries } };
}

/** It was touched, and what was there before can be put back. */
function isReplaceable(path: string, entry: Marked, { entries, uncopied }: Before): boolean {
  const was = entries.get(path);
  if (was?.kind === 'other' || uncopied.has(path)) return false;
  return !(was?.kind === 'file' && entry.kind === 'file' && was.mark === entry.mark);
}

const isUnkeepable = ({ bytes, mode }: FileEntry): boolean => bytes > maxFileBytes || (mode & 0o400) === 0;

/** Only what is still what the command left. */
function remove(path: string, { mark }: Marked, { root, mode: walk }: UnkeptOptions): boolean {
  const { folder, name } = splitPath(absoluteIn(root, path));
  const unlink = ({ at }: Folder): boolean => {
    const now = lookAt(at(name), 0);
    if (now === undefined || !('mark' in now) || now.mark !== mark || mark === '') return false;
    unlinkSync(at(name));
    return true;
  };
  return attempt(() => withFolder(folder, walk, unlink), false);
}
