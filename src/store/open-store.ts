import { isAbsolute, join } from 'node:path';
import type { Clock } from '../base/clock.js';
import { ToolwrightError } from '../base/error.js';
import { createMemoryStore } from './memory.js';
import { openSqliteStore } from './sqlite.js';
import type { Store } from './store.js';

export interface OpenStoreOptions {
  readonly clock?: Clock;
  /** True: an acknowledged event survives power loss too. */
  readonly durable?: boolean;
}

/** Opens the store that `--store` names: `memory`, or the path of a file that is made when it is not there. */
export async function openStore(path: string, options: OpenStoreOptions = {}): Promise<Store> {
  if (path === 'memory') return createMemoryStore(options);
  if (path === '' || /^[a-z][a-z0-9+.-]+:\/\//i.test(path)) {
    throw new ToolwrightError(
      'bad-option',
      `${JSON.stringify(path)} names no store: give the path of a file, or memory`,
    );
  }
  return openSqliteStore({ path, ...options });
}

/** The variables that say where a user's data lie. They are handed in: rooms do not read the environment. */
export interface StoreEnvironment {
  readonly XDG_DATA_HOME?: string | undefined;
  readonly HOME?: string | undefined;
  readonly USERPROFILE?: string | undefined;
}

/** `toolwright/store.db` under the XDG data folder, which is `~/.local/share` unless an absolute path is set. */
export function defaultStorePath({ XDG_DATA_HOME: data, HOME, USERPROFILE }: StoreEnvironment): string {
  if (data !== undefined && isAbsolute(data)) return join(data, 'toolwright', 'store.db');
  const home = HOME || USERPROFILE;
  if (home) return join(home, '.local', 'share', 'toolwright', 'store.db');
  throw new ToolwrightError(
    'store-unavailable',
    'no home folder is known: set HOME or XDG_DATA_HOME, or use --store PATH',
  );
}
