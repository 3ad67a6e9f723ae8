import { closeSync } from 'node:fs';
import { type Folder, openFile, openFolder, splitPath, type WalkMode } from '../../workspace/descriptor-walk.js';

/** Opens files of the workspace for reading, no link followed; of files that come one after another the folder stays open. */
export function createFileOpener({ root, mode }: { readonly root: string; readonly mode: WalkMode }) {
  let held: { readonly path: string; readonly folder: Folder } | undefined;

  function close(): void {
    held?.folder.close();
    held = undefined;
  }

  return {
    close,
    /** Throws system errors. */
    async with<T>(path: string, use: (descriptor: number) => Promise<T>): Promise<T> {
      const { folder: parent, name } = splitPath(`${root === '/' ? '' : root}/${path}`);
      if (held?.path !== parent) {
        close();
        held = { path: parent, folder: openFolder(parent, { mode }) };
      }
      const { fd } = openFile(held.folder, name);
      try {
        return await use(fd);
      } finally {
        closeSync(fd);
      }
    },
  };
}
