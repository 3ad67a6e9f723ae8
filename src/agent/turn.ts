import { defined } from '../base/defined.js';
import { isToolwrightError, messageOf } from '../base/error.js';
import { maskValue } from '../policy/secret/mask-value.js';
import { stored } from '../run/recorder.js';
import { askInTurn } from './ask-in-turn.js';
import { beforeRound } from './before-round.js';
import { compactAfterRefusal, compactIfFull } from './compact-if-full.js';
import type { TurnEnd } from './event.js';
import { finishOpenCalls } from './open-calls.js';
import { type Called, runCalledRound, runRound } from './round.js';
import { endInTime, stopInTime } from './time-limit.js';
import type { TurnEnv } from './turn-env.js';
import { createTurn, endAfterCalls, endOf, endOfStop, record, type Turn } from './turn-state.js';
import { receiveMessage, type UserMessage } from './user-message.js';

export interface TurnStart {
  readonly turnId: string;
  /** None when an interrupted turn goes on. */
  readonly message: UserMessage | undefined;
  /** The calls of the turn, where a program makes them: it ends with their results. */
  readonly called?: Called | undefined;
}

/**
 * One turn: a user message (none when an interrupted turn goes on) to its answer. Ends with a reason, whatever happens;
 * `store-failed` is the one end that could not be recorded.
 */
export async function runTurn(start: TurnStart, env: TurnEnv): Promise<TurnEnd> {
  const { turnId, called } = start;
  const turn = createTurn(turnId, env);
  const forgetTime = stopInTime(turn, env);
  const forgetPause = env.cancellation.onStop(() => recordPause(turnId, env));
  try {
    const opened = await openTurn(turn, start, env);
    const last = opened ?? (await (called === undefined ? runRounds(turn, env) : runCalled(turn, called, env)));
    const end = maskEnd(endInTime(last, turn, env), env);
    forgetPause();
    record(env, { type: 'turn-ended', body: end });
    await stored(env.recorder);
    return end;
  } catch (error) {
    if (!isToolwrightError(error) || !error.code.startsWith('store-')) throw error;
    return maskEnd({ ...endOf(turn, 'store-failed'), message: messageOf(error) }, env);
  } finally {
    forgetTime();
  }
}

/** At once, however long the calls that run still take. */
function recordPause(turnId: string, env: TurnEnv): void {
  const { paused, pausedBy: origin } = env.cancellation;
  if (!paused || origin === undefined) return;
  record(env, { type: 'turn-paused', body: { turnId, origin } });
  void env.recorder.flush();
}

/** The text and the failure of an end are masked where they come from. */
function maskEnd(end: TurnEnd, { mask }: TurnEnv): TurnEnd {
  return end.message === undefined ? end : { ...end, message: mask.text(end.message).text };
}

/**
 * Settles what an earlier turn left open and takes in the message, behind those that wait. Answers an end when that already
 * ends the turn.
 */
async function openTurn(turn: Turn, { message, called }: TurnStart, env: TurnEnv): Promise<TurnEnd | undefined> {
  env.lookAgain();
  const caller = called && maskValue(called.caller, env.mask).value;
  record(env, {
    type: 'turn-started',
    body: {
      turnId: turn.id,
      ...(message === undefined && { resumed: true as const }),
      ...defined({ caller }),
    },
  });
  if (message !== undefined) {
    const body = await receiveMessage(message, env);
    const waits = env.history.openCalls.length > 0 || env.queue.waiting.length > 0;
    record(env, { type: waits ? 'message-queued' : 'message-received', body });
  }
  const halted = await finishOpenCalls(turn.run, env.history, env.profile.recovery);
  const end = halted === undefined ? undefined : endAfterCalls(turn, halted, env);
  if (end !== undefined) return end;
  takeMessages(env);
  if (message === undefined) askToGoOn(env);
  // A store that cannot be written to is found out before the model is asked for anything.
  await stored(env.recorder);
  return undefined;
}

/** The one round of a turn whose calls a program makes. What it is answered is their results: no words follow. */
async function runCalled(turn: Turn, called: Called, env: TurnEnv): Promise<TurnEnd> {
  if (env.cancellation.stop !== undefined) return endOfStop(turn, env.cancellation.stop);
  turn.rounds += 1;
  return (await runCalledRound(turn, called, env)) ?? endOf(turn, 'answered');
}

async function runRounds(turn: Turn, env: TurnEnv): Promise<TurnEnd> {
  for (;;) {
    if (env.cancellation.stop !== undefined) return endOfStop(turn, env.cancellation.stop);
    const limited = beforeRound(turn, env);
    const stopped = limited instanceof Promise ? await limited : limited;
    if (stopped !== undefined) return stopped;
    takeMessages(env);
    const room = compactIfFull(turn, env);
    const halted = room === undefined ? undefined : await room;
    if (halted !== undefined) return halted;
    if (env.beforeRound !== undefined) await env.beforeRound({ ask: (question) => askInTurn(question, turn, env) });
    if (env.cancellation.stop !== undefined) continue;
    turn.rounds += 1;
    const end = await runRound(turn, env);
    if (end?.failure !== undefined && (await compactAfterRefusal(end, turn, env))) continue;
    if (end !== undefined && !goesOn(end, env)) return end;
  }
}

/** What came meanwhile, in order. Here no call is without its result. */
function takeMessages({ queue, recorder }: TurnEnv): void {
  for (const body of [...queue.waiting]) recorder.record([{ type: 'message-received', body }]);
}

/** An answer is not the end when the person has said more since. */
function goesOn({ reason }: TurnEnd, { queue }: TurnEnv): boolean {
  return queue.waiting.length > 0 && (reason === 'answered' || reason === 'empty');
}

/** A request must not end with words of the model itself: some servers refuse it, others take it for a form to fill in. */
function askToGoOn(env: TurnEnv): void {
  if (env.history.messages.at(-1)?.role !== 'assistant') return;
  const message = 'Your answer was interrupted here. Go on where it stops.';
  record(env, { type: 'message-problem', body: { round: 0, code: 'answer-cut', message, rejected: true } });
}
