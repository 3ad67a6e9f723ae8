import { readdirSync } from 'node:fs';
import { attempt, succeeds } from '../../base/attempt.js';
import { openFolder, splitPath, type WalkMode } from '../../workspace/descriptor-walk.js';
import { removeTree } from './remove-tree.js';

export interface Leftovers {
  /** Part of the names of its temporary files. */
  readonly batch: string;
  /** Absolute: what it was about to change. */
  readonly paths: readonly string[];
  readonly root: string;
  readonly mode: WalkMode;
}

/** Removes what the killed process left beside the files it was about to change. */
export function removeTemporaries({ batch, paths, root, mode }: Leftovers): void {
  const prefix = `.toolwright-${batch}-`;
  for (const path of foldersOf(paths, root)) {
    const folder = attempt(() => openFolder(path, { mode }), undefined);
    if (folder === undefined) continue;
    // What cannot be removed is in nobody's way.
    succeeds(() => {
      for (const name of readdirSync(folder.path)) {
        if (name.startsWith(prefix) && name.endsWith('.tmp')) removeTree(folder, name);
      }
    });
    folder.close();
  }
}

/** Every folder on the way to a path: new content lies in the nearest that is there. */
function foldersOf(paths: readonly string[], root: string): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    let { folder } = splitPath(path);
    for (; !folders.has(folder); folder = splitPath(folder).folder) {
      folders.add(folder);
      if (folder === root || folder === '/') break;
    }
  }
  return folders;
}
