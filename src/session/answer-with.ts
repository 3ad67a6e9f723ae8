import { messageOf } from '../base/error.js';
import type { Answer, Question } from '../run/question.js';
import { byProgram } from './by-program.js';
import type { SessionOptions } from './options.js';
import type { SessionCore } from './session-core.js';

/** Lets a program answer the questions of a session, in the time that the profile gives for approvals. */
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
    const late = denyLate(question, core.place.profile.approval.waitMs, give);
    void Promise.resolve()
      .then(() => onQuestion(question))
      .then(give)
      .catch((error: unknown) => give(deny(error)))
      .catch((error: unknown) => core.place.log.warn(messageOf(error)))
      .finally(() => clearTimeout(late));
  });
}

/** Silence is a no; how long a question of a tool waits is for the tool to say. */
function denyLate(
  { kind }: Question,
  waitMs: number | undefined,
  give: (answer: Answer) => void,
): ReturnType<typeof setTimeout> | undefined {
  if (kind !== 'approval' || !waitMs) return undefined;
  const reason = `no answer came within ${waitMs / 1000} s`;
  return setTimeout(() => give({ choice: 'deny', reason }), waitMs);
}
