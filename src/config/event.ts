import type { McpEvent } from '../extend/mcp/event.js';
import type { GrantEvent } from '../policy/grant/grant.js';
import type { Level, Mode, RuleOrigin, Verdict } from '../policy/policy.js';
import type { StoredEvent } from '../store/store.js';

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

interface TrustRevoked {
  readonly workspace: string;
  /** Only this content; everything in the workspace when absent. */
  readonly hash?: string;
}

/** An event of the user's stream as it is stored. */
export type UserRecord = UserEventBody & Pick<StoredEvent, 'v' | 'seq' | 'at' | 'hash'>;

/** What is recorded for good in the stream of the user. */
export type RecordEvent =
  | { readonly type: 'rules-changed'; readonly body: RulesChanged }
  | { readonly type: 'decisions-kept'; readonly body: DecisionsKept }
  | { readonly type: 'session-deleted'; readonly body: SessionDeleted };

/** The rules in force in a workspace are others than those recorded last. */
export interface RulesChanged {
  /** The real path of the workspace. */
  readonly workspace: string;
  /** Of all rules in force. */
  readonly digest: string;
  readonly added: readonly RecordedRule[];
  readonly removed: readonly RecordedRule[];
}

export interface RecordedRule {
  /** `deny exec(git push:*)` */
  readonly rule: string;
  readonly when?: Readonly<Record<string, string | boolean>>;
  readonly origin: RuleOrigin;
}

/** Decisions of a session that is deleted: without arguments, facts and reasons. */
export interface DecisionsKept {
  readonly sessionId: string;
  /** Who the session was for. */
  readonly actor: string | null;
  readonly decisions: readonly KeptDecision[];
}

export interface KeptDecision {
  /** When it was decided, and the number of the event that said so. */
  readonly at: number;
  readonly seq: number;
  readonly callId: string;
  readonly tool: string;
  readonly verdict: Verdict;
  readonly level: Level;
  readonly mode: Mode;
  readonly digest: string;
  /** What decided: rules with their places, grants, or else the sources. */
  readonly by: readonly string[];
  readonly answer?: { readonly choice: string; readonly who?: string; readonly from?: string };
  readonly outcome?: string;
}

export interface SessionDeleted {
  readonly sessionId: string;
  readonly workspace: string | null;
  /** How many events it had, and the hash of the last. */
  readonly events: number;
  readonly head: string;
  /** How many decisions were kept. */
  readonly decisions: number;
  /** What kept a part of it from being read, and its decisions from being kept. */
  readonly damage?: string;
  readonly who: string;
  readonly from: string;
}
