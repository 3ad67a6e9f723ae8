import { dirname, join, resolve } from 'node:path';
import { type ConfigPlaces, homeOf } from './config-paths.js';
import type { LoadedConfig } from './open-config.js';

/** The store the settings name, as `openStore` takes it; undefined when they name none. */
export function storeSetting(config: LoadedConfig, env: ConfigPlaces['env']): string | undefined {
  const { store } = config.values;
  if (store === undefined || store === 'memory' || store.includes('://')) return store;
  const home = homeOf(env);
  if (store.startsWith('~/') && home !== undefined) return join(home, store.slice(2));
  const file = config.origins.get('/store')?.file;
  return resolve(file === undefined ? '.' : dirname(file), store);
}
