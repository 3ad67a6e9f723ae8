import type { McpEvent } from '../extend/mcp/event.js';
import type { GrantEvent } from '../policy/grant/grant.js';
import type { StoredEvent } from '../store/store.js';
import type { RecordEvent } from './record-event.js';

/** The stream that belongs to the user, not to a session, and outlives them all. */
export const userStream = 'user';

/** Everything that is recorded in it. */
export type UserEventBody =
  | GrantEvent
  | RecordEvent
  | McpEvent
  | { readonly type: 'trust-given'; readonly body: TrustGiven }
  | { readonly type: 'trust-revoked'; readonly body: TrustRevoked };

export interface TrustGiven {
  /** The real path of the workspace. */
  readonly workspace: string;
  /** What was trusted: the one hash over `files`. */
  readonly hash: string;
  readonly files: readonly TrustedFile[];
  /** The `blob:` address of the texts, so that a later difference can be shown. */
  readonly texts: string;
}

/** A file below `.toolwright`, or a link, whose content is where it leads. */
export interface TrustedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly link?: true;
}

export interface TrustRevoked {
  readonly workspace: string;
  /** Only this content; everything in the workspace when absent. */
  readonly hash?: string;
}

/** An event of the user's stream as it is stored. */
export type UserRecord = UserEventBody & Pick<StoredEvent, 'v' | 'seq' | 'at' | 'hash'>;
