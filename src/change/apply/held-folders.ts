import { attempt } from '../../base/attempt.js';
import { isBeneath } from '../../base/is-beneath.js';
import { type Folder, openFolder, type WalkMode } from '../../workspace/descriptor-walk.js';

export type HeldFolders = ReturnType<typeof holdFolders>;

const most = 64;

/** Folders kept open, so that nobody can put another in their place. At most so many: descriptors are few. */
export function holdFolders(mode: WalkMode) {
  const held = new Map<string, Folder>();
  const release = (path: string, folder: Folder): void => {
    held.delete(path);
    folder.close();
  };
  /** Throws system errors; follows no link. */
  const open = (path: string): Folder => {
    const known = held.get(path);
    if (known !== undefined) return known;
    const oldest = held.entries().next();
    if (held.size >= most && oldest.done !== true) release(...oldest.value);
    const folder = openFolder(path, { mode });
    held.set(path, folder);
    return folder;
  };
  return {
    open,
    /** Undefined when it, or a folder on the way to it, is not there. */
    find: (path: string): Folder | undefined => attempt(() => open(path), undefined, ['ENOENT']),
    /** The folders at and beneath a path are opened anew when they are next asked for. */
    forget(path: string): void {
      for (const [at, folder] of held) if (isBeneath(at, path)) release(at, folder);
    },
    close(): void {
      for (const [path, folder] of held) release(path, folder);
    },
  };
}
