import type { NewEvent } from '../store/store.js';
import type { AgentEvent } from './event.js';
import type { TurnLimits } from './limits.js';
import { createMeter, type Meter, nothingSpent, type Spent } from './meter.js';
import { sessionMeterLimits } from './meter-limits.js';
import { findPrice, type Prices, spentBy } from './price.js';

/** What a session has spent, and by which prices that is counted. */
export interface Spending {
  readonly meter: Meter;
  /** For the sessions that this one starts: what they spend counts in its turn too, whose limits hold for them. */
  readonly handedOn: Meter;
  readonly prices: Prices;
  startTurn(turn: Meter): void;
  /** True, once for each model, when a cost limit cannot be kept because the price is not known. */
  isUnpriced(model: string): boolean;
}

export interface SpendingOptions {
  readonly limits: TurnLimits;
  readonly prices?: Prices | undefined;
  /** The counter of the session that started this one. */
  readonly above?: Meter | undefined;
  /** The events of a session that is gone on with. */
  readonly past: readonly NewEvent[];
}

export function createSpending({ limits, prices = {}, above, past }: SpendingOptions): Spending {
  const isLimited = limits.turnCost !== undefined || limits.sessionCost !== undefined;
  const told = new Set<string>();
  const meter = createMeter(sessionMeterLimits(limits), { above, spent: spentBefore(past, prices) });
  let turn = meter;
  return {
    meter,
    prices,
    handedOn: {
      get tokens() {
        return meter.tokens;
      },
      get cost() {
        return meter.cost;
      },
      add: (spent) => turn.add(spent),
      reached: () => turn.reached(),
      extend: (limit) => turn.extend(limit),
    },
    startTurn(begun) {
      turn = begun;
    },
    isUnpriced(model) {
      if (!isLimited || told.has(model) || findPrice(prices, model) !== undefined) return false;
      told.add(model);
      return true;
    },
  };
}

type Counted =
  | Extract<AgentEvent, { type: 'round-started' | 'model-answered' | 'history-compacted' }>
  | { readonly type: 'session-forked'; readonly body: { readonly events: number } };

/** What the answers of a session used. Those it has copied from another were paid for there. */
function spentBefore(past: readonly NewEvent[], prices: Prices): Spent {
  let spent = nothingSpent;
  let model = '';
  let copies = 0;
  for (const event of past as readonly Counted[]) {
    if (event.type === 'session-forked') copies = event.body.events + 1;
    if (copies > 0) copies -= 1;
    if (event.type === 'round-started') model = event.body.model;
    if (event.type !== 'model-answered' && event.type !== 'history-compacted') continue;
    if (event.body.usage === undefined || copies > 0) continue;
    const { tokens, cost } = spentBy(event.body.usage, findPrice(prices, model));
    spent = { tokens: spent.tokens + tokens, cost: spent.cost + cost };
  }
  return spent;
}
