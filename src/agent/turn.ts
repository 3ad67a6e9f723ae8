import { isToolwrightError, messageOf } from '../base/error.js';
import { createId } from '../base/id.js';
import { plural } from '../base/text.js';
import type { ImageRef } from '../history/event.js';
import type { History } from '../history/history.js';
import { type Answer, collectAnswer, type ModelDelta, type Unanswered } from '../model/collect.js';
import type { Image } from '../model/message.js';
import type { Model, ModelFailure } from '../model/model.js';
import type { RunEnv } from '../run/env.js';
import { type Recorder, stored } from '../run/recorder.js';
import { type RunEnd, runCalls } from '../run/run-calls.js';
import { admitCalls } from './admit-calls.js';
import { answerOrCancel } from './answer-or-cancel.js';
import type { AgentDelta, AgentEvent, TurnEnd, TurnReason } from './event.js';
import { createMaskedDeltas, type MaskedDeltas, maskAnswer } from './masked-answer.js';
import { finishOpenCalls } from './open-calls.js';
import type { Profile } from './profile.js';

/** What a turn is run with: what calls need, and the model and conversation above them. */
export interface TurnEnv
  extends Omit<RunEnv, 'round' | 'limits' | 'order' | 'renderResult' | 'emit' | 'recorder' | 'masked'> {
  readonly recorder: Recorder;
  model(): Model;
  readonly history: History;
  /** The pictures of the conversation by their blobs. */
  readonly images: Map<string, Image>;
  /** Keeps a picture as it is, and answers its blob. */
  keepImage(content: Uint8Array): Promise<string>;
  readonly profile: Profile;
  emit(delta: AgentDelta): void;
}

interface Turn {
  readonly id: string;
  readonly run: RunEnv;
  rounds: number;
  calls: number;
  /** Rounds whose calls could all not be read. */
  rejections: number;
  text: string;
  readonly history: History;
  /** Denials of earlier turns. */
  readonly deniedBefore: number;
}

export interface TurnStart {
  readonly turnId: string;
  /** None when an interrupted turn goes on. */
  readonly message: UserMessage | undefined;
}

/** What a person sends. */
export interface UserMessage {
  readonly text: string;
  readonly images?: readonly Image[];
}

/**
 * One turn: a user message (none when an interrupted turn goes on) to its answer. Ends with a reason, whatever happens;
 * `store-failed` is the one end that could not be recorded.
 */
export async function runTurn({ turnId, message }: TurnStart, env: TurnEnv): Promise<TurnEnd> {
  const turn = createTurn(turnId, env);
  try {
    const end = maskEnd((await openTurn(turn, message, env)) ?? (await runRounds(turn, env)), env);
    record(env, { type: 'turn-ended', body: end });
    await stored(env.recorder);
    return end;
  } catch (error) {
    if (!isToolwrightError(error) || !error.code.startsWith('store-')) throw error;
    return maskEnd({ ...endOf(turn, 'store-failed'), message: messageOf(error) }, env);
  }
}

/** The text and the failure of an end are masked where they come from. */
function maskEnd(end: TurnEnd, { mask }: TurnEnv): TurnEnd {
  return end.message === undefined ? end : { ...end, message: mask.text(end.message).text };
}

/** Takes in the message and settles what an earlier turn left open. Answers an end when that already ends the turn. */
async function openTurn(turn: Turn, message: UserMessage | undefined, env: TurnEnv): Promise<TurnEnd | undefined> {
  env.lookAgain();
  record(env, {
    type: 'turn-started',
    body: { turnId: turn.id, ...(message === undefined && { resumed: true as const }) },
  });
  if (message !== undefined) {
    const images = await keepImages(message.images ?? [], env);
    // The model is not told what the person should not have to take back.
    const { text, count: masked } = env.mask.text(message.text);
    const more = { ...(images.length > 0 && { images }), ...(masked > 0 && { masked }) };
    record(env, { type: 'message-received', body: { messageId: createId('msg'), text, ...more } });
  }
  const halted = await finishOpenCalls(turn.run, env.history);
  const end = halted === undefined ? undefined : endAfterCalls(turn, halted, env);
  if (end !== undefined) return end;
  // A store that cannot be written to is found out before the model is asked for anything.
  await stored(env.recorder);
  return undefined;
}

