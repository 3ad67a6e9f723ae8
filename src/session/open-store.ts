import { type OpenStoreOptions, openStore as openAny } from '../store/open-store.js';
import type { Store } from '../store/store.js';
import { recordIndexes } from './record-index.js';

/** Opens the store that `--store` names: `memory`, or the path of a file that is made when it is not there. */
export function openStore(path: string, options: Omit<OpenStoreOptions, 'indexes'> = {}): Promise<Store> {
  return openAny(path, { ...options, indexes: recordIndexes });
}
