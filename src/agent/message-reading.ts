import type { Dialect } from '../dialect/dialect.js';
import type { Verdict } from '../policy/policy.js';

/** How a message of its models is looked at outside of a session. */
export interface MessageReading {
  /** The format it is read in. */
  readonly dialect: Dialect;
  /** Calls in code blocks count, too. */
  readonly inCode?: boolean;
  /** What its document says to look for when a call was not run, in that order. */
  checklist?(message: string, looked: LookedAt): readonly Check[];
}

/** What was found out about a message already. */
export interface LookedAt {
  /** The names of the tools that were offered. */
  readonly tools: readonly string[];
  /** The calls that were read; `refused`: one that comes to no verdict. */
  readonly calls: readonly { readonly name: string; readonly verdict: Verdict | 'refused'; readonly why: string }[];
}

/** Whether something is as it should be. */
export interface Check {
  readonly what: string;
  readonly ok: boolean;
  /** What is wrong, and what to do about it. */
  readonly why?: string;
  /** Where in the message. */
  readonly at?: number;
}
