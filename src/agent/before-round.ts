import { askInTurn } from './ask-in-turn.js';
import type { TurnEnd } from './event.js';
import type { ReachedLimit } from './limits.js';
import type { TurnEnv } from './turn-env.js';
import { endAfterCalls, endOf, record, type Turn } from './turn-state.js';

type Ended = TurnEnd | undefined;

/** What limits and the loop watch have to say before a round: a note for the model, or the end of the turn. */
export function beforeRound(turn: Turn, env: TurnEnv): Ended | Promise<Ended> {
  const { budget, rounds, calls } = turn;
  const { callsBefore } = turn.run.round;
  const counts = {
    rounds,
    calls,
    callsBefore: callsBefore + budget.moreCalls,
    refusals: env.guards.loops?.refusals ?? 0,
  };
  const reached = budget.reached(counts);
  if (reached !== undefined)
    return env.profile.limits.atLimit === 'ask' ? askToGoOn(turn, reached, env) : limitEnd(turn, reached, env);
  for (const body of env.guards.loops?.notes ?? []) record(env, { type: 'guard-warned', body });
  const { lastRound, atLimit: then } = env.profile.limits;
  if (lastRound !== undefined && then !== 'ask' && rounds > 0 && budget.isLast(counts))
    record(env, { type: 'guard-warned', body: { code: 'last-round', message: lastRound } });
  tellUnpriced(env);
  return undefined;
}

export function limitEnd(turn: Turn, { limit, amount, what, advice }: ReachedLimit, env: TurnEnv): TurnEnd {
  const { atLimit: then, ends } = env.profile.limits;
  const own = ends?.[limit];
  const message = own?.message.replace('{limit}', String(amount)) ?? `Stopped at ${what}. ${advice}`;
  if (then === 'return') return { ...endOf(turn, 'answered'), limit, text: textOr(message, turn, env) };
  return { ...endOf(turn, then === 'fail' ? 'failed' : 'limit'), limit: own?.code ?? limit, message };
}

/** What the model said last; where it said nothing, words of ours. */
function textOr(words: string, { text }: Turn, { emit }: TurnEnv): string {
  if (text.trim() !== '') return text;
  emit({ type: 'text-delta', text: words });
  return words;
}

/** None when a person says to go on. By the same rule for when nobody is there as an approval. */
async function askToGoOn(turn: Turn, reached: ReachedLimit, env: TurnEnv): Promise<Ended> {
  const question = { text: `The turn is at ${reached.what}. Go on with as much again?`, options: [yes, 'stop'] };
  const asked = await askInTurn(question, turn, { env, waits: true });
  if (asked.type === 'unrecorded') return limitEnd(turn, reached, env);
  if (asked.type !== 'answered') return endAfterCalls(turn, asked.type, env);
  const { answer, halt } = asked;
  if (answer.choice === 'text' && answer.text.trim().toLowerCase() === yes) {
    turn.budget.extend(reached.limit);
    return beforeRound(turn, env);
  }
  return halt === undefined ? limitEnd(turn, reached, env) : endAfterCalls(turn, halt, env);
}

const yes = 'go on';

/** A limit of cost that cannot be kept is told, once for each model. */
function tellUnpriced(env: TurnEnv): void {
  const model = env.model().name;
  if (!env.spending.isUnpriced(model)) return;
  env.ports.log.warn(
    `no price is known for ${model}: what it costs does not count towards the cost limit. Set it in the config: "prices": { ${JSON.stringify(model)}: { "input": 0, "output": 0 } }, per million tokens.`,
  );
}
