import type { Clock } from '../base/clock.js';
import { ToolwrightError } from '../base/error.js';
import { createMemoryStore } from './memory.js';
import { openSqliteStore } from './sqlite.js';
import type { EventIndex, Store } from './store.js';

export interface OpenStoreOptions {
  readonly clock?: Clock;
  /** True: an acknowledged event survives power loss too. */
  readonly durable?: boolean;
  /** What is found quickly in a file. */
  readonly indexes?: readonly EventIndex[];
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
