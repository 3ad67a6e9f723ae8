import type { Session } from '../../session/session.js';
import { answerOrigin } from '../answer-origin.js';
import { askPerson } from '../chat/ask-person.js';
import { openInput } from '../chat/open-input.js';
import type { Host } from '../host.js';
import { createStyle, wantsColours } from '../view/style.js';

/** Puts the questions of a session to the person at the terminal, on stderr, one after another. Answers how to stop. */
export function putQuestions(session: Session, host: Host, grantDays: number): () => Promise<void> {
  const talk: Host = { ...host, stdout: host.stderr };
  const input = openInput(talk);
  const over = new AbortController();
  let asking: Promise<void> = Promise.resolve();
  const stop = session.on((event) => {
    if (event.type === 'call-settled') over.abort();
    if (event.type !== 'approval-requested') return;
    const question = event.body;
    asking = asking.then(async () => {
      const reply = await askPerson(question, {
        input,
        stdout: talk.stdout,
        style: createStyle(wantsColours(talk.stdout, host.env)),
        workspace: session.workspace,
        approval: session.profile.approval,
        grantDays,
        signal: over.signal,
      });
      if (reply.type === 'answer') session.answer(question.id, reply.answer, answerOrigin('terminal'));
      else if (reply.type !== 'withdrawn') session.cancel();
    });
  });
  input.onInterrupt(() => session.cancel());
  return async () => {
    stop();
    over.abort();
    await asking;
    input.close();
  };
}
