import { defined } from '../base/defined.js';
import type { History } from '../history/history.js';
import type { Usage } from '../model/model.js';
import type { Stop } from '../run/cancellation.js';
import type { RunEnv } from '../run/env.js';
import type { RunEnd } from '../run/run-calls.js';
import { type Budget, createBudget } from './budget.js';
import type { AgentEvent, TurnEnd, TurnReason } from './event.js';
import { createTurnClock, type TurnClock } from './turn-clock.js';
import type { TurnEnv } from './turn-env.js';

/** A turn on its way. */
export interface Turn {
  readonly id: string;
  readonly run: RunEnv;
  readonly budget: Budget;
  readonly clock: TurnClock;
  rounds: number;
  calls: number;
  /** Rounds whose calls could all not be read. */
  rejections: number;
  /** Requests in a row that were refused as too long, and the round of the last one. */
  refusals: number;
  refusedRound: number;
  text: string;
  usage: Usage | undefined;
  readonly history: History;
  /** Denials of earlier turns. */
  readonly deniedBefore: number;
}

export function createTurn(id: string, env: TurnEnv): Turn {
  const { profile, spending, people, guards, conversation } = env;
  const { limits } = profile;
  const clock = createTurnClock(env.ports.clock);
  const budget = createBudget({ limits, endAfter: profile.loops?.endAfter, spending, clock });
  spending.startTurn(budget.meter);
  const { history } = conversation;
  return {
    id,
    budget,
    clock,
    run: {
      ...env,
      people: limits.turnMs === undefined ? people : { ...people, onAsked: clock.stopFor },
      guards: limits.atLimit === 'ask' ? guards : { ...guards, exhausted: budget.exhausted },
      secrets: { ...env.secrets, masked: new Map() },
      round: { offer: env.tools.exposed.offer(), callsBefore: 0 },
    },
    rounds: 0,
    calls: 0,
    rejections: 0,
    refusals: 0,
    refusedRound: 0,
    text: '',
    usage: undefined,
    history,
    deniedBefore: history.deniedUnasked,
  };
}

export function endOf(turn: Turn, reason: TurnReason): TurnEnd {
  return {
    turnId: turn.id,
    reason,
    text: turn.text,
    rounds: turn.rounds,
    calls: turn.calls,
    ...defined({ usage: turn.usage }),
    deniedUnasked: turn.history.deniedUnasked - turn.deniedBefore,
  };
}

/** The end of the turn, where its calls have come to one. */
export function endAfterCalls(turn: Turn, end: RunEnd, env: TurnEnv): TurnEnd | undefined {
  if (end === 'settled') return undefined;
  if (end === 'parked') {
    const message = 'A question waits for a person. Go on with the session to be asked again.';
    return { ...endOf(turn, 'parked'), message };
  }
  if (end === 'aborted') {
    const message = 'The turn was ended at a question, because nobody was there to answer it.';
    return { ...endOf(turn, 'aborted'), message };
  }
  const { stop } = env.cancellation;
  return stop === undefined ? undefined : endOfStop(turn, stop);
}

export function endOfStop(turn: Turn, stop: Stop): TurnEnd {
  if (stop === 'cancelled') return endOf(turn, stop);
  return { ...endOf(turn, stop), message: 'Paused. Go on with the session to have the rest of it done.' };
}

export function record(env: TurnEnv, event: AgentEvent): void {
  env.recorder.record([event]);
}
