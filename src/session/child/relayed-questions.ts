import type { Answer, AskingChild, AskOutcome, OpenQuestions, Question } from '../../run/question.js';
import type { Recorder } from '../../run/recorder.js';

interface RelayContext {
  /** Those of the session the subagent works for. */
  readonly questions: OpenQuestions;
  readonly recorder: Pick<Recorder, 'record' | 'flush'>;
  /** The call there that started the subagent. */
  readonly callId: string;
  readonly child: AskingChild;
}

/**
 * The questions of a subagent: each is put to the person by the session above, in the subagent's name, once it is stored
 * here, and recorded there as well.
 */
export function relayQuestions({ questions, recorder, callId, child }: RelayContext): OpenQuestions {
  const waiting = new Map<string, { put(isPut: boolean): void }>();
  const asked = new Map<string, Question>();

  const relay = async (given: Question, signal?: AbortSignal): Promise<AskOutcome> => {
    const isPut = await new Promise<boolean>((put) => waiting.set(given.id, { put }));
    waiting.delete(given.id);
    if (!isPut || signal?.aborted === true) return { type: 'cancelled' };
    // One of a subagent further down keeps the name of that one.
    const question: Question = { ...given, callId, child: given.child ?? child };
    asked.set(given.id, question);
    try {
      const answered = questions.ask(question, signal);
      recorder.record([{ type: 'approval-requested', body: question }]);
      if ((await recorder.flush()) !== undefined) questions.withdraw(question.id);
      const outcome = await answered;
      const body = answerOf(outcome);
      if (body !== undefined) {
        recorder.record([
          { type: 'approval-answered', body: { questionId: question.id, callId, ...body, child: question.child } },
        ]);
        void recorder.flush();
      }
      return outcome;
    } finally {
      asked.delete(given.id);
    }
  };

  return {
    present: questions.present,
    forms: questions.forms,
    ask: relay,
    put: (id) => waiting.get(id)?.put(true),
    answer: (id, answer, origin) => questions.answer(id, answer, origin),
    withdraw(id) {
      waiting.get(id)?.put(false);
      if (asked.has(id)) questions.withdraw(id);
    },
    unattend: questions.unattend,
    get open() {
      return [...asked.values()];
    },
  };
}

function answerOf(outcome: AskOutcome): object | undefined {
  if (outcome.type === 'cancelled') return undefined;
  if (outcome.type === 'answered') return { answer: outcome.answer, by: 'person', origin: outcome.origin };
  const denied: Answer = { choice: 'deny' };
  return { answer: denied, by: 'no-person-rule' };
}
