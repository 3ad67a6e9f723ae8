import type { AgentDelta, AgentEvent } from '../agent/event.js';
import type { ChangeEvent } from '../change/event.js';
import type { DynamicEvent } from '../extend/dynamic/definition.js';
import type { HookEvent } from '../extend/hook/event.js';
import type { SkillEvent } from '../extend/skill/event.js';
import type { Mode } from '../policy/policy.js';
import type { TaintEvent } from '../policy/taint/taint.js';
import type { AnswerOrigin } from '../run/question.js';
import type { StoredEvent } from '../store/store.js';

/** Everything that is recorded in a session's stream. */
export type SessionEventBody =
  | AgentEvent
  | { readonly type: 'session-opened'; readonly body: SessionOpened }
  | ChangeEvent
  | { readonly type: 'event-unstorable'; readonly body: { readonly type: string; readonly callId?: string } }
  | { readonly type: 'mode-changed'; readonly body: ModeChanged }
  | { readonly type: 'risk-mode-changed'; readonly body: RiskModeChanged }
  | { readonly type: 'session-forked'; readonly body: SessionForked }
  | { readonly type: 'session-rewound'; readonly body: SessionRewound }
  | { readonly type: 'session-repaired'; readonly body: SessionRepaired }
  | TaintEvent
  | HookEvent
  | DynamicEvent
  | SkillEvent
  | { readonly type: 'model-changed'; readonly body: { readonly from: string; readonly to: string } };

export interface SessionOpened {
  readonly sessionId: string;
  readonly workspace: string;
  readonly model: string;
  readonly profile: string;
  readonly mode: Mode;
  /** Where its profile has any. */
  readonly riskMode?: string;
  readonly version: string;
  /** Who the session is for. */
  readonly actor: string;
  /** Files whose text is part of the system message. */
  readonly instructions: readonly string[];
  /** True when a session is gone on with. */
  readonly resumed: boolean;
  /** The session that has started it; absent when a person has. */
  readonly parent?: ParentLink;
}

/** How a subagent hangs together with the session it works for. */
export interface ParentLink {
  readonly sessionId: string;
  readonly callId: string;
  /** The agent that it is. */
  readonly name: string;
  /** 1 for a subagent of a session that a person has started. */
  readonly depth: number;
}

export interface ModeChanged {
  readonly from: Mode;
  readonly to: Mode;
  readonly origin: AnswerOrigin;
}

export interface RiskModeChanged {
  readonly from: string;
  readonly to: string;
  readonly origin: AnswerOrigin;
}

/** The first event of a session that goes on from a point of another. The events after it, up to `events`, are copies. */
export interface SessionForked {
  readonly sessionId: string;
  readonly workspace: string;
  /** The other session, and its last event that was copied, with the hash it had there. */
  readonly from: { readonly sessionId: string; readonly seq: number; readonly head: string };
  /** How many events follow that tell what happened there. */
  readonly events: number;
  readonly origin: AnswerOrigin;
}

/** The conversation went back, or forward again to where an earlier rewind left it. What was left stays in the record. */
export interface SessionRewound {
  /** The last event that counts. */
  readonly to: number;
  /** The last event that counted until now: a rewind to it brings back what was left. */
  readonly from: number;
  /** The message before which the conversation stands now. */
  readonly messageId?: string;
  /** The undo of what files were changed since, or what was redone. */
  readonly undoId?: string;
  readonly origin: AnswerOrigin;
}

/** A damaged session was cut back to its whole prefix: this event follows it. */
export interface SessionRepaired {
  /** The last event that was whole; 0 when there was none. */
  readonly validUntil: number;
  /** What was wrong with the event after it. */
  readonly damage: string;
  /** How many events were set aside. */
  readonly setAside: number;
  readonly origin: AnswerOrigin;
}

/** An event as it is stored. */
export type SessionRecord = SessionEventBody & Pick<StoredEvent, 'v' | 'seq' | 'at' | 'hash'>;

/** What a session tells: records, once they are stored, and deltas, which never are. */
export type SessionEvent = SessionRecord | AgentDelta;
