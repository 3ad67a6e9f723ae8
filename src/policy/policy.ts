import type { Fact } from '../tool/fact.js';
import type { ToolTraits } from '../tool/tool.js';

/** From mildest to strictest; where several apply, the strictest counts. */
export const verdicts = ['allow', 'notify', 'ask', 'deny'] as const;
export type Verdict = (typeof verdicts)[number];

export const levels = ['safe', 'low', 'medium', 'high', 'critical'] as const;
export type Level = (typeof levels)[number];

export const modes = ['ask', 'edit', 'plan', 'auto'] as const;
export type Mode = (typeof modes)[number];

export interface PolicyInput {
  readonly tool: Pick<ToolTraits, 'name' | 'effects' | 'dangerous' | 'source'>;
  readonly facts: readonly Fact[];
  readonly mode: Mode;
  /** Whether a process would be confined. */
  readonly sandboxed: boolean;
}

export interface Decision {
  readonly verdict: Verdict;
  readonly level: Level;
  /** In words for the person and, when denied, for the model. */
  readonly reasons: readonly string[];
}

/** From what a call would do to a verdict. Pure: the same input gives the same decision. */
export interface Policy {
  decide(input: PolicyInput): Decision | Promise<Decision>;
}
