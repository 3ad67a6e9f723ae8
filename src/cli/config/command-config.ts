import { type LoadedConfig, loadUserConfig, withWorkspace } from '../../config/open-config.js';
import { inspectTrust, type TrustInspection } from '../../config/trust.js';
import { mayBringContent } from '../../config/workspace-content.js';
import { createMemoryStore } from '../../store/memory.js';
import { checkFolder } from '../check-folder.js';
import type { Invocation } from '../command.js';
import type { Host } from '../host.js';
import { openStoreToRead, storePlace } from '../open-user-store.js';

export interface CommandConfig {
  /** With what the workspace sets, if that is trusted. */
  readonly config: LoadedConfig;
  readonly trust: TrustInspection;
}

/** The settings in force in the folder a command is about. Problems are left to the command. */
export async function readCommandConfig(invocation: Invocation, host: Host): Promise<CommandConfig> {
  const user = loadUserConfig({ env: host.env, platform: process.platform });
  const workspace = commandFolder(invocation, host);
  const hasContent = mayBringContent(workspace);
  const store = hasContent ? await openStoreToRead(storePlace(invocation, host, user)) : createMemoryStore();
  try {
    const trust = await inspectTrust(store, workspace);
    return { config: withWorkspace(user, trust), trust };
  } finally {
    await store.close();
  }
}

export const commandFolder = (invocation: Invocation, { cwd }: Host): string =>
  checkFolder(invocation.text('directory'), cwd) ?? cwd;
