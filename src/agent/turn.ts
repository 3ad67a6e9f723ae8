import { defined } from '../base/defined.js';
import { isToolwrightError, messageOf } from '../base/error.js';
import { maskValue } from '../policy/secret/mask-value.js';
import { stored } from '../run/recorder.js';
import { answerInTurn } from './ask-in-turn.js';
import { beforeRound, limitEnd } from './before-round.js';
import { compactAfterRefusal, compactIfFull } from './compact-if-full.js';
import type { TurnEnd } from './event.js';
import { isSteering } from './message-queue.js';
import { finishOpenCalls } from './open-calls.js';
import { type Called, runCalledRound, runRound } from './round.js';
import type { TurnEnv } from './turn-env.js';
import { createTurn, endAfterCalls, endOf, endOfStop, record, type Turn } from './turn-state.js';
import { receiveMessage, type UserMessage } from './user-message.js';

export interface TurnStart {
  readonly turnId: string;
  /** None when an interrupted turn is resumed, and when the model is not to read of the calls; `queued`: the first that waits for a turn of its own. */
  readonly message: UserMessage | 'queued' | undefined;
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
function maskEnd(end: TurnEnd, { secrets: { mask } }: TurnEnv): TurnEnd {
  return end.message === undefined ? end : { ...end, message: mask.text(end.message).text };
}

/**
 * Settles what an earlier turn left open and takes in the message, behind those that wait. Answers an end when that already
 * ends the turn.
 */
async function openTurn(turn: Turn, { message, called }: TurnStart, env: TurnEnv): Promise<TurnEnd | undefined> {
  env.secrets.refreshSecrets();
  const caller = called && maskValue(called.caller, env.secrets.mask).value;
  const resumes = message === undefined && called === undefined;
  const aside = message === undefined && called !== undefined;
  record(env, {
    type: 'turn-started',
    body: {
      turnId: turn.id,
      ...(resumes && { resumed: true as const }),
      ...defined({ caller }),
      ...(aside && { aside: true as const }),
    },
  });
  if (!aside) env.prefix?.note();
  if (typeof message === 'object') {
    const body = await receiveMessage(message, env);
    const waits = env.conversation.history.openCalls.length > 0 || env.conversation.queue.waiting.length > 0;
    record(env, { type: waits ? 'message-queued' : 'message-received', body });
  }
  const halted = await finishOpenCalls(turn.run, env.conversation.history, env.profile.recovery);
  const end = halted === undefined ? undefined : endAfterCalls(turn, halted, env);
  if (end !== undefined) return end;
  if (!aside) takeMessages(env, message === undefined ? 'steering' : message === 'queued' ? 'next' : 'all');
  if (resumes) askToGoOn(env);
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
    if (env.beforeRound !== undefined) await env.beforeRound({ ask: (question) => answerInTurn(question, turn, env) });
    if (env.cancellation.stop !== undefined) continue;
    await env.prefix?.prepare();
    turn.rounds += 1;
    const end = await runRound(turn, env);
    if (end?.failure !== undefined && (await compactAfterRefusal(end, turn, env))) continue;
    if (end !== undefined && !goesOn(end, env)) return end;
  }
}

/** What came meanwhile, in order: `next` is the first that waits for a turn of its own, too. Here no call is without its result. */
function takeMessages(
  { conversation: { queue }, recorder }: TurnEnv,
  which: 'steering' | 'next' | 'all' = 'steering',
): void {
  if (queue.waiting.length === 0) return;
  const next = which === 'next' ? queue.waiting.find((one) => !isSteering(one)) : undefined;
  const due = queue.waiting.filter((one) => which === 'all' || one === next || isSteering(one));
  for (const { turn: _, ...body } of due) recorder.record([{ type: 'message-received', body }]);
}

/** An answer is not the end when the person has said more since. */
function goesOn({ reason }: TurnEnd, { conversation: { queue } }: TurnEnv): boolean {
  return queue.waiting.some(isSteering) && (reason === 'answered' || reason === 'empty');
}

/** A request must not end with words of the model itself: some servers refuse it, others take it for a form to fill in. */
function askToGoOn(env: TurnEnv): void {
  if (env.conversation.history.messages.at(-1)?.role !== 'assistant') return;
  const message = 'Your answer was interrupted here. Go on where it stops.';
  record(env, { type: 'message-problem', body: { round: 0, code: 'answer-cut', message, rejected: true } });
}

/** Longer timers would fire at once, and shorter ones only burn while a question waits. */
const maxTimerMs = 2 ** 31 - 1;
const minTimerMs = 20;

/**
 * Ends what runs when the time of a turn is over; answers how to forget that. Where a person is asked, that is between
 * rounds, and nothing is cut off.
 */
function stopInTime({ clock }: Turn, { profile, cancellation }: TurnEnv): () => void {
  const { turnMs, atLimit } = profile.limits;
  if (turnMs === undefined || atLimit === 'ask') return () => {};
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const left = turnMs - clock.elapsed();
    if (left <= 0) cancellation.cancel();
    else timer = setTimeout(look, Math.min(Math.max(left, minTimerMs), maxTimerMs));
  };
  look();
  return () => clearTimeout(timer);
}

/** A turn whose time was over did not end because somebody cancelled it. */
function endInTime(end: TurnEnd, turn: Turn, env: TurnEnv): TurnEnd {
  const reached = end.reason === 'cancelled' ? turn.budget.exhausted() : undefined;
  return reached?.limit === 'turn-time' && env.profile.limits.atLimit !== 'ask' ? limitEnd(turn, reached, env) : end;
}