async function runRounds(turn: Turn, env: TurnEnv): Promise<TurnEnd> {
  const { rounds } = env.profile.limits;
  while (turn.rounds < rounds) {
    turn.rounds += 1;
    const end = await runRound(turn, env);
    if (end !== undefined) return end;
  }
  const message = `Stopped after ${plural(rounds, 'round')}, the limit of a turn. Send a message to go on.`;
  return { ...endOf(turn, 'limit'), message };
}

type AnsweredBody = Extract<AgentEvent, { type: 'model-answered' }>['body'];

/** One model request and its calls. Answers nothing when there is to be another. */
async function runRound(turn: Turn, env: TurnEnv): Promise<TurnEnd | undefined> {
  const { run } = turn;
  const model = env.model();
  run.round = { offer: env.registry.offer(), callsBefore: turn.calls };
  const { definitions } = run.round.offer;
  const started = { turnId: turn.id, round: turn.rounds, model: model.name, tools: definitions.length };
  record(env, { type: 'round-started', body: started });
  // Written while the model answers; no call starts before it is.
  void env.recorder.flush();
  if (env.cancellation.cancelled) return endOf(turn, 'cancelled');

  const request = { messages: env.history.messages, tools: definitions, signal: env.cancellation.signal };
  let listening = true;
  let deltas: MaskedDeltas | undefined;
  const asked = collectAnswer(model, request, (delta) => {
    if (!listening) return;
    deltas ??= createMaskedDeltas(env.mask, (masked) => emitDelta(env, masked));
    deltas.push(delta);
  });
  const given = await answerOrCancel(asked, env.cancellation);
  listening = false;
  deltas?.end();
  if (given === undefined) return endOf(turn, 'cancelled');
  const answer = maskAnswer(given, env.mask);
  if (answer.failure !== undefined) return failed(turn, answer, env);

  const { text, reasoning, calls, stop, usage, carry } = answer;
  const body: { -readonly [Key in keyof AnsweredBody]: AnsweredBody[Key] } = {
    round: turn.rounds,
    text,
    calls: calls.length,
    stop,
  };
  if (reasoning !== '') body.reasoning = reasoning;
  if (usage !== undefined) body.usage = usage;
  if (carry !== undefined) body.carry = carry;
  record(env, { type: 'model-answered', body });
  if (text !== '') turn.text = text;
  if (calls.length === 0) return withoutCalls(turn, answer, env);

  const { admitted, problems } = admitCalls(calls, { round: turn.rounds, isTaken: env.history.hasCall });
  env.recorder.record([...problems, ...admitted.events]);
  recordProblems(turn, answer, env);
  const end = await runCalls(admitted.calls, run);
  turn.calls += calls.length;
  // With a store that fails nothing would run: end here rather than ask the model again and again.
  if (env.recorder.failing) await stored(env.recorder);
  return endAfterCalls(turn, end, env);
}

/** How often a turn goes on although the calls of a message could all not be read. */
const maxRejections = 3;

/** The end of a turn, unless calls were meant that could not be read: then the model is told and asked again. */
function withoutCalls(turn: Turn, answer: Answer, env: TurnEnv): TurnEnd | undefined {
  recordProblems(turn, answer, env);
  if (!answer.problems.some(({ rejected }) => rejected === true)) return answered(turn, answer);
  turn.rejections += 1;
  if (turn.rejections <= maxRejections) return undefined;
  const message = `The model wrote calls that cannot be read, ${turn.rejections} times in this turn. Ask in other words, or try another model; \`toolwright probe\` tells what a model can do.`;
  return modelFailed(turn, { kind: 'protocol', message });
}

