import { join } from 'node:path';
import { ToolwrightError } from '../../base/error.js';
import { contentText, readConfigFile } from '../../config/config-file.js';
import type { FoundText } from '../../config/config-layer.js';
import { withConfigLock } from '../../config/config-lock.js';
import { configName } from '../../config/config-paths.js';
import type { Layer } from '../../config/layer.js';
import { loadUserConfig } from '../../config/open-config.js';
import { carryTrust, inspectTrust } from '../../config/trust.js';
import { writeConfigFile, writeWorkspaceConfig } from '../../config/write-config.js';
import type { Store } from '../../store/store.js';
import type { Invocation } from '../command.js';
import type { Host } from '../host.js';
import { openStoreAt, storePlace } from '../open-user-store.js';
import { usageError } from '../usage-error.js';
import { commandFolder } from './command-config.js';

/** The config file that a command edits. */
export interface EditTarget {
  readonly layer: Layer;
  readonly file: string;
  /** Undefined when there is no file yet. */
  readonly text: string | undefined;
  /** Answers what else there is to say. */
  write(text: string): Promise<string | undefined>;
}

/** The user's file, or the workspace's with --workspace. */
export async function withEditTarget<T>(
  invocation: Invocation,
  host: Host,
  work: (target: EditTarget) => Promise<T>,
): Promise<T> {
  const config = loadUserConfig({ env: host.env, platform: process.platform });
  if (!invocation.flag('workspace')) {
    const file = config.paths.user;
    if (file === undefined) throw usageError('No home folder is known: set HOME or XDG_CONFIG_HOME.', 'config');
    return withConfigLock(file, () => work(userTarget(file)));
  }
  const store = await openStoreAt(storePlace(invocation, host, config));
  try {
    return await work(await workspaceTarget(store, commandFolder(invocation, host)));
  } finally {
    await store.close();
  }
}

function userTarget(file: string): EditTarget {
  const text = textOf(file, readConfigFile(file));
  return {
    layer: 'user',
    file,
    text,
    async write(fresh) {
      writeConfigFile(file, { text: fresh, base: text });
      return undefined;
    },
  };
}

async function workspaceTarget(store: Store, folder: string): Promise<EditTarget> {
  const before = await inspectTrust(store, folder);
  if (before.state === 'unreadable') throw new ToolwrightError('bad-config', before.message);
  const file = join(before.folder, configName);
  const held = before.state === 'nothing' ? undefined : before.files.find(({ path }) => path === configName);
  const text = held === undefined ? undefined : textOf(file, contentText(held));
  return {
    layer: 'workspace',
    file,
    text,
    async write(fresh) {
      writeWorkspaceConfig(before.workspace, { text: fresh, base: text });
      const { state } = await carryTrust(store, before, { text: fresh });
      return state === 'trusted'
        ? 'You changed .toolwright yourself, so it is trusted as it is now.'
        : '.toolwright is not trusted and not used: `toolwright trust` shows it and asks.';
    },
  };
}

function textOf(file: string, found: FoundText | undefined): string | undefined {
  if (found === undefined) return undefined;
  if (found.ok) return found.text;
  throw new ToolwrightError('bad-config', `${file}:${found.line}: ${found.message}`);
}
