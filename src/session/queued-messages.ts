import type { QueuedMessage } from '../agent/event.js';
import { receiveMessage, type UserMessage } from '../agent/user-message.js';
import { defined } from '../base/defined.js';
import { ToolwrightError } from '../base/error.js';
import type { AnswerOrigin } from '../run/question.js';
import { stored } from '../run/recorder.js';
import type { SessionEventBody } from './event.js';
import type { SessionCore } from './session-core.js';
import { turnOf } from './session-state.js';
import { assertWritable } from './usable.js';

/** Has a message wait for the next request of the turn that runs, or for its end. */
export function queueMessage(
  core: SessionCore,
  message: UserMessage,
  turn?: QueuedMessage['turn'],
): Promise<QueuedMessage> {
  assertWritable(core);
  if (turnOf(core.state) === undefined)
    throw new ToolwrightError('session-idle', 'No turn is running: send the message instead.');
  return inOrder(core, async () => {
    const body = { ...(await receive(core, message)), ...defined({ turn }) };
    return { value: body, event: { type: 'message-queued', body } };
  });
}

export interface QueueEdit extends Partial<UserMessage> {
  /** `now`: for the next request; `next`: after this turn. */
  readonly when?: 'now' | 'next';
}

/** Changes a message that waits. Throws `message-unknown` for one that was taken in, or taken back. */
export function editQueued(
  core: SessionCore,
  messageId: string,
  { text, images, when, origin }: QueueEdit & { readonly origin: AnswerOrigin },
): Promise<QueuedMessage> {
  assertWritable(core);
  return inOrder(core, async () => {
    const was = messageOf(core, findWaiting(core, messageId));
    const { messageId: _, ...message } = await receive(core, {
      text: text ?? was.text,
      images: images ?? was.images ?? [],
    });
    // It may have been taken in while its pictures were kept.
    const { turn: before } = findWaiting(core, messageId);
    const turn = when === undefined ? before : when === 'next' ? when : undefined;
    const body = { messageId, ...message, ...defined({ turn }), origin };
    return { value: body, event: { type: 'message-edited', body } };
  });
}

/** Takes a message back that waits: answers what it said. */
export function withdrawQueued(core: SessionCore, messageId: string, origin: AnswerOrigin): Promise<UserMessage> {
  assertWritable(core);
  return inOrder(core, async () => {
    const value = messageOf(core, findWaiting(core, messageId));
    return { value, event: { type: 'message-withdrawn', body: { messageId, origin } } };
  });
}

/** One after another, so that a picture that has to be kept first does not change the order. */
async function inOrder<T>(
  { state, stream }: SessionCore,
  work: () => Promise<{ readonly value: T; readonly event: SessionEventBody }>,
): Promise<T> {
  const done = state.steering.then(async () => {
    const { value, event } = await work();
    stream.used = true;
    stream.record(event);
    return value;
  });
  state.steering = done.then(ignore, ignore);
  const value = await done;
  await stored(stream.recorder);
  return value;
}

function receive({ env }: SessionCore, message: UserMessage): Promise<QueuedMessage> {
  env.secrets.refreshSecrets();
  return receiveMessage(message, env);
}

function findWaiting({ env }: SessionCore, messageId: string): QueuedMessage {
  const found = env.conversation.queue.waiting.find((one) => one.messageId === messageId);
  if (found !== undefined) return found;
  throw new ToolwrightError(
    'message-unknown',
    `No message ${messageId} waits: the model has it already, or it was taken back.`,
  );
}

/** As it was sent, but for secrets. */
export function messageOf({ env }: SessionCore, { text, images = [] }: QueuedMessage): UserMessage {
  const known = images.flatMap(({ blob }) => env.conversation.images.get(blob) ?? []);
  return { text, ...(known.length > 0 && { images: known }) };
}

const ignore = (): void => {};
