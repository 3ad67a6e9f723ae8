import type { Answer } from '../../run/question.js';
import type { Session } from '../../session/session.js';
import { createStateView, type StateView, type TickResult } from './state-view.js';

/** What the user answers to a permission prompt. */
export type PermissionResponse = 'allow_once' | 'session' | 'remember' | 'deny';

/**
 * LocalHarness' tool executor, as a view of a session whose order is `ticked`: the session decides, records and runs; the
 * executor tells its host what to do next. `tick` never waits for anything.
 */
export interface ToolExecutor extends Pick<StateView, 'state' | 'call' | 'calls' | 'hasPendingWork' | 'tick'> {
  /** For the prompt that was shown; the next tick hands it over. What cannot be made lasting counts once. */
  setPermissionResponse(response: PermissionResponse): void;
  /** What the host does when a tick says `render_requested`: the current call is run. Nothing runs without it. */
  executeCurrentTool(): void;
  /** The session is told no more of. */
  detach(): void;
}

export type ExecutorHost = Pick<Session, 'answer' | 'questions' | 'tick' | 'on'>;

export function createToolExecutor(session: ExecutorHost): ToolExecutor {
  const view = createStateView({
    answer: (id, answer, origin) => session.answer(id, answer, origin),
    get questions() {
      return session.questions;
    },
    tick: () => false,
  });
  const detach = session.on(view.take);
  /** The call that the host wants run: it may not have come to where calls wait. */
  let wanted: string | undefined;

  const release = (): void => {
    const { call } = view;
    if (call?.callId !== wanted || call?.stage !== 'executing') wanted = undefined;
    else if (session.tick()) wanted = undefined;
  };

  return {
    get state() {
      return view.state;
    },
    get call() {
      return view.call;
    },
    get calls() {
      return view.calls;
    },
    hasPendingWork: view.hasPendingWork,
    setPermissionResponse: (response) => view.setPermissionResponse(answerOf(response, view)),
    executeCurrentTool() {
      if (view.call?.stage !== 'executing') return;
      wanted = view.call.callId;
      release();
    },
    tick(): TickResult {
      if (wanted !== undefined) release();
      return view.tick();
    },
    detach,
  };
}

const denial = 'User denied permission.';

function answerOf(response: PermissionResponse, { call }: Pick<StateView, 'call'>): Answer {
  if (response === 'deny') return { choice: 'deny', reason: denial };
  const question = call?.question;
  const offer = question?.kind === 'approval' ? question.offers[0] : undefined;
  if (response === 'allow_once' || offer === undefined) return { choice: 'once' };
  return { choice: response === 'session' ? 'session' : 'always', rules: offer.rules };
}
