import type { Clock } from '../base/clock.js';
import type { OpenQuestions } from '../run/question.js';

/** The time a turn has taken, without the time its questions waited for a person. */
export interface TurnClock {
  elapsed(): number;
  /** The same questions; while one is open, no time passes here. */
  stopFor(questions: OpenQuestions): OpenQuestions;
}

export function createTurnClock(clock: Pick<Clock, 'monotonic'>): TurnClock {
  const start = clock.monotonic();
  let open = 0;
  let waitsSince = 0;
  let waited = 0;
  return {
    elapsed: () => (open > 0 ? waitsSince : clock.monotonic()) - start - waited,
    stopFor: (questions) => ({
      present: questions.present,
      forms: questions.forms,
      ask(question, signal) {
        if (open === 0) waitsSince = clock.monotonic();
        open += 1;
        return questions.ask(question, signal).finally(() => {
          open -= 1;
          if (open === 0) waited += clock.monotonic() - waitsSince;
        });
      },
      put: (id) => questions.put(id),
      answer: (id, answer, origin) => questions.answer(id, answer, origin),
      withdraw: (id) => questions.withdraw(id),
      get open() {
        return questions.open;
      },
    }),
  };
}
