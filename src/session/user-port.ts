import { userStream } from '../config/event.js';
import type { UserPort } from '../extend/extension.js';
import type { Store } from '../store/store.js';

/** What extensions keep for the user. */
export const userPort = (store: Store): UserPort => ({
  async read(types) {
    const events = await store.read(userStream);
    return events.filter(({ type }) => types.includes(type));
  },
  append: async (event) => void (await store.append(userStream, [event])),
  blobs: store.blobs,
});
