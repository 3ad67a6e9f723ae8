import type { TurnEnd } from '../../agent/event.js';
import { messageOf } from '../../base/error.js';
import type { Question } from '../../run/question.js';
import type { SessionEvent } from '../../session/event.js';
import type { Session } from '../../session/session.js';
import type { Turn } from '../../session/start-turn.js';
import { answerOrigin } from '../answer-origin.js';
import { describeError } from '../report-error.js';
import { safeText } from '../safe-text.js';
import { createTurnView } from '../view/turn-view.js';
import type { Reply } from './ask-person.js';
import type { Chat } from './chat-state.js';
import { isSecondPress, turnInterruption } from './interruption.js';
import { createSteering, type Steering } from './steering.js';

/** One turn of the chat: shown as it happens, its questions put to the person, steered by what they type, ended by Ctrl+C. */
export async function runTurn(chat: Chat, start: () => Turn): Promise<TurnEnd | undefined> {
  const { screen, style, input, session } = chat;
  const view = createTurnView({
    sink: { answer: screen.write, note: screen.line },
    style,
    verbose: () => chat.verbose,
    queued: session.queued,
  });
  const interrupt = turnInterruption(chat, () => session.cancel());
  const steering = createSteering(chat, session, interrupt);
  const questions = createQuestions(chat, session, steering);
  chat.inTurn = true;
  const stop = session.on((event) => {
    view.show(event);
    questions.take(event);
  });
  input.onInterrupt(interrupt);
  try {
    const end = await start().result;
    await questions.done();
    await steering.close();
    view.end(end);
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

/** Puts what subagents have asked since the last turn. */
export async function answerWaiting(chat: Chat): Promise<void> {
  const questions = createQuestions(chat, chat.session, { aside: (work) => work() });
  for (const question of chat.session.questions) questions.put(question);
  await questions.asked();
}

interface Questions {
  put(question: Question): void;
  take(event: SessionEvent): void;
  /** Resolves when all that were put are answered, or withdrawn. */
  asked(): Promise<void>;
  /** Resolves when no question is shown any more. */
  done(): Promise<void>;
}

/** Puts questions to the person, one after another, while everything else waits to be shown. */
function createQuestions(chat: Chat, session: Session, steering: Pick<Steering, 'aside'>): Questions {
  const { screen, host, style, input } = chat;
  const open = new Map<string, { readonly question: Question; readonly withdrawal: AbortController }>();
  /** Calls that were answered with a yes to all that follows. */
  const bypassing = new Set<string>();
  const origin = answerOrigin(input.interactive ? 'terminal' : 'stdin');
  let asking: Promise<void> = Promise.resolve();

  const ask = async (question: Question, withdrawn: AbortSignal): Promise<void> => {
    if (withdrawn.aborted) return;
    screen.hold();
    try {
      // Loaded with the first question.
      const { askPerson } = await import('./ask-person.js');
      reply(
        question,
        await askPerson(question, {
          input,
          stdout: host.stdout,
          style,
          workspace: session.workspace,
          approval: session.profile.approval,
          grantDays: chat.settings.grantDays ?? 30,
          signal: withdrawn,
        }),
      );
    } catch (error) {
      host.stdout.write(`! ${safeText(messageOf(error))}\n`);
    } finally {
      screen.release();
    }
  };
  const reply = (question: Question, said: Reply): void => {
    if (said.type === 'withdrawn') {
      host.stdout.write('  The question is no longer open: nothing was answered.\n');
      return;
    }
    if (said.type === 'end') chat.leaving = true;
    if (said.type === 'interrupt') isSecondPress(chat);
    if (said.type === 'answer') {
      session.answer(question.id, said.answer, origin);
      // The answer that counts is the last one, should the call be asked about again.
      if (said.bypass === true) bypassing.add(question.callId);
      else bypassing.delete(question.callId);
      return;
    }
    // A script that has no more lines is nobody: the turn goes on without an answer. A person who leaves ends it.
    const gone = said.type === 'end' && !input.interactive;
    if (said.type === 'expired' || gone) {
      const reason = gone ? 'The input ended.' : 'No answer came in time.';
      session.answer(question.id, { choice: 'deny', reason }, { ...origin, who: 'nobody' });
    } else session.cancel();
  };

  const bypass = (): void => {
    session.setMode('auto', origin).catch((error: unknown) => screen.line(`! ${safeText(messageOf(error))}`));
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
      if (event.type === 'call-settled' && bypassing.delete(event.body.callId)) bypass();
      if (event.type === 'turn-paused' || event.type === 'turn-ended') withdraw(() => true);
    },
    asked: () => asking,
    done: () => {
      withdraw(() => true);
      return asking;
    },
  };
}
