import type { History } from '../history/history.js';
import type { RunEnv } from '../run/env.js';
import type { RunEnd } from '../run/run-calls.js';
import type { AgentEvent, TurnEnd, TurnReason } from './event.js';
import type { TurnEnv } from './turn-env.js';

/** A turn on its way. */
export interface Turn {
  readonly id: string;
  readonly run: RunEnv;
  rounds: number;
  calls: number;
  /** Rounds whose calls could all not be read. */
  rejections: number;
  text: string;
  readonly history: History;
  /** Denials of earlier turns. */
  readonly deniedBefore: number;
}

export function createTurn(id: string, env: TurnEnv): Turn {
  const { profile, registry } = env;
  return {
    id,
    run: {
      ...env,
      round: { offer: registry.offer(), callsBefore: 0 },
      masked: new Map(),
      profileName: profile.name,
      limits: profile.limits,
      order: profile.order,
      renderResult: profile.renderResult,
    },
    rounds: 0,
    calls: 0,
    rejections: 0,
    text: '',
    history: env.history,
    deniedBefore: env.history.deniedUnasked,
  };
}

export function endOf(turn: Turn, reason: TurnReason): TurnEnd {
  return {
    turnId: turn.id,
    reason,
    text: turn.text,
    rounds: turn.rounds,
    calls: turn.calls,
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
    return {
      ...endOf(turn, 'aborted'),
      message: 'The turn was ended at a question, because nobody was there to answer it.',
    };
  }
  return env.cancellation.cancelled ? endOf(turn, 'cancelled') : undefined;
}

export function record(env: TurnEnv, event: AgentEvent): void {
  env.recorder.record([event]);
}
