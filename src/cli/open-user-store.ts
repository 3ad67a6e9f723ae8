import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { attempt } from '../base/attempt.js';
import { flagsAgainstLocks } from '../config/managed-lock.js';
import { type LoadedConfig, loadUserConfig } from '../config/open-config.js';
import { refuseProblems } from '../config/problem.js';
import { storeSetting } from '../config/store-setting.js';
import { defaultStorePath } from '../session/default-store-path.js';
import { openStore } from '../session/open-store.js';
import { isDurable } from '../session/options.js';
import type { Store } from '../store/store.js';
import type { Invocation } from './command.js';
import type { Host } from './host.js';
import { usageError } from './usage-error.js';

/** Which store is meant, and how it is written. */
export interface StorePlace {
  readonly path: string;
  readonly durable: boolean;
}

/** The store that `--store` names, else the settings, else the user's own. */
export function storePlace(
  invocation: Pick<Invocation, 'text'>,
  { env, cwd }: Pick<Host, 'env' | 'cwd'>,
  config: LoadedConfig,
): StorePlace {
  const flag = invocation.text('store');
  const [against] = flagsAgainstLocks(config, [{ flag: '--store', path: ['store'], value: flag }]);
  if (against !== undefined) throw usageError(against);
  const named = flag ?? storeSetting(config, env) ?? defaultStorePath(env);
  const path = named === 'memory' || named.includes('://') ? named : resolve(cwd, named);
  return { path, durable: isDurable(config.values) };
}

/** The same by the settings of this user, which must be sound. */
export function userStorePlace(invocation: Pick<Invocation, 'text'>, host: Pick<Host, 'env' | 'cwd'>): StorePlace {
  const config = loadUserConfig({ env: host.env, platform: process.platform });
  refuseProblems(config.problems);
  return storePlace(invocation, host, config);
}

export const openStoreAt = ({ path, durable }: StorePlace): Promise<Store> => openStore(path, { durable });

/** For looking into it: one that was never made is empty, as an empty file is, and looking does not make it. */
export const openStoreToRead = ({ path, durable }: StorePlace): Promise<Store> =>
  openStore(path.includes('://') || mayBeThere(path) ? path : 'memory', { durable });

/** Where it cannot be told, opening it tells what is wrong. */
function mayBeThere(path: string): boolean {
  const found = attempt(() => statSync(path, { throwIfNoEntry: false }), 'unknown');
  return found === 'unknown' || (found !== undefined && !(found.isFile() && found.size === 0));
}

/** Opens the user's store, if there is one, for a piece of work on what is in it, and closes it after, whatever happens. */
export async function withStore<T>(invocation: Invocation, host: Host, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStoreToRead(userStorePlace(invocation, host));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
