import { createId } from '../base/id.js';
import { maskValue } from '../policy/secret/mask-value.js';
import { type Asked, askPerson, recordAnswer, recordQuestion, unanswered } from '../run/ask-person.js';
import type { Question } from '../run/question.js';
import type { TurnEnv, TurnQuestion } from './turn-env.js';
import type { Turn } from './turn-state.js';

/** Asks the person something that no call asks, recorded like any other question. With `waits` it may be parked. */
export async function askInTurn(
  asking: TurnQuestion,
  turn: Turn,
  { env, waits }: { readonly env: TurnEnv; readonly waits: boolean },
): Promise<Asked> {
  const whole: Question = { kind: 'input', id: createId('q'), callId: turn.id, tool: 'toolwright', ...asking };
  const question = maskValue(whole, env.secrets.mask).value;
  recordQuestion(question, env);
  const asked = await askPerson(question, turn.run);
  const end = asked.type === 'parked' && !waits ? unanswered : asked;
  if (end.type === 'answered') recordAnswer(question, end, env);
  return end;
}

/** What the person says to such a question; undefined when nobody answers. */
export async function answerInTurn(asking: TurnQuestion, turn: Turn, env: TurnEnv): Promise<string | undefined> {
  if (!env.people.questions.present || env.cancellation.stop !== undefined) return undefined;
  const asked = await askInTurn(asking, turn, { env, waits: false });
  return asked.type === 'answered' && asked.answer.choice === 'text' ? asked.answer.text : undefined;
}
