import { chmodSync, lstatSync } from 'node:fs';
import { openFolder, splitPath, type WalkMode } from '../../workspace/descriptor-walk.js';
import type { Entry } from './entry.js';

interface Place {
  readonly root: string;
  readonly mode: WalkMode;
}

/** Opens folders to their owner again that a command closed to hide what is in them; answers how many. */
export const openClosed = (paths: Iterable<string>, place: Place): number =>
  [...paths].filter((path) => setMode(path, (bits) => bits | 0o700, place)).length;

/** Does work for which these folders have to be writable; their modes are what they were when it is done. */
export async function withWritable<T>(
  folders: readonly (readonly [string, Entry])[],
  place: Place,
  work: () => Promise<T>,
): Promise<T> {
  const closed = folders.filter(([path]) => setMode(path, (bits) => bits | 0o700, place));
  try {
    return await work();
  } finally {
    for (const [path, entry] of closed) if (entry.kind === 'folder') setMode(path, () => entry.mode, place);
  }
}

/** Whether the folder has another mode now. */
function setMode(path: string, change: (bits: number) => number, { root, mode }: Place): boolean {
  try {
    const { folder: parent, name } = splitPath(path === '.' ? root : `${root}/${path}`);
    const folder = openFolder(parent, { mode });
    try {
      const stats = lstatSync(folder.at(name));
      const bits = stats.mode & 0o7777;
      if (!stats.isDirectory() || change(bits) === bits) return false;
      chmodSync(folder.at(name), change(bits));
      return true;
    } finally {
      folder.close();
    }
  } catch {
    return false;
  }
}
