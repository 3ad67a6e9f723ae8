import { systemCode } from '../../base/error.js';
import { isBeneath } from '../../base/is-beneath.js';
import { type Folder, openFolder, type WalkMode } from '../../workspace/descriptor-walk.js';

/** Folders kept open, so that nobody can put another in their place. At most so many: descriptors are few. */
export interface HeldFolders {
  /** Throws system errors; follows no link. */
  open(path: string): Folder;
  /** Undefined when it, or a folder on the way to it, is not there. */
  find(path: string): Folder | undefined;
  /** The folders at and beneath a path are opened anew when they are next asked for. */
  forget(path: string): void;
  close(): void;
}

const most = 64;

export function holdFolders(mode: WalkMode): HeldFolders {
  const held = new Map<string, Folder>();
  const release = (path: string, folder: Folder): void => {
    held.delete(path);
    folder.close();
  };
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
    find(path) {
      try {
        return open(path);
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    forget(path) {
      for (const [at, folder] of held) if (isBeneath(at, path)) release(at, folder);
    },
    close() {
      for (const [path, folder] of held) release(path, folder);
    },
  };
}
