import { isToolwrightError, messageOf } from '../base/error.js';
import { createId } from '../base/id.js';
import { plural } from '../base/text.js';
import type { ImageRef } from '../history/event.js';
import type { Image } from '../model/message.js';
import { stored } from '../run/recorder.js';
import type { TurnEnd } from './event.js';
import { finishOpenCalls } from './open-calls.js';
import { runRound } from './round.js';
import type { TurnEnv } from './turn-env.js';
import { createTurn, endAfterCalls, endOf, record, type Turn } from './turn-state.js';

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
