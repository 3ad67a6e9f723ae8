import type { Image, Message } from '../model/message.js';
import type { ReceivedMessage } from './event.js';

/**
 * A message of the person for the model. What happened outside the conversation goes ahead of it: some models want the
 * roles to alternate. A picture whose blob is lost is named, so that the model does not talk of what it cannot see.
 */
export function userMessage(
  { text, images: refs = [] }: ReceivedMessage,
  { note, known }: { readonly note: string; readonly known: ReadonlyMap<string, Image> },
): Message {
  const words = note === '' ? text : `${note}\n\n${text}`;
  if (refs.length === 0) return { role: 'user', text: words };
  const images = refs.flatMap(({ blob }) => known.get(blob) ?? []);
  const lost = refs.length - images.length;
  const said = lost === 0 ? words : `${words}\n[${lost} of the pictures of this message are no longer there]`;
  return { role: 'user', text: said, images };
}
