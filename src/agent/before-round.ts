import { createId } from '../base/id.js';
import { askPerson } from '../run/ask-person.js';
import type { Question } from '../run/question.js';
import type { TurnEnd } from './event.js';
import type { ReachedLimit } from './limits.js';
import type { TurnEnv } from './turn-env.js';
import { endAfterCalls, endOf, record, type Turn } from './turn-state.js';

type Ended = TurnEnd | undefined;

/** What limits and the loop watch have to say before a round: a note for the model, or the end of the turn. */
export function beforeRound(turn: Turn, env: TurnEnv): Ended | Promise<Ended> {
  const { budget, rounds, calls } = turn;
  const { callsBefore } = turn.run.round;
  const counts = { rounds, calls, callsBefore: callsBefore + budget.moreCalls, refusals: env.loops?.refusals ?? 0 };
  const reached = budget.reached(counts);
  if (reached !== undefined) return atLimit(turn, reached, env);
  for (const body of env.loops?.notes ?? []) record(env, { type: 'guard-warned', body });
  const { lastRound, atLimit: then } = env.profile.limits;
  if (lastRound !== undefined && then !== 'ask' && rounds > 0 && budget.isLast(counts))
    record(env, { type: 'guard-warned', body: { code: 'last-round', message: lastRound } });
  tellUnpriced(env);
  return undefined;
}

/** The end that a limit brings, or none when a person says to go on. */
function atLimit(turn: Turn, reached: ReachedLimit, env: TurnEnv): Ended | Promise<Ended> {
  const { limits } = env.profile;
  if (limits.atLimit === 'ask') return askToGoOn(turn, reached, env);
  return limitEnd(turn, reached, env);
}

export function limitEnd(turn: Turn, { limit, amount, what, advice }: ReachedLimit, env: TurnEnv): TurnEnd {
  const { atLimit: then, ends } = env.profile.limits;
  const own = ends?.[limit];
  const message = own?.message.replace('{limit}', String(amount)) ?? `Stopped at ${what}. ${advice}`;
  if (then === 'return') return { ...endOf(turn, 'answered'), limit };
  return { ...endOf(turn, then === 'fail' ? 'failed' : 'limit'), limit: own?.code ?? limit, message };
}

/** By the same desk and the same rule for when nobody is there as an approval. */
async function askToGoOn(turn: Turn, reached: ReachedLimit, env: TurnEnv): Promise<Ended> {
  const question: Question = {
    kind: 'input',
    id: createId('q'),
    callId: turn.id,
    tool: 'toolwright',
    text: `The turn is at ${reached.what}. Go on with as much again?`,
    options: [yes, 'stop'],
  };
  record(env, { type: 'approval-requested', body: question });
  const asked = await askPerson(question, turn.run);
  if (asked.type === 'unrecorded') return limitEnd(turn, reached, env);
  if (asked.type !== 'answered') return endAfterCalls(turn, asked.type, env);
  const { answer, by, origin, halt } = asked;
  const body = { questionId: question.id, callId: turn.id, answer, by, ...(origin !== undefined && { origin }) };
  record(env, { type: 'approval-answered', body });
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
