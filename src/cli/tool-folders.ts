import type { LoadedConfig } from '../config/open-config.js';
import { userTools, workspaceTools } from '../config/tool-folders.js';
import type { InspectedContent } from '../config/trust.js';
import type { ToolFolder } from '../extend/custom/tool-folder.js';
import type { Store } from '../store/store.js';

/** Those of the user first: a name they have is theirs. */
export function toolFoldersOf(
  { paths }: LoadedConfig,
  { folder, store }: { readonly folder: string | undefined; readonly store: Store },
): readonly ToolFolder[] {
  const describe = async (inspected: InspectedContent): Promise<string> =>
    (await import('./trust/render-trust.js')).renderTrustQuestion(inspected);
  return [
    ...(paths.user === undefined ? [] : [userTools(paths.user)]),
    ...(folder === undefined ? [] : [workspaceTools({ workspace: folder, store, describe })]),
  ];
}
