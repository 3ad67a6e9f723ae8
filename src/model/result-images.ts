import type { Image, Message } from './message.js';
import { remembered } from './provider/wire.js';

type Result = Extract<Message, { role: 'tool' }>;
type Pictured = Result & { readonly images: readonly Image[] };

/** Whether a message is a result with pictures. */
export const hasResultImages = (message: Message): message is Pictured =>
  message.role === 'tool' && message.images !== undefined && message.images.length > 0;

/** For APIs whose results are text: the pictures of results follow those of the round, as messages of the user. */
export function imagesBehindResults(messages: readonly Message[]): readonly Message[] {
  if (!messages.some(hasResultImages)) return messages;
  const all: Message[] = [];
  let waiting: Message[] = [];
  for (const message of messages) {
    if (message.role !== 'tool') {
      all.push(...waiting);
      waiting = [];
    }
    all.push(message);
    if (hasResultImages(message)) waiting.push(shown(message));
  }
  return [...all, ...waiting];
}

/** Providers know a message by its identity: the same result makes the same one. */
const shown = remembered(({ name, callId, images }: Pictured): Message => {
  const what = images.length === 1 ? 'The picture' : 'Pictures';
  return { role: 'user', text: `[${what} of the result of ${name}, call ${callId}]`, images };
});

/** For models that do not see: each result says that there is a picture. */
export const withoutResultImages = (messages: readonly Message[]): readonly Message[] =>
  messages.some(hasResultImages) ? messages.map((one) => (hasResultImages(one) ? blind(one) : one)) : messages;

const blind = remembered(
  ({ images: _images, ...message }: Pictured): Message => ({
    ...message,
    text: `${message.text}\n[The picture was left out: you cannot see pictures.]`,
  }),
);
