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
      /** The question waited no longer. */
      readonly late?: true;
    }
  | { readonly type: 'parked' }
  /** It was withdrawn by a pause, and is asked again when the session goes on. */
  | { readonly type: 'paused' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'unrecorded'; readonly failure: RecordFailure };

/**
 * Puts a question, of the road or of a tool: open from the moment it is recorded, put to nobody before it is stored, and
 * answered by the rule when nobody is there. Withdrawn with the turn, and by `signal`: the end of the call that asks.
 */
export async function askPerson(question: Question, env: RunEnv, signal?: AbortSignal): Promise<Asked> {
  const asked = env.questions.ask(question, signal);
  const stopListening = env.cancellation.onStop(() => env.questions.withdraw(question.id));
  const failure = await env.recorder.flush();
  if (failure !== undefined) env.questions.withdraw(question.id);
  const outcome = await asked;
  stopListening();
  if (failure !== undefined) return { type: 'unrecorded', failure };
  if (outcome.type === 'cancelled')
    return { type: env.cancellation.paused && signal?.aborted !== true ? 'paused' : 'cancelled' };
  return outcomeOf(outcome);
}

function outcomeOf(outcome: Exclude<AskOutcome, { type: 'cancelled' }>): Asked {
  if (outcome.type === 'answered') return { ...outcome, by: 'person' };
  if (outcome.rule === 'park') return { type: 'parked' };
  const denied = { type: 'answered', answer: { choice: 'deny' }, by: 'no-person-rule' } as const;
  if (outcome.rule === 'late') return { ...denied, late: true };
  return outcome.rule === 'abort' ? { ...denied, halt: 'aborted' } : denied;
}
