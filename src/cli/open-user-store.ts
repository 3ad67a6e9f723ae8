import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadUserConfig } from '../config/open-config.js';
import { refuseProblems } from '../config/problem.js';
import { defaultStorePath } from '../session/default-store-path.js';
import { openStore } from '../session/open-store.js';
import { isDurable } from '../session/options.js';
import type { Store } from '../store/store.js';
import type { Invocation } from './command.js';
import { storeChoice } from './config/store-choice.js';
import type { Host } from './host.js';

interface StoreFlag extends Pick<Invocation, 'text'> {
  /** As the config says; false when it is not known. */
  readonly durable?: boolean;
}
type Surroundings = Pick<Host, 'env' | 'cwd'>;

/** The store `--store` names, or the user's own. */
export function openUserStore(
  invocation: StoreFlag,
  host: Surroundings,
  { durable = false }: { readonly durable?: boolean } = {},
): Promise<Store> {
  return openStore(userStorePath(invocation, host), { durable });
}

/** The flag `--store`, or what the config says in its place. */
export function storeFlag(invocation: StoreFlag, host: Surroundings): StoreFlag {
  const config = loadUserConfig({ env: host.env, platform: process.platform });
  refuseProblems(config.problems);
  return { ...storeChoice(invocation, config, host.env), durable: isDurable(config.values) };
}

/** The same for looking into it: one that was never made is empty, as an empty file is, and looking does not make it. */
export function openUserStoreToRead(invocation: StoreFlag, host: Surroundings): Promise<Store> {
  const path = userStorePath(invocation, host);
  const { durable = false } = invocation;
  return openStore(path.includes('://') || mayBeThere(path) ? path : 'memory', { durable });
}

/** Where the store is that would be opened. */
export function userStorePath(invocation: StoreFlag, { env, cwd }: Surroundings): string {
  const given = invocation.text('store');
  if (given === undefined) return defaultStorePath(env);
  return given === 'memory' || given.includes('://') ? given : resolve(cwd, given);
}

function mayBeThere(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && !(found.isFile() && found.size === 0);
  } catch {
    // Opening it tells what is wrong.
    return true;
  }
}
