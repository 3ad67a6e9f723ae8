import type { AgentDelta, AgentEvent } from '../agent/event.js';
import type { Mode } from '../policy/policy.js';
import type { StoredEvent } from '../store/store.js';

/** Everything that is recorded in a session's stream. */
export type SessionEventBody =
  | AgentEvent
  | { readonly type: 'session-opened'; readonly body: SessionOpened }
  | {
      /** Staged: made ready, to be shown and decided about. Applied: written. */
      readonly type: 'change-staged' | 'change-applied';
      readonly body: {
        readonly path: string;
        readonly operation: string;
        readonly baseHash: string | null;
        readonly contentHash: string;
      };
    }
  | { readonly type: 'event-unstorable'; readonly body: { readonly type: string; readonly callId?: string } }
  | { readonly type: 'mode-changed'; readonly body: { readonly from: Mode; readonly to: Mode } }
  | { readonly type: 'model-changed'; readonly body: { readonly from: string; readonly to: string } };

export interface SessionOpened {
  readonly sessionId: string;
  readonly workspace: string;
  readonly model: string;
  readonly profile: string;
  readonly mode: Mode;
  readonly version: string;
  /** Files whose text is part of the system message. */
  readonly instructions: readonly string[];
  /** True when a session is gone on with. */
  readonly resumed: boolean;
}

/** An event as it is stored. */
export type SessionRecord = SessionEventBody & Pick<StoredEvent, 'v' | 'seq' | 'at' | 'hash'>;

/** What a session tells: records, once they are stored, and deltas, which never are. */
export type SessionEvent = SessionRecord | AgentDelta;
