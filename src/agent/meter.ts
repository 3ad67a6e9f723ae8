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
  /** By how much its limits were extended before. */
  readonly extended?: ReadonlyMap<LimitName, number>;
  /** One of its own limits is extended. */
  onExtend?(limit: MeterLimit): void;
}

export function createMeter(limits: readonly MeterLimit[], options: MeterOptions): Meter {
  const { above, spent = nothingSpent, onExtend } = options;
  const extended = new Map(options.extended);
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
        const allowed = limit.amount + (extended.get(limit.limit) ?? 0);
        if (limit.used({ tokens, cost }) >= allowed) return limit;
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
}
