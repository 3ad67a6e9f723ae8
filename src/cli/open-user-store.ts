import { resolve } from 'node:path';
import { defaultStorePath, openStore } from '../store/open-store.js';
import type { Store } from '../store/store.js';
import type { Invocation } from './command.js';
import type { Host } from './host.js';

/** The store `--store` names, or the user's own. */
export function openUserStore(
  invocation: Pick<Invocation, 'text'>,
  { env, cwd }: Pick<Host, 'env' | 'cwd'>,
): Promise<Store> {
  const given = invocation.text('store');
  if (given === undefined) return openStore(defaultStorePath(env));
  return openStore(given === 'memory' || given.includes('://') ? given : resolve(cwd, given));
}
