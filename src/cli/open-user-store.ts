import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultStorePath, openStore } from '../store/open-store.js';
import type { Store } from '../store/store.js';
import type { Invocation } from './command.js';
import type { Host } from './host.js';

type StoreFlag = Pick<Invocation, 'text'>;
type Surroundings = Pick<Host, 'env' | 'cwd'>;

/** The store `--store` names, or the user's own. */
export function openUserStore(invocation: StoreFlag, host: Surroundings): Promise<Store> {
  return openStore(storePath(invocation, host));
}

/** The same for looking into it: one that was never made is empty, and looking does not make it. */
export function openUserStoreToRead(invocation: StoreFlag, host: Surroundings): Promise<Store> {
  const path = storePath(invocation, host);
  return openStore(path.includes('://') || mayBeThere(path) ? path : 'memory');
}

function storePath(invocation: StoreFlag, { env, cwd }: Surroundings): string {
  const given = invocation.text('store');
  if (given === undefined) return defaultStorePath(env);
  return given === 'memory' || given.includes('://') ? given : resolve(cwd, given);
}

function mayBeThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Opening it tells what is wrong.
    return true;
  }
}
