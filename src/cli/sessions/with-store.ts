import type { Store } from '../../store/store.js';
import type { Invocation } from '../command.js';
import type { Host } from '../host.js';
import { openUserStoreToRead, storeFlag } from '../open-user-store.js';

/** Opens the store, if there is one, for a piece of work on what is in it, and closes it after, whatever happens. */
export async function withStore<T>(invocation: Invocation, host: Host, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openUserStoreToRead(storeFlag(invocation, host), host);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
