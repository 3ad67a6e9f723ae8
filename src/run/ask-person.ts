import type { RunEnv } from './env.js';
import type { Answer, AnswerOrigin, AskOutcome, Halt, Question } from './question.js';
import type { RecordFailure } from './recorder.js';

/** What came of a question. `halt`: nobody is there, and the rule for that ends the turn. */
export type Asked =
  | {
      readonly type: 'answered';
      readonly answer: Answer;
      readonly by: 'person' | 'no-person-rule';
      readonly origin?: AnswerOrigin;
      readonly halt?: Halt;
    }
  | { readonly type: 'parked' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'unrecorded'; readonly failure: RecordFailure };

/**
 * Puts a question, of the road or of a tool: open from the moment it is recorded, put to nobody before it is stored, and
 * answered by the rule when nobody is there.
 */
export async function askPerson(question: Question, signal: AbortSignal, env: RunEnv): Promise<Asked> {
  const asked = env.questions.ask(question, signal);
  const failure = await env.recorder.flush();
  if (failure !== undefined) {
    env.questions.withdraw(question.id);
    return { type: 'unrecorded', failure };
  }
  return outcomeOf(await asked);
}

function outcomeOf(outcome: AskOutcome): Asked {
  if (outcome.type === 'cancelled') return { type: 'cancelled' };
  if (outcome.type === 'answered') return { ...outcome, by: 'person' };
  if (outcome.rule === 'park') return { type: 'parked' };
  const denied = { type: 'answered', answer: { choice: 'deny' }, by: 'no-person-rule' } as const;
  return outcome.rule === 'abort' ? { ...denied, halt: 'aborted' } : denied;
}
