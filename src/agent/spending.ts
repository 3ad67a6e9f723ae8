import type { NewEvent } from '../store/store.js';
import type { AgentEvent } from './event.js';
import type { LimitName, TurnLimits } from './limits.js';
import { createMeter, type Meter, nothingSpent, type Spent, sessionMeterLimits } from './meter.js';
import { findPrice, type Price, type Prices, spentBy } from './price.js';

/** What a session has spent, and by which prices that is counted. */
export interface Spending {
  readonly meter: Meter;
  /** For the sessions that this one starts: what they spend counts in its turn too, whose limits hold for them. */
  readonly handedOn: Meter;
  readonly prices: Prices;
  /** The one of the turn, or of the session between turns: for what an event of its own tells. */
  readonly current: Meter;
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
  /** Takes what no other event tells, so that it still counts when the session is gone on with. */
  record(event: SpendingEvent): void;
}

export type SpendingEvent = Extract<AgentEvent, { type: 'child-spent' | 'limit-extended' }>;

export function createSpending({ limits, prices = {}, above, past, record }: SpendingOptions): Spending {
  const isLimited = limits.turnCost !== undefined || limits.sessionCost !== undefined;
  const told = new Set<string>();
  const meter = createMeter(sessionMeterLimits(limits), {
    above,
    ...countedBefore(past, prices),
    onExtend: ({ limit, amount }) => record({ type: 'limit-extended', body: { limit, amount } }),
  });
  const spending: { -readonly [Key in keyof Spending]: Spending[Key] } = {
    meter,
    current: meter,
    prices,
    handedOn: {
      get tokens() {
        return meter.tokens;
      },
      get cost() {
        return meter.cost;
      },
      add({ tokens, cost }) {
        record({ type: 'child-spent', body: { tokens, cost } });
        spending.current.add({ tokens, cost });
      },
      reached: () => spending.current.reached(),
      extend: (limit) => spending.current.extend(limit),
    },
    startTurn(turn) {
      spending.current = turn;
    },
    isUnpriced(model) {
      if (!isLimited || told.has(model) || findPrice(prices, model) !== undefined) return false;
      told.add(model);
      return true;
    },
  };
  return spending;
}

type Counted =
  | Extract<AgentEvent, { type: 'round-started' | 'model-answered' | 'model-asked' | 'history-compacted' }>
  | SpendingEvent
  | { readonly type: 'session-forked'; readonly body: { readonly events: number } };

/** What a session and those it started have used, and was let go on with. What it has copied from another counts there. */
function countedBefore(past: readonly NewEvent[], prices: Prices) {
  const extended = new Map<LimitName, number>();
  let { tokens, cost } = nothingSpent;
  let model = '';
  let copies = 0;
  for (const event of past as readonly Counted[]) {
    if (event.type === 'session-forked') copies = event.body.events + 1;
    if (event.type === 'round-started') model = event.body.model;
    if (copies > 0) {
      copies -= 1;
      continue;
    }
    if (event.type === 'limit-extended')
      extended.set(event.body.limit, (extended.get(event.body.limit) ?? 0) + event.body.amount);
    const more = spentIn(event, findPrice(prices, event.type === 'model-asked' ? event.body.model : model));
    tokens += more.tokens;
    cost += more.cost;
  }
  return { spent: { tokens, cost }, extended };
}

function spentIn(event: Counted, price: Price | undefined): Spent {
  if (event.type === 'child-spent') return event.body;
  if (event.type !== 'model-answered' && event.type !== 'model-asked' && event.type !== 'history-compacted')
    return nothingSpent;
  return event.body.usage === undefined ? nothingSpent : spentBy(event.body.usage, price);
}
