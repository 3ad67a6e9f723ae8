import type { TurnEnd } from '../../agent/event.js';
import { messageOf } from '../../base/error.js';
import type { Call, StartedTurn, Told } from '../../client/client-port.js';
import { unwrap } from '../../client/reply.js';
import type { Question } from '../../run/question.js';
import type { SessionEvent } from '../../session/event.js';
import { describeError } from '../report-error.js';
import { safeText } from '../safe-text.js';
import { createTurnView } from '../view/turn-view.js';
import type { Reply } from './ask-person.js';
import { type Chat, stateOf } from './chat-state.js';
import { isSecondPress, turnInterruption } from './interruption.js';
import { createSteering, type Steering } from './steering.js';

/**
 * One turn of the chat, and those that the session starts behind it for what is queued: shown as they happen, their questions
 * put to the person, steered by what they type, ended by Ctrl+C.
 */
export async function runTurn(chat: Chat, start: () => Call<StartedTurn>): Promise<TurnEnd | undefined> {
  const { screen, style, input, port, session } = chat;
  const { id, watch } = session;
  const view = createTurnView({
    sink: { answer: screen.write, note: screen.line },
    style,
    verbose: () => chat.log.verbose,
    queued: (await stateOf(chat)).queued,
  });
  const interrupt = turnInterruption(chat, () => void port.stop({ session: id }));
  const steering = createSteering(chat, interrupt);
  const questions = createQuestions(chat, steering);
  chat.inTurn = true;
  const stop = watch.on((told) => {
    if (!('event' in told)) return;
    show(view, told.event);
    questions.take(told.event);
  });
  input.onInterrupt(interrupt);
  try {
    let end = await watch.turnEnd(unwrap(await start()).turnId);
    for (let { turn } = await stateOf(chat); turn !== undefined; { turn } = await stateOf(chat))
      end = await watch.turnEnd(turn.turnId);
    await questions.done();
    await steering.close();
    return end;
  } catch (error) {
    await questions.done();
    await steering.close();
    screen.line(describeError(error, chat.host.env['TOOLWRIGHT_DEBUG'] === '1'));
    return undefined;
  } finally {
    chat.inTurn = false;
    stop();
    input.onInterrupt(() => {});
  }
}

/** The end is shown where it comes: events of the next turn may follow at once. */
function show(view: ReturnType<typeof createTurnView>, event: SessionEvent): void {
  view.show(event);
  if (event.type === 'turn-ended') view.end(event.body);
  if (event.type === 'turn-lost' && event.end !== undefined) view.end(event.end);
}

/** Puts what subagents have asked since the last turn. */
export async function answerWaiting(chat: Chat, waiting: readonly Question[]): Promise<void> {
  const questions = createQuestions(chat, { aside: (work) => work() });
  for (const question of waiting) questions.put(question);
  await questions.asked();
}

interface Questions {
  put(question: Question): void;
  take(event: Extract<Told, { event: unknown }>['event']): void;
  /** Resolves when all that were put are answered, or withdrawn. */
  asked(): Promise<void>;
  /** Resolves when no question is shown any more. */
  done(): Promise<void>;
}

/** Puts questions to the person, one after another, while everything else waits to be shown. */
function createQuestions(chat: Chat, steering: Pick<Steering, 'aside'>): Questions {
  const { screen, host, style, input, port } = chat;
  const { id: session, workspace, profile } = chat.session;
  const open = new Map<string, { readonly question: Question; readonly withdrawal: AbortController }>();
  /** Calls that were answered with a yes to all that follows. */
  const bypassing = new Set<string>();
  let asking: Promise<void> = Promise.resolve();

  const ask = async (question: Question, withdrawn: AbortSignal): Promise<void> => {
    if (withdrawn.aborted) return;
    screen.hold();
    try {
      // Loaded with the first question.
      const { askPerson } = await import('./ask-person.js');
      const { approval, grantDays } = profile;
      const { stdout } = host;
      await reply(
        question,
        await askPerson(question, { input, stdout, style, workspace, approval, grantDays, signal: withdrawn }),
      );
    } catch (error) {
      host.stdout.write(`! ${safeText(messageOf(error))}\n`);
    } finally {
      screen.release();
    }
  };
  const reply = async (question: Question, said: Reply): Promise<void> => {
    const asked = { session, question: question.id, ...(question.kind === 'approval' && { digest: question.digest }) };
    if (said.type === 'withdrawn') {
      host.stdout.write('  The question is no longer open: nothing was answered.\n');
      return;
    }
    if (said.type === 'end') chat.leaving = true;
    if (said.type === 'interrupt') isSecondPress(chat);
    if (said.type === 'answer') {
      // The answer that counts is the last one, should the call be asked about again.
      if (said.bypass === true) bypassing.add(question.callId);
      else bypassing.delete(question.callId);
      unwrap(await port.answer({ ...asked, answer: said.answer }));
      return;
    }
    // A script that has no more lines is nobody: the turn goes on without an answer. A person who leaves ends it.
    const gone = said.type === 'end' && !input.interactive;
    if (said.type === 'expired' || gone) {
      const reason = gone ? 'The input ended.' : 'No answer came in time.';
      unwrap(await port.answer({ ...asked, answer: { choice: 'deny', reason }, unattended: true }));
    } else unwrap(await port.stop({ session }));
  };

  const bypass = async (): Promise<void> => {
    const changed = await port.changeSettings({ session, mode: 'auto' });
    if (!changed.ok) screen.line(`! ${safeText(changed.error.message)}`);
  };

  const put = (question: Question): void => {
    const withdrawal = new AbortController();
    open.set(question.id, { question, withdrawal });
    asking = asking.then(() => steering.aside(() => ask(question, withdrawal.signal)));
  };
  const withdraw = (isMeant: (question: Question) => boolean): void => {
    for (const { question, withdrawal } of open.values()) if (isMeant(question)) withdrawal.abort();
  };

  return {
    put,
    take(event) {
      if (event.type === 'approval-requested') put(event.body);
      // A question of a subagent may outlast the call that has started it.
      if (event.type === 'call-settled')
        withdraw(({ callId, child }) => child === undefined && callId === event.body.callId);
      if (event.type === 'child-ended') withdraw(({ child }) => child?.sessionId === event.body.childId);
      if (event.type === 'call-settled' && bypassing.delete(event.body.callId)) void bypass();
      if (event.type === 'turn-paused' || event.type === 'turn-ended') withdraw(() => true);
    },
    asked: () => asking,
    done: () => {
      withdraw(() => true);
      return asking;
    },
  };
}
