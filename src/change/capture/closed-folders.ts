import { chmodSync, lstatSync } from 'node:fs';
import { attempt } from '../../base/attempt.js';
import { type Folder, splitPath, withFolder } from '../../workspace/descriptor-walk.js';
import type { ApplyOptions } from '../path-write.js';
import { absoluteIn } from '../undo-plan.js';
import { outerFolders } from './outer-folders.js';
import type { Scan } from './scan-scope.js';

/** Opens folders to their owner again that a command closed to hide what is in them; answers how many. */
export const openClosed = (paths: Iterable<string>, place: Pick<ApplyOptions, 'root' | 'mode'>): number =>
  [...paths].filter((path) => setMode(path, opened, place)).length;

/** Does work for which the folders that these paths lie in have to be writable; their modes are what they were when it is done. */
export async function withWritable<T>(
  paths: readonly string[],
  { entries, ...place }: Pick<ApplyOptions, 'root' | 'mode'> & Pick<Scan, 'entries'>,
  work: () => Promise<T>,
): Promise<T> {
  const closed = [...closedFolders(paths, entries)].filter(([path]) => setMode(path, opened, place));
  try {
    return await work();
  } finally {
    for (const [path, mode] of closed) setMode(path, () => mode, place);
  }
}

const opened = (mode: number): number => mode | 0o700;

/** Folders in which their owner cannot change anything, with their modes. */
function closedFolders(paths: readonly string[], entries: Scan['entries']): ReadonlyMap<string, number> {
  const modes = new Map<string, number>();
  for (const folder of paths.flatMap((path) => [...outerFolders(path)])) {
    const entry = entries.get(folder);
    if (entry?.kind === 'folder' && opened(entry.mode) !== entry.mode) modes.set(folder, entry.mode);
  }
  return modes;
}

/** Whether the folder has another mode now. */
function setMode(
  path: string,
  change: (bits: number) => number,
  { root, mode }: Pick<ApplyOptions, 'root' | 'mode'>,
): boolean {
  const { folder, name } = splitPath(path === '.' ? root : absoluteIn(root, path));
  const set = ({ at }: Folder): boolean => {
    const stats = lstatSync(at(name));
    const bits = stats.mode & 0o7777;
    if (!stats.isDirectory() || change(bits) === bits) return false;
    chmodSync(at(name), change(bits));
    return true;
  };
  return attempt(() => withFolder(folder, mode, set), false);
}
