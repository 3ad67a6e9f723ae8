import { defined } from '../base/defined.js';
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

export type Answered = Extract<Asked, { type: 'answered' }>;

/** What is made of a question that nobody is there for and that cannot wait for another day. */
export const unanswered: Answered = { type: 'answered', answer: { choice: 'deny' }, by: 'no-person-rule' };

type Asking = Pick<RunEnv, 'recorder'>;

export const recordQuestion = (question: Question, { recorder }: Asking): void =>
  recorder.record([{ type: 'approval-requested', body: question }]);

export function recordAnswer({ id, callId }: Question, { answer, by, origin }: Answered, { recorder }: Asking): void {
  const body = { questionId: id, callId, answer, by, ...defined({ origin }) };
  recorder.record([{ type: 'approval-answered', body }]);
}

/**
 * Puts a question, of the road or of a tool: open from the moment it is recorded, put to nobody before it is stored, and
 * answered by the rule when nobody is there. Withdrawn with the turn, and by `signal`: the end of the call that asks.
 */
export async function askPerson(question: Question, env: RunEnv, signal?: AbortSignal): Promise<Asked> {
  const asked = env.people.questions.ask(question, signal);
  env.people.onAsked?.(asked);
  const stopListening = env.cancellation.onStop(() => env.people.questions.withdraw(question.id));
  const failure = await env.recorder.flush();
  if (failure !== undefined) env.people.questions.withdraw(question.id);
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
  if (outcome.rule === 'late') return { ...unanswered, late: true };
  return outcome.rule === 'abort' ? { ...unanswered, halt: 'aborted' } : unanswered;
}
