import { formatDuration } from '../base/text.js';
import type { LimitName, ReachedLimit, TurnLimits } from './limits.js';

export interface Spent {
  readonly tokens: number;
  readonly cost: number;
}

/**
 * Counts what is spent. Handed on, it is the one above another: what the sessions that a session starts spend counts in
 * both, and its limits hold for them too.
 */
export interface Meter extends Spent {
  add(spent: Spent): void;
  /** Its limit that is reached, or one of those above it. */
  reached(): ReachedLimit | undefined;
  /** The same amount once more, here or above. */
  extend(limit: LimitName): void;
}

/** A limit of a meter, and how much of it is used. */
export interface MeterLimit extends ReachedLimit {
  used(spent: Spent): number;
}

export const nothingSpent: Spent = { tokens: 0, cost: 0 };

export interface MeterOptions {
  readonly above?: Meter | undefined;
  /** What was spent before; whoever is above has counted it then. */
  readonly spent?: Spent;
  /** By how much its limits were extended before. */
  readonly extended?: ReadonlyMap<LimitName, number>;
  /** One of its own limits is extended. */
  onExtend?(limit: MeterLimit): void;
}

export function createMeter(limits: readonly MeterLimit[], options: MeterOptions): Meter {
  const { above, spent = nothingSpent, onExtend } = options;
  const extended = new Map(options.extended);
  const meter: { -readonly [Key in keyof Meter]: Meter[Key] } = {
    tokens: spent.tokens,
    cost: spent.cost,
    add(more) {
      meter.tokens += more.tokens;
      meter.cost += more.cost;
      above?.add(more);
    },
    reached() {
      for (const limit of limits) {
        const allowed = limit.amount + (extended.get(limit.limit) ?? 0);
        if (limit.used(meter) >= allowed) return limit;
      }
      return above?.reached();
    },
    extend(name) {
      const limit = limits.find((one) => one.limit === name);
      if (limit === undefined) return above?.extend(name);
      extended.set(name, (extended.get(name) ?? 0) + limit.amount);
      onExtend?.(limit);
    },
  };
  return meter;
}

/** What can be done at a limit of a turn. */
export const goOn = 'Send a message to go on.';

/** The limits of one turn that are set. */
export function turnMeterLimits(
  { turnMs, turnTokens, turnCost }: TurnLimits,
  elapsed: () => number,
): readonly MeterLimit[] {
  return [
    ...whenSet(turnMs, (amount) => {
      const what = `the limit of ${formatDuration(amount)} a turn`;
      return { limit: 'turn-time', amount, used: elapsed, what, advice: goOn };
    }),
    ...whenSet(turnTokens, (amount) => tokenLimit('turn-tokens', amount, { of: 'turn', advice: goOn })),
    ...whenSet(turnCost, (amount) => costLimit('turn-cost', amount, { of: 'turn', advice: goOn })),
  ];
}

/** Those of a session. */
export function sessionMeterLimits({ sessionTokens, sessionCost }: TurnLimits): readonly MeterLimit[] {
  const advice = (key: string): string => `Raise limits.${key} in the config, or begin another session.`;
  return [
    ...whenSet(sessionTokens, (amount) =>
      tokenLimit('session-tokens', amount, { of: 'session', advice: advice('sessionTokens') }),
    ),
    ...whenSet(sessionCost, (amount) =>
      costLimit('session-cost', amount, { of: 'session', advice: advice('sessionCost') }),
    ),
  ];
}

interface Words {
  readonly of: 'turn' | 'session';
  readonly advice: string;
}

function tokenLimit(limit: LimitName, amount: number, { of, advice }: Words): MeterLimit {
  const what = `the limit of ${grouped(amount)} tokens a ${of}`;
  return { limit, amount, used: ({ tokens }) => tokens, what, advice };
}

function costLimit(limit: LimitName, amount: number, { of, advice }: Words): MeterLimit {
  return { limit, amount, used: ({ cost }) => cost, what: `the cost limit of ${amount} a ${of}`, advice };
}

const whenSet = (amount: number | undefined, limit: (amount: number) => MeterLimit): readonly MeterLimit[] =>
  amount === undefined ? [] : [limit(amount)];

/** `1,000,000`, without what knows all languages. */
const grouped = (amount: number): string => String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',');
