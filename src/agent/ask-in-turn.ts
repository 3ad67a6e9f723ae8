import { createId } from '../base/id.js';
import { maskValue } from '../policy/secret/mask-value.js';
import { askPerson } from '../run/ask-person.js';
import type { Answer, Question } from '../run/question.js';
import type { TurnEnv, TurnQuestion } from './turn-env.js';
import { record, type Turn } from './turn-state.js';

/** Asks the person something that no call asks: by the same desk, and recorded like any other question. Undefined when nobody answers. */
export async function askInTurn(asking: TurnQuestion, turn: Turn, env: TurnEnv): Promise<string | undefined> {
  if (!env.questions.present || env.cancellation.stop !== undefined) return undefined;
  const whole: Question = { kind: 'input', id: createId('q'), callId: turn.id, tool: 'toolwright', ...asking };
  const question = maskValue(whole, env.mask).value;
  record(env, { type: 'approval-requested', body: question });
  const asked = await askPerson(question, turn.run);
  if (asked.type === 'unrecorded' || asked.type === 'cancelled' || asked.type === 'paused') return undefined;
  const { answer, by, origin } = asked.type === 'answered' ? asked : unanswered;
  const body = { questionId: question.id, callId: turn.id, answer, by, ...(origin !== undefined && { origin }) };
  record(env, { type: 'approval-answered', body });
  return answer.choice === 'text' ? answer.text : undefined;
}

const unanswered = { answer: { choice: 'deny' } as Answer, by: 'no-person-rule', origin: undefined } as const;
