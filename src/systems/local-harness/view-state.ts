import type { Answer, Question } from '../../run/question.js';
import type { SessionEvent } from '../../session/event.js';

/** Where the calls of a message are, in the words of LocalHarness. */
export type ExecutorState = 'idle' | 'evaluating_policy' | 'awaiting_permission' | 'executing' | 'completed';

/** A call of the message that is worked on. */
export interface ViewedCall {
  readonly callId: string;
  readonly name: string;
  /** As the model wrote them. */
  readonly arguments: string;
  readonly stage: Exclude<ExecutorState, 'idle' | 'completed'> | 'settled';
  /** What a person is asked about it. */
  readonly question?: Question;
}

export type IterationEnd = 'iteration_complete' | 'iteration_limit_reached';

export interface ViewState {
  /** The calls of the message, in their order, until all of them are settled and that was told. */
  readonly calls: readonly ViewedCall[];
  /** The round of the turn. */
  readonly iteration: number;
  /** How the last message with calls ended, from when that is known until it was told. */
  readonly end: IterationEnd | undefined;
}

export const emptyView: ViewState = { calls: [], iteration: 0, end: undefined };

/** The first call that is not settled: calls are looked at one at a time, also when several run. */
export const currentCall = ({ calls }: ViewState): ViewedCall | undefined =>
  calls.find(({ stage }) => stage !== 'settled');

export function executorState(view: ViewState): ExecutorState {
  if (view.calls.length === 0) return 'idle';
  const stage = currentCall(view)?.stage;
  return stage === undefined || stage === 'settled' ? 'completed' : stage;
}

/** The view after an event. Pure; what says nothing about calls leaves it as it is. */
export function takeEvent(view: ViewState, event: SessionEvent): ViewState {
  switch (event.type) {
    case 'round-started':
      return { ...endedWith(view, 'iteration_complete'), iteration: event.body.round };
    case 'turn-started':
      return endedWith(view, 'iteration_complete');
    case 'turn-ended':
      return endedWith(view, event.body.reason === 'limit' ? 'iteration_limit_reached' : 'iteration_complete');
    case 'model-answered':
      // No request goes out while a call is open: an answer with calls begins the next list of them.
      return isCompleted(view) && event.body.calls > 0
        ? { ...endedWith(view, 'iteration_complete'), calls: [] }
        : endedWith(view, 'iteration_complete');
    case 'call-admitted': {
      if (isCompleted(view) || view.calls.some(({ callId }) => callId === event.body.callId)) return view;
      const { callId, name, arguments: text } = event.body;
      return { ...view, calls: [...view.calls, { callId, name, arguments: text, stage: 'evaluating_policy' }] };
    }
    case 'history-repaired': {
      const open = new Set(event.body.calls.map(({ callId }) => callId));
      return { ...view, calls: view.calls.map((call) => (open.has(call.callId) ? moved(call, beginning) : call)) };
    }
    case 'call-planned':
    case 'call-refused':
    case 'call-stopped':
      return withCall(view, event.body.callId, beginning);
    case 'call-decided':
      return withCall(view, event.body.callId, passes.has(event.body.verdict) ? running : beginning);
    case 'approval-requested':
      return withCall(view, event.body.callId, { stage: 'awaiting_permission', question: event.body });
    case 'approval-answered':
      return withCall(view, event.body.callId, (call) =>
        event.body.child === undefined ? afterAnswer(call, event.body.answer) : running,
      );
    case 'call-started':
      return withCall(view, event.body.callId, running);
    case 'call-settled':
      return withCall(view, event.body.callId, { stage: 'settled' });
    default:
      return view;
  }
}

type Place = Pick<ViewedCall, 'stage' | 'question'>;

const beginning: Place = { stage: 'evaluating_policy' };
const running: Place = { stage: 'executing' };
const passes: ReadonlySet<string> = new Set(['allow', 'notify']);

const isCompleted = (view: ViewState): boolean => executorState(view) === 'completed';

/** How it goes on tells how the message ended: the limit is the turn's, not the view's. */
function endedWith(view: ViewState, end: IterationEnd): ViewState {
  return isCompleted(view) && view.end === undefined ? { ...view, end } : view;
}

function withCall(view: ViewState, callId: string, to: Place | ((call: ViewedCall) => Place)): ViewState {
  const at = view.calls.findIndex((call) => call.callId === callId);
  const call = view.calls[at];
  if (call === undefined || call.stage === 'settled') return view;
  return { ...view, calls: view.calls.with(at, moved(call, typeof to === 'function' ? to(call) : to)) };
}

/** Its question goes with the place it was asked in. */
function moved(call: ViewedCall, to: Place): ViewedCall {
  const { callId, name, arguments: text } = call;
  return call.stage === 'settled' ? call : { callId, name, arguments: text, ...to };
}

/** A tool that asked something itself goes on, whatever was answered. */
function afterAnswer({ question }: ViewedCall, { choice }: Answer): Place {
  if (question?.kind === 'input') return running;
  return choice === 'deny' || choice === 'text' ? beginning : running;
}
