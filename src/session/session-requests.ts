import { findPrice, type Prices, spentBy } from '../agent/price.js';
import { defined } from '../base/defined.js';
import { addUsage } from '../model/add-usage.js';
import type { Usage } from '../model/model.js';
import type { SessionRecord } from './event.js';

/** A request that a session sent to its model, as the record tells. */
export interface SentRequest {
  /** Counted from 1. */
  readonly turn: number;
  readonly round: number;
  readonly model: string;
  /** How many definitions of tools it declared. */
  readonly tools: number;
  readonly usage?: Usage;
  /** By the price of its model, where one is known. */
  readonly cost?: number;
  /** Why it did not begin with all of the request before it; absent where it did. */
  readonly anew?: BegunAnew;
  /** What it held that the one before did not, beside the answer to that. */
  readonly added: readonly string[];
}

export type BegunAnew = 'first' | 'model' | 'compacted' | 'lost' | 'tools' | 'rewound';

/** All requests of a session, and what they used together. */
export interface SentRequests {
  readonly requests: readonly SentRequest[];
  readonly usage?: Usage;
  readonly cost?: number;
  /** Whether any answer told of a cache: where none did, nothing is known of what was reused. */
  readonly toldCache: boolean;
}

export function sentRequests(events: readonly SessionRecord[], prices: Prices = {}): SentRequests {
  const requests: SentRequest[] = [];
  let open: Pick<SentRequest, 'round' | 'model' | 'tools'> | undefined;
  let [turn, anew, added] = [0, 'first' as BegunAnew | undefined, [] as string[]];
  /** Nobody asks a model in a turn whose calls a program makes. */
  let isAsked = true;
  for (const event of events) {
    if (event.type === 'turn-started') {
      turn += 1;
      isAsked = event.body.caller === undefined;
    }
    if (event.type === 'round-started') {
      const { round, model, tools } = event.body;
      open = isAsked ? { round, model, tools } : undefined;
    }
    anew = breakIn(event, requests.length > 0) ?? anew;
    const what = additionIn(event);
    if (what !== undefined) added.push(what);
    if (event.type !== 'model-answered' || open === undefined) continue;
    const { usage } = event.body;
    const price = findPrice(prices, open.model);
    const cost = usage === undefined || price === undefined ? undefined : spentBy(usage, price).cost;
    requests.push({ turn, ...open, ...defined({ usage, cost, anew }), added });
    [open, anew, added] = [undefined, undefined, []];
  }
  const usage = requests.reduce<Usage | undefined>((sum, one) => addUsage(sum, one.usage), undefined);
  const costs = requests.flatMap(({ cost }) => cost ?? []);
  const cost = costs.length === 0 ? undefined : costs.reduce((sum, one) => sum + one, 0);
  const toldCache = requests.some((one) => one.usage?.cachedInputTokens !== undefined);
  return { requests, toldCache, ...defined({ usage, cost }) };
}

function breakIn({ type, body }: SessionRecord, isLater: boolean): BegunAnew | undefined {
  if (type === 'history-compacted') return 'compacted';
  if (type === 'session-rewound') return 'rewound';
  if (type === 'prefix-fixed') return isLater && body.why !== 'opened' ? body.why : undefined;
  // Of profiles whose documents want it, and of earlier versions.
  if (type === 'tools-activated') return isLater ? 'tools' : undefined;
  return undefined;
}

function additionIn({ type, body }: SessionRecord): string | undefined {
  if (type === 'message-received') return 'message';
  if (type === 'call-settled') return 'result';
  if (type === 'note-added') return 'note';
  return type === 'message-problem' && body.rejected === true ? 'correction' : undefined;
}
