import type { UserMessage } from '../agent/user-message.js';
import { ToolwrightError } from '../base/error.js';
import type { Image } from '../model/message.js';
import type { Store } from '../store/store.js';
import type { BlobPort } from '../tool/port.js';
import type { ImageRef } from '../tool/tool.js';
import type { SessionRecord } from './event.js';

/** What the providers' models read. */
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** The most bytes one picture may have. */
export const maxImageBytes = 20 * 1024 * 1024;
/** The same in base64. */
const maxImageLength = Math.ceil(maxImageBytes / 3) * 4;
export const maxImages = 20;

/** The message in its full form. Throws `bad-option` for a picture no provider would read. */
export function checkMessage(message: string | UserMessage): UserMessage {
  if (typeof message === 'string') return { text: message };
  const { images = [] } = message;
  if (images.length > maxImages) throw bad(`A message has at most ${maxImages} pictures: send them in several.`);
  for (const { mediaType, data } of images) {
    if (!imageTypes.some((type) => type === mediaType)) {
      throw bad(`A picture of type ${JSON.stringify(mediaType)} cannot be sent: use ${imageTypes.join(', ')}.`);
    }
    if (data.length > maxImageLength) throw bad('A picture is over 20 MB: make it smaller.');
    if (data === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(data))
      throw bad('The data of a picture must be its bytes in base64.');
  }
  return message;
}

/** The pictures of a session that is gone on with, by their blobs; one that is lost is left out. */
export async function readImages(past: readonly SessionRecord[], store: Store): Promise<Map<string, Image>> {
  const images = new Map<string, Image>();
  for (const event of past) {
    const { type, body } = event;
    const shows = type === 'message-received' || type === 'message-queued' || type === 'message-edited';
    if (!shows && type !== 'call-settled') continue;
    for (const image of body.images ?? []) await loadImage(image, images, store.blobs);
  }
  return images;
}

/** Puts a picture among those that are there; answers whether it is. */
export async function loadImage(
  { blob, mediaType }: ImageRef,
  images: Map<string, Image>,
  blobs: Pick<BlobPort, 'read'>,
): Promise<boolean> {
  if (images.has(blob)) return true;
  const bytes = await blobs.read(blob);
  if (bytes !== undefined) images.set(blob, { mediaType, data: Buffer.from(bytes).toString('base64') });
  return bytes !== undefined;
}

const bad = (message: string): ToolwrightError => new ToolwrightError('bad-option', message);
