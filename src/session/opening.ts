import type { Store } from '../store/store.js';
import type { ParentBinding } from './child/parent-binding.js';
import type { SessionRecord } from './event.js';
import type { SessionOptions } from './options.js';

/** What a session is opened by. */
export interface Opening {
  readonly id: string;
  readonly store: Store;
  readonly options: SessionOptions;
  readonly past: readonly SessionRecord[];
  /** What is wrong with the events after those, if something is: nothing is written then. */
  readonly damage?: string | undefined;
  /** What it has of the session it works for. */
  readonly binding?: ParentBinding | undefined;
}
