import { handleEvents } from '../store/handle-events.js';
import type { NewEvent } from '../store/store.js';
import type { RunEvent } from './event.js';
import type { Answer, AnswerOrigin, Question } from './question.js';

type Input = Extract<Question, { kind: 'input' }>;

/** What a person answered to a question of a tool. */
export interface GivenAnswer {
  readonly answer: Extract<Answer, { choice: 'text' | 'several' }>;
  readonly origin: AnswerOrigin;
  /** What could be chosen. */
  readonly options: readonly string[];
}

/** What was answered to the tools of calls that have not ended: a call that runs again does not ask for it again. */
export interface GivenAnswers {
  /** The answers of a call until now, each to be taken once, by the question it was given to. */
  of(callId: string): { take(question: Input): GivenAnswer | undefined };
  apply(event: NewEvent): void;
}

export function createGivenAnswers(): GivenAnswers {
  const asked = new Map<string, Input>();
  const given = new Map<string, (GivenAnswer & { readonly to: string })[]>();

  const answered = ({ questionId, answer, origin }: Answered): void => {
    const question = asked.get(questionId);
    asked.delete(questionId);
    if (question === undefined || origin === undefined) return;
    if (answer?.choice !== 'text' && answer?.choice !== 'several') return;
    const { callId, options } = question;
    given.set(callId, [...(given.get(callId) ?? []), { to: sameQuestion(question), answer, origin, options }]);
  };

  return {
    of(callId) {
      const left = [...(given.get(callId) ?? [])];
      return {
        take(question) {
          const at = left.findIndex(({ to }) => to === sameQuestion(question));
          return at < 0 ? undefined : left.splice(at, 1)[0];
        },
      };
    },
    // What another program wrote under these names may be anything.
    apply: handleEvents<RunEvent>({
      'approval-requested': (question) => {
        if (question?.kind === 'input' && Array.isArray(question.options)) asked.set(question.id, question);
      },
      'approval-answered': (body) => body && answered(body),
      'call-settled': (settlement) => {
        given.delete(settlement?.callId);
        for (const [id, { callId }] of asked) if (callId === settlement?.callId) asked.delete(id);
      },
    }),
  };
}

type Answered = Extract<RunEvent, { type: 'approval-answered' }>['body'];

/** The options of a review go by the mode, which its answer may have changed already. */
const sameQuestion = ({ text, options, several, review, form }: Input): string =>
  JSON.stringify([text, review === true ? [] : options, several === true, review === true, form]);
