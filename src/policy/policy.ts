import type { Fact } from '../tool/fact.js';
import type { ToolTraits } from '../tool/tool.js';
import type { TaintSource } from './taint/taint.js';

/** From mildest to strictest; where several apply, the strictest counts. */
export const verdicts = ['allow', 'notify', 'ask', 'deny'] as const;
export type Verdict = (typeof verdicts)[number];

export const levels = ['safe', 'low', 'medium', 'high', 'critical'] as const;
export type Level = (typeof levels)[number];

export const modes = ['ask', 'edit', 'plan', 'auto'] as const;
export type Mode = (typeof modes)[number];

/** The stricter of two modes. */
export const stricterMode = (a: Mode, b: Mode): Mode => (strictness.indexOf(a) <= strictness.indexOf(b) ? a : b);

const strictness: readonly Mode[] = ['plan', 'ask', 'edit', 'auto'];

export interface PolicyInput {
  readonly tool: Pick<ToolTraits, 'name' | 'effects' | 'dangerous' | 'source' | 'pinned'>;
  readonly facts: readonly Fact[];
  readonly mode: Mode;
  /** Whether a process would be confined. */
  readonly sandboxed: boolean;
  /** The name of the profile, for rules that ask for it. */
  readonly profile?: string;
  /** Whether text from outside has come into the session. */
  readonly tainted?: boolean;
  /** Where that came from, for the reasons. */
  readonly taint?: readonly TaintSource[];
  /** What the call was given, for vocabularies that go by it. It can make a verdict stricter; facts alone decide the rest. */
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Where a rule stands. */
export interface RuleOrigin {
  readonly layer: 'managed' | 'user' | 'workspace';
  readonly file: string;
  readonly line: number;
}

/** One reason for a verdict. */
export interface Judgement {
  readonly verdict: Verdict;
  /** What judged: see DESIGN, "verdict = strictest of". */
  readonly source:
    | 'floor'
    | 'rule'
    | 'grant'
    | 'protected'
    | 'secret'
    | 'taint'
    | 'sandbox'
    | 'mode'
    | 'tool'
    | 'person';
  readonly reason: string;
  /** The fact it is about, by its place in the list. */
  readonly fact?: number;
  /** The rule as it is written, and where. */
  readonly rule?: { readonly text: string; readonly origin: RuleOrigin };
  /** The id of the grant. */
  readonly grant?: string;
}

export interface Decision {
  readonly verdict: Verdict;
  readonly level: Level;
  /** In words for the person and, when denied, for the model. */
  readonly reasons: readonly string[];
  /** What made the verdict, one by one; absent when nothing spoke against allowing it. */
  readonly because?: readonly Judgement[];
}

/** From what a call would do to a verdict. Pure: the same input gives the same decision. */
export interface Policy {
  decide(input: PolicyInput): Decision | Promise<Decision>;
}

/** The folders policy goes by. All are real paths. */
export interface Places {
  readonly root: string;
  readonly home: string;
  /** Where Toolwright keeps its own config, rules, store and trust: files or folders. */
  readonly own: readonly string[];
}
