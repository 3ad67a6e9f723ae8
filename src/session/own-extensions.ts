import type { KnownAgents } from '../extend/agent/known-agents.js';
import type { Extension } from '../extend/extension.js';
import { folderTools } from './folder-tools.js';
import type { SessionOptions } from './options.js';

/** What brings tools into a session by its options; what is ours is loaded for those that have any. */
export async function ownExtensions(
  {
    toolFolders = [],
    dynamicTools = false,
    extensions: given = [],
  }: Pick<SessionOptions, 'toolFolders' | 'dynamicTools' | 'extensions'>,
  book: KnownAgents | undefined,
): Promise<readonly Extension[]> {
  const extensions: Extension[] = toolFolders.length > 0 ? [folderTools(toolFolders)] : [];
  extensions.push(...(typeof given === 'function' ? given() : given));
  if (dynamicTools) {
    const { dynamicTools: make } = await import('../extend/dynamic/dynamic-tools.js');
    // Last: what the model makes gives way to all others.
    extensions.push(make());
  }
  if (book !== undefined) {
    const { agentEntries } = await import('../extend/agent/agent-entries.js');
    extensions.push(agentEntries(book));
  }
  return extensions;
}
