import { plural } from '../base/text.js';
import type { Answer } from '../model/collect.js';
import type { Message } from '../model/message.js';
import type { Usage } from '../model/model.js';
import type { LimitName, ReachedLimit, TurnLimits } from './limits.js';
import { createMeter, goOn, type Meter, turnMeterLimits } from './meter.js';
import { findPrice, type Prices, spentBy } from './price.js';
import type { TurnClock } from './turn-clock.js';

/** What a turn may use, and has used. */
export type Budget = ReturnType<typeof createBudget>;

/** How far a turn is. */
interface TurnCounts {
  readonly rounds: number;
  readonly calls: number;
  /** How many there were before the last round. */
  readonly callsBefore: number;
  /** Calls in a row that the loop watch refused. */
  readonly refusals: number;
}

export interface BudgetOptions {
  readonly limits: TurnLimits;
  /** So many refusals in a row end the turn. */
  readonly endAfter: number | undefined;
  readonly spending: { readonly meter: Meter; readonly prices: Prices };
  readonly clock: TurnClock;
}

export function createBudget({ limits, endAfter, spending, clock }: BudgetOptions) {
  const { turnTokens, turnCost, sessionTokens, sessionCost } = limits;
  const counts = [turnTokens, turnCost, sessionTokens, sessionCost].some((amount) => amount !== undefined);
  const meter = createMeter(turnMeterLimits(limits, clock.elapsed), { above: spending.meter });
  const extended = new Map<LimitName, number>();
  const allowed = (limit: LimitName, amount: number): number => amount * (1 + (extended.get(limit) ?? 0));

  return {
    /** Those a session it starts is to count in. */
    meter,
    /** How many calls the turn was allowed beside the first ones. */
    get moreCalls() {
      return allowed('calls-per-turn', limits.callsPerTurn) - limits.callsPerTurn;
    },
    /** Counts what an answer used. */
    spend(model: string, usage: Usage | undefined) {
      if (usage !== undefined) meter.add(spentBy(usage, findPrice(spending.prices, model)));
    },
    /** What an answer used where its server does not tell; undefined when nothing depends on it. */
    estimate: (
      messages: readonly Message[],
      answer: Pick<Answer, 'text' | 'reasoning' | 'calls'>,
    ): Usage | undefined => (counts ? estimateUsage(messages, answer) : undefined),
    /** Whether the next round is the last one. */
    isLast: ({ rounds }: TurnCounts): boolean => rounds + 1 === allowed('rounds', limits.rounds),
    /** The limit that keeps the calls of a round from running. */
    exhausted: (): ReachedLimit | undefined => meter.reached(),
    /** The limit that keeps another round from starting. */
    reached(turn: TurnCounts): ReachedLimit | undefined {
      const { rounds, refusals } = turn;
      if (rounds >= allowed('rounds', limits.rounds)) {
        const what = `the limit of ${plural(limits.rounds, 'round')} a turn`;
        return { limit: 'rounds', amount: limits.rounds, what, advice: goOn };
      }
      if (isOutOfCalls(turn, allowed('calls-per-turn', limits.callsPerTurn), limits)) {
        const what = `the limit of ${plural(limits.callsPerTurn, 'call')} a turn`;
        return { limit: 'calls-per-turn', amount: limits.callsPerTurn, what, advice: goOn };
      }
      if (endAfter !== undefined && refusals >= allowed('loop', endAfter)) {
        const what = `${plural(refusals, 'call')} in a row that only repeat others`;
        return { limit: 'loop', amount: endAfter, what, advice: 'Say what to do instead, or try another model.' };
      }
      return meter.reached();
    },
    /** The same amount once more. */
    extend(limit: LimitName) {
      if (limit === 'rounds' || limit === 'calls-per-turn' || limit === 'loop')
        extended.set(limit, (extended.get(limit) ?? 0) + 1);
      else meter.extend(limit);
    },
  };
}

/** A model that was refused calls has one more round to answer in, unless a person decides or it is a failure anyway. */
function isOutOfCalls(
  { calls, callsBefore }: Pick<TurnCounts, 'calls' | 'callsBefore'>,
  most: number,
  { atLimit }: TurnLimits,
): boolean {
  if (atLimit === 'ask') return calls >= most;
  return (atLimit === 'fail' ? calls : callsBefore) > most;
}

/** Four characters a token: what is known where a server tells nothing. */
function estimateUsage(
  messages: readonly Message[],
  { text, reasoning, calls }: Pick<Answer, 'text' | 'reasoning' | 'calls'>,
): Usage {
  const read = messages.reduce((sum, message) => sum + messageChars(message), 0);
  const written = text.length + reasoning.length + callChars(calls);
  return { inputTokens: Math.ceil(read / 4), outputTokens: Math.ceil(written / 4), estimated: true };
}

const messageChars = (message: Message): number =>
  message.text.length + (message.role === 'assistant' ? callChars(message.calls) : 0);

const callChars = (calls: Answer['calls']): number =>
  calls.reduce((sum, call) => sum + call.name.length + call.arguments.length, 0);
