import type { ClientPort, SessionState } from '../../client/client-port.js';
import { unwrap } from '../../client/reply.js';
import type { SessionWatch } from '../../client/watch-session.js';
import { askPerson } from '../chat/ask-person.js';
import { openInput } from '../chat/open-input.js';
import type { Host } from '../host.js';
import { createStyle, wantsColours } from '../view/style.js';

interface Asking {
  readonly port: ClientPort;
  readonly state: SessionState;
  readonly watch: SessionWatch;
  readonly host: Host;
}

/** Puts the questions of a session to the person at the terminal, on stderr, one after another. Answers how to stop. */
export function putQuestions({ port, state, watch, host }: Asking): () => Promise<void> {
  const { session, workspace, profile } = state;
  const talk: Host = { ...host, stdout: host.stderr };
  const input = openInput(talk);
  const over = new AbortController();
  let asking: Promise<void> = Promise.resolve();
  const cancel = async (): Promise<void> => void unwrap(await port.stop({ session }));
  const stop = watch.on((told) => {
    if (!('event' in told)) return;
    const { event } = told;
    if (event.type === 'call-settled') over.abort();
    if (event.type !== 'approval-requested') return;
    const question = event.body;
    asking = asking.then(async () => {
      const reply = await askPerson(question, {
        input,
        stdout: talk.stdout,
        style: createStyle(wantsColours(talk.stdout, host.env)),
        workspace,
        ...profile,
        signal: over.signal,
      });
      if (reply.type === 'answer') unwrap(await port.answer({ session, question: question.id, answer: reply.answer }));
      else if (reply.type !== 'withdrawn') await cancel();
    });
  });
  input.onInterrupt(cancel);
  return async () => {
    stop();
    over.abort();
    await asking;
    input.close();
  };
}