/** Behind the calls that were admitted, so that what the model is told follows their results. */
function recordProblems(turn: Turn, { problems }: Answer, env: TurnEnv): void {
  for (const { code, message, rejected } of problems) {
    const body = { round: turn.rounds, code, message, ...(rejected === true && { rejected }) };
    record(env, { type: 'message-problem', body });
  }
}

/** Pictures are on disk before the event that names them. */
async function keepImages(images: readonly Image[], env: TurnEnv): Promise<readonly ImageRef[]> {
  const refs: ImageRef[] = [];
  for (const image of images) {
    const blob = await env.keepImage(Buffer.from(image.data, 'base64'));
    env.images.set(blob, image);
    refs.push({ mediaType: image.mediaType, blob });
  }
  return refs;
}

function answered(turn: Turn, { text, stop }: Answer): TurnEnd {
  const said = text.trim() !== '';
  if (stop === 'length') {
    const message = 'The answer stops at the output limit of the model: raise it, or ask for less.';
    return { ...endOf(turn, said ? 'limit' : 'empty'), message };
  }
  if (!said) return { ...endOf(turn, 'empty'), message: 'The model gave no answer. Ask again, or try another model.' };
  if (stop === 'refused') return { ...endOf(turn, 'answered'), message: 'The model, or a filter before it, declined.' };
  return endOf(turn, 'answered');
}

function failed(turn: Turn, { failure, text, reasoning }: Unanswered, env: TurnEnv): TurnEnd {
  if (text !== '' || reasoning !== '') {
    const body = { round: turn.rounds, text, calls: 0, stop: 'cut' as const, ...(reasoning !== '' && { reasoning }) };
    record(env, { type: 'model-answered', body });
    if (text !== '') turn.text = text;
  }
  if (env.cancellation.cancelled) return endOf(turn, 'cancelled');
  return modelFailed(turn, failure);
}

function modelFailed(turn: Turn, failure: ModelFailure): TurnEnd {
  return { ...endOf(turn, 'model-failed'), message: failure.message, failure };
}

function endAfterCalls(turn: Turn, end: RunEnd, env: TurnEnv): TurnEnd | undefined {
  if (end === 'settled') return undefined;
  if (end === 'parked') {
    const message = 'A question waits for a person. Go on with the session to be asked again.';
    return { ...endOf(turn, 'parked'), message };
  }
  if (end === 'aborted') {
    return {
      ...endOf(turn, 'aborted'),
      message: 'The turn was ended at a question, because nobody was there to answer it.',
    };
  }
  return env.cancellation.cancelled ? endOf(turn, 'cancelled') : undefined;
}

function endOf(turn: Turn, reason: TurnReason): TurnEnd {
  return {
    turnId: turn.id,
    reason,
    text: turn.text,
    rounds: turn.rounds,
    calls: turn.calls,
    deniedUnasked: turn.history.deniedUnasked - turn.deniedBefore,
  };
}

function emitDelta(env: TurnEnv, delta: ModelDelta): void {
  if (delta.type === 'text') env.emit({ type: 'text-delta', text: delta.text });
  if (delta.type === 'reasoning') env.emit({ type: 'reasoning-delta', text: delta.text });
  if (delta.type === 'text-was-reasoning') env.emit({ type: 'text-was-reasoning' });
  if (delta.type === 'retry') {
    const { attempt, waitMs, failure } = delta.retry;
    env.emit({ type: 'model-retry', attempt, waitMs, failure });
  }
}

function createTurn(id: string, env: TurnEnv): Turn {
  const { profile, registry } = env;
  return {
    id,
    run: {
      ...env,
      round: { offer: registry.offer(), callsBefore: 0 },
      masked: new Map(),
      profileName: profile.name,
      limits: profile.limits,
      order: profile.order,
      renderResult: profile.renderResult,
    },
    rounds: 0,
    calls: 0,
    rejections: 0,
    text: '',
    history: env.history,
    deniedBefore: env.history.deniedUnasked,
  };
}

function record(env: TurnEnv, event: AgentEvent): void {
  env.recorder.record([event]);
}
