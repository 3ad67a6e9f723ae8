import type { RunLimits } from '../run/env.js';

/** What a turn and a session may use, and what happens then: data of a profile. */
export interface TurnLimits extends RunLimits {
  readonly rounds: number;
  /** How long a turn may take, without the time its questions wait for a person. */
  readonly turnMs?: number;
  readonly turnTokens?: number;
  readonly sessionTokens?: number;
  /** In the money the prices are in. */
  readonly turnCost?: number;
  readonly sessionCost?: number;
  readonly atLimit: AtLimit;
  /** What the model is told in the last round, while it can still answer. */
  readonly lastRound?: string;
  /** The profile's own words for the end at a limit; `{limit}` is put in. */
  readonly ends?: Readonly<Partial<Record<LimitName, LimitWords>>>;
}

/**
 * `stop`: the turn ends with a note. `fail`: it ends as failed. `ask`: a person is asked, and a yes gives the same amount
 * once more. `return`: what the model said last counts as its answer.
 */
export type AtLimit = 'stop' | 'fail' | 'ask' | 'return';

export interface LimitWords {
  /** What the end is called in the record. */
  readonly code: string;
  readonly message: string;
}

export type LimitName =
  | 'rounds'
  | 'calls-per-turn'
  | 'turn-time'
  | 'turn-tokens'
  | 'session-tokens'
  | 'turn-cost'
  | 'session-cost'
  | 'loop';

/** A limit that is reached. */
export interface ReachedLimit {
  readonly limit: LimitName;
  readonly amount: number;
  /** `the limit of 20 rounds a turn`. */
  readonly what: string;
  /** What a person can do about it. */
  readonly advice: string;
}

/** What a user may set of a profile's limits. */
export type LimitSettings = Partial<
  Pick<
    TurnLimits,
    'rounds' | 'callsPerRound' | 'callsPerTurn' | 'turnMs' | 'turnTokens' | 'sessionTokens' | 'turnCost' | 'sessionCost'
  >
> & { readonly atLimit?: Exclude<AtLimit, 'return'> };
