import type { FactKind } from '../../tool/fact.js';
import type { Mode, RuleOrigin, Verdict } from '../policy.js';

/** A rule as it stands in a config file: one verdict with its pattern, and what else is said of it. */
export interface RuleText {
  readonly allow?: string;
  readonly notify?: string;
  readonly ask?: string;
  readonly deny?: string;
  readonly when?: { readonly mode?: Mode; readonly profile?: string; readonly tainted?: boolean };
  /** Examples that the rule must match, and that it must not: checked when the file is loaded. */
  readonly match?: readonly string[];
  readonly miss?: readonly string[];
  /** Told to the person, and to the model when it denies. */
  readonly why?: string;
}

export type RuleSubject =
  | { readonly type: 'tool'; readonly name: string; readonly pattern?: string }
  | { readonly type: 'fact'; readonly kind: FactKind; readonly pattern?: string };

/** When a rule holds. `pinned` is said by grants alone: only of a tool as it was seen. */
export type RuleWhen = NonNullable<RuleText['when']> & { readonly pinned?: string };

/** A rule that was read. */
export interface Rule {
  readonly verdict: Verdict;
  /** What it is about, as it is written: `exec(git log:*)`. */
  readonly text: string;
  readonly subject: RuleSubject;
  readonly when: RuleWhen;
  readonly match: readonly string[];
  readonly miss: readonly string[];
  readonly why?: string;
  readonly origin: RuleOrigin;
  /** Its place in the list it stands in. */
  readonly index: number;
}

/** What is wrong with a rule, and what to do. */
export interface RuleProblem {
  /** Where in the list of rules: `['3', 'match', '0']`. */
  readonly path: readonly string[];
  readonly message: string;
}

/** A rule as messages name it. */
export const renderRule = ({ verdict, text }: Pick<Rule, 'verdict' | 'text'>): string => `${verdict} ${text}`;

/** The most there may be in one file, of one rule, and in one pattern. */
export const maxRules = 1000;
export const maxExamples = 50;
export const maxPatternLength = 500;
