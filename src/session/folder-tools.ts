import type { WatchedFolder } from '../extend/custom/refresh-folder.js';
import type { ToolFolder } from '../extend/custom/tool-folder.js';
import type { Extension, ExtensionHost, ExtensionTurn } from '../extend/extension.js';

/**
 * Brings the tools that lie in files, and looks before each request whether these are others now. Where there are none, nothing
 * is loaded for them.
 */
export function folderTools(folders: readonly ToolFolder[]): Extension {
  const watched = folders.map((folder): WatchedFolder & { mark: string } => ({
    folder,
    mark: '',
    files: new Map(),
    broken: new Map(),
    told: new Map(),
  }));
  let host: ExtensionHost | undefined;
  const look = async (turn?: ExtensionTurn): Promise<void> => {
    for (const one of watched) {
      const mark = one.folder.mark();
      if (host === undefined || mark === one.mark) continue;
      one.mark = mark;
      const { refreshFolder } = await import('../extend/custom/refresh-folder.js');
      await refreshFolder(one, host, turn);
    }
  };
  return {
    name: 'custom-tools',
    async open(given) {
      host = given;
      await look();
    },
    beforeRound: look,
  };
}
