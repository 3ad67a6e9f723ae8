import type { Answer } from '../../run/question.js';
import type { SessionEvent } from '../../session/event.js';
import type { Session } from '../../session/session.js';
import {
  currentCall,
  type ExecutorState,
  emptyView,
  executorState,
  type IterationEnd,
  takeEvent,
  type ViewedCall,
} from './view-state.js';

/** What the host is to do now, in the words of LocalHarness. */
export type TickResult = 'no_action' | 'show_permission_prompt' | 'render_requested' | IterationEnd;

/**
 * The calls of a session as the executor of LocalHarness shows them. It is a view of the events: it decides nothing, runs
 * nothing and draws nothing.
 */
export interface StateView {
  readonly state: ExecutorState;
  /** The call that `state` is about. */
  readonly call: ViewedCall | undefined;
  /** The calls of the message that is worked on, those that are over too. */
  readonly calls: readonly ViewedCall[];
  /** The round of the turn. */
  readonly iteration: number;
  /** Takes the next event, as it is told or as it was stored. */
  readonly take: (event: SessionEvent) => void;
  /** Whether a tick could have something to tell, now or later. */
  hasPendingWork(): boolean;
  /** The answer to the question of the current call; the next tick hands it over. Without a question it is for nothing. */
  setPermissionResponse(answer: Answer): void;
  /** Answers at once, each thing to do once. In the order `ticked` it also lets the current call start. */
  tick(): TickResult;
}

/** What a view acts on: an open session. */
export type StateHost = Pick<Session, 'answer' | 'questions' | 'tick'>;

/** For stored events nobody has to be there. */
const nobody: StateHost = { answer: () => {}, questions: [], tick: () => false };

/** `const view = createStateView(session); session.on(view.take)`; without a session, a view of stored events. */
export function createStateView(host: StateHost = nobody): StateView {
  let view = emptyView;
  /** Bound to its question: an answer never counts for another. */
  let response: { readonly questionId: string; readonly answer: Answer } | undefined;
  /** What was told of the current call: a question by its id, a run by the call's. */
  let told: string | undefined;

  const atQuestion = ({ question }: ViewedCall): TickResult => {
    const id = question?.id;
    const given = response;
    response = undefined;
    if (given !== undefined && given.questionId === id && host.questions.some((open) => open.id === id)) {
      host.answer(given.questionId, given.answer);
      return 'no_action';
    }
    if (id === told) return 'no_action';
    told = id;
    return 'show_permission_prompt';
  };
  const atRun = ({ callId }: ViewedCall): TickResult => {
    const released = host.tick();
    if (told === callId && !released) return 'no_action';
    told = callId;
    return 'render_requested';
  };

  return {
    get state() {
      return executorState(view);
    },
    get call() {
      return currentCall(view);
    },
    get calls() {
      return view.calls;
    },
    get iteration() {
      return view.iteration;
    },
    take(event) {
      view = takeEvent(view, event);
    },
    hasPendingWork: () => view.calls.length > 0 || view.end !== undefined,
    setPermissionResponse(answer) {
      const questionId = currentCall(view)?.question?.id;
      response = questionId === undefined ? undefined : { questionId, answer };
    },
    tick() {
      const { end } = view;
      if (end !== undefined) {
        view = { ...view, end: undefined, calls: executorState(view) === 'completed' ? [] : view.calls };
        return end;
      }
      const call = currentCall(view);
      if (call?.stage === 'awaiting_permission') return atQuestion(call);
      if (call?.stage === 'executing') return atRun(call);
      return 'no_action';
    },
  };
}
