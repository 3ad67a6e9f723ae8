import type { Image, Message } from '../model/message.js';
import type { ImageRef } from '../tool/tool.js';
import type { ReceivedMessage } from './event.js';

/**
 * A message of the person for the model. What happened outside the conversation goes ahead of it: some models want the
 * roles to alternate.
 */
export function userMessage(
  { text, images: refs = [] }: ReceivedMessage,
  { note, known }: { readonly note: string; readonly known: ReadonlyMap<string, Image> },
): Message {
  const words = note === '' ? text : `${note}\n\n${text}`;
  return refs.length === 0 ? { role: 'user', text: words } : { role: 'user', ...pictured(words, refs, known) };
}

/** Words with their pictures. One whose blob is lost is named, so that the model does not talk of what it cannot see. */
export function pictured(
  text: string,
  refs: readonly ImageRef[],
  known: ReadonlyMap<string, Image>,
): { readonly text: string; readonly images: readonly Image[] } {
  const images = refs.flatMap(({ blob }) => known.get(blob) ?? []);
  const lost = refs.length - images.length;
  return { text: lost === 0 ? text : `${text}\n[${lost} of the pictures of this message are no longer there]`, images };
}
