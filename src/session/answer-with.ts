import { messageOf } from '../base/error.js';
import type { Answer } from '../run/question.js';
import { byProgram } from './by-program.js';
import type { SessionOptions } from './options.js';
import type { SessionCore } from './session-core.js';

/** Lets a program answer the questions of a session. */
export function answerWith(core: SessionCore, onQuestion: NonNullable<SessionOptions['onQuestion']>): void {
  core.stream.feed.on((event) => {
    if (event.type !== 'approval-requested') return;
    const question = event.body;
    // One that was withdrawn before it could be stored is told later, and is for nobody.
    const isOpen = (): boolean => core.env.people.questions.open.some(({ id }) => id === question.id);
    if (!isOpen()) return;
    const deny = (error: unknown): Answer => ({
      choice: 'deny',
      reason: `the program that answers failed: ${messageOf(error)}`,
    });
    const give = (answer: Answer): void => {
      if (isOpen()) core.env.people.questions.answer(question.id, answer, byProgram(core.env.session));
    };
    void Promise.resolve()
      .then(() => onQuestion(question))
      .then(give)
      .catch((error: unknown) => give(deny(error)))
      .catch((error: unknown) => core.place.log.warn(messageOf(error)));
  });
}
