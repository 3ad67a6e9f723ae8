import { createId } from '../base/id.js';
import type { ReceivedMessage } from '../history/event.js';
import type { Image } from '../model/message.js';
import type { ImageRef } from '../tool/tool.js';
import type { TurnEnv } from './turn-env.js';

/** What a person sends. */
export interface UserMessage {
  readonly text: string;
  readonly images?: readonly Image[];
}

type Receiving = Pick<TurnEnv, 'secrets' | 'conversation'>;

/** A message as it is recorded: with an id of its own, its secrets masked, its pictures kept. */
export async function receiveMessage(message: UserMessage, env: Receiving): Promise<ReceivedMessage> {
  const images = await keepImages(message.images ?? [], env);
  // The model is not told what the person should not have to take back.
  const { text, count: masked } = env.secrets.mask.text(message.text);
  return { messageId: createId('msg'), text, ...(images.length > 0 && { images }), ...(masked > 0 && { masked }) };
}

/** Pictures are on disk before the event that names them. */
async function keepImages(images: readonly Image[], env: Receiving): Promise<readonly ImageRef[]> {
  const refs: ImageRef[] = [];
  for (const image of images) {
    const blob = await env.conversation.keepImage(Buffer.from(image.data, 'base64'));
    env.conversation.images.set(blob, image);
    refs.push({ mediaType: image.mediaType, blob });
  }
  return refs;
}
