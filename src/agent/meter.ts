import type { LimitName, ReachedLimit } from './limits.js';

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
}

export function createMeter(limits: readonly MeterLimit[], { above, spent = nothingSpent }: MeterOptions): Meter {
  /** How often each was extended. */
  const extended = new Map<LimitName, number>();
  let { tokens, cost } = spent;
  return {
    get tokens() {
      return tokens;
    },
    get cost() {
      return cost;
    },
    add(more) {
      tokens += more.tokens;
      cost += more.cost;
      above?.add(more);
    },
    reached() {
      for (const limit of limits) {
        const allowed = limit.amount * (1 + (extended.get(limit.limit) ?? 0));
        if (limit.used({ tokens, cost }) >= allowed) return limit;
      }
      return above?.reached();
    },
    extend(limit) {
      if (limits.some((one) => one.limit === limit)) extended.set(limit, (extended.get(limit) ?? 0) + 1);
      else above?.extend(limit);
    },
  };
}
