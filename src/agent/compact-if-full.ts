import type { TurnEnd } from './event.js';
import type { TurnEnv } from './turn-env.js';
import { endOfStop, type Turn } from './turn-state.js';

type Ended = TurnEnd | undefined;

/** Before a request: makes the conversation shorter where it fills the context. Answers the end of a turn that was stopped. */
export function compactIfFull(turn: Turn, env: TurnEnv): Promise<Ended> | undefined {
  const { gauge, history } = env.conversation;
  const limit = gauge.limitOf(env.model());
  if (limit === undefined) return undefined;
  const { tokens } = gauge.measure(env.tools.exposed.offer().definitions);
  if (tokens <= limit * (turn.rounds === 0 ? atStart : 1) || gauge.tried === history.messages.length) return undefined;
  return compact('room', turn, env);
}

/**
 * The start of a turn is a better moment than the middle of its work, where everything is read again between two rounds: what is
 * nearly full is made shorter then.
 */
const atStart = 0.85;

/** How often a request is made shorter that the server refuses: where its limit is not known, each time by half. */
const maxRefusals = 3;

/** After a request that the server refused as too long: true when it is shorter now and may be asked again. */
export async function compactAfterRefusal(end: Ended, turn: Turn, env: TurnEnv): Promise<boolean> {
  const { gauge, history } = env.conversation;
  // An answer that had begun would stand there twice.
  if (end?.failure?.kind !== 'context-overflow' || history.messages.at(-1)?.role === 'assistant') return false;
  turn.refusals = turn.refusedRound === turn.rounds - 1 ? turn.refusals + 1 : 1;
  turn.refusedRound = turn.rounds;
  if (turn.refusals > maxRefusals) return false;
  gauge.measure(env.tools.exposed.offer().definitions);
  gauge.refused(env.model());
  const before = history.compactions;
  const stopped = await compact('overflow', turn, env);
  return stopped === undefined && history.compactions > before;
}

async function compact(why: 'room' | 'overflow', turn: Turn, env: TurnEnv): Promise<Ended> {
  if (env.compact === undefined) {
    // Loaded with the first compaction.
    const { compactHistory } = await import('./compact.js');
    await compactHistory({ why, spend: turn.budget.spend }, env);
  } else await env.compact();
  const { stop } = env.cancellation;
  if (stop !== undefined) return endOfStop(turn, stop);
  env.conversation.gauge.tried = env.conversation.history.messages.length;
  return undefined;
}
