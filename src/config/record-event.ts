import type { Level, Mode, RuleOrigin, Verdict } from '../policy/policy.js';

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
