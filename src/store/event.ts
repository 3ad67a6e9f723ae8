import { messageOf, ToolwrightError } from '../base/error.js';
import type { NewEvent, RecordedDeletion } from './store.js';

/** The version of the stored form of an event. A store that holds a newer one is refused, never guessed at. */
export const eventVersion = 1;

/** Printable ASCII: the same bytes in every engine, in the chain and in exports. */
const nameForm = /^[\x21-\x7e]{1,200}$/;

/** Throws `bad-option` for what no store may accept: a caller's defect, found before anything is written. */
export function checkAppend(stream: string, events: readonly NewEvent[]): void {
  checkStream(stream);
  for (const { type, body } of events) {
    if (!knownTypes.has(type)) checkType(type);
    if (body === undefined) throw badEvent(type, 'it has no body; use null for an empty one');
  }
}

/** The same for what is recorded when a stream is removed. */
export function checkKept(removed: string, { stream, events }: RecordedDeletion): void {
  checkAppend(stream, events);
  if (stream !== removed) return;
  throw new ToolwrightError('bad-option', `the removal of ${stream} cannot be recorded in ${stream} itself`);
}

/** Types seen before: there are few, and each comes thousands of times. */
const knownTypes = new Set<string>();

export function checkType(type: string): void {
  if (!nameForm.test(type)) throw badEvent(type, 'its type must be 1 to 200 printable ASCII characters without spaces');
  if (knownTypes.size < 1000) knownTypes.add(type);
}

export function checkStream(stream: string): void {
  if (nameForm.test(stream)) return;
  throw new ToolwrightError(
    'bad-option',
    `${JSON.stringify(stream)} cannot name a stream: use 1 to 200 printable ASCII characters without spaces`,
  );
}

/** The one text of a body: what is stored and what is hashed. It never holds a line break or a lone surrogate. */
export function bodyTextOf({ type, body }: NewEvent): string {
  try {
    const text: unknown = JSON.stringify(body);
    if (typeof text === 'string') return text;
  } catch (thrown) {
    throw badEvent(type, `its body is not JSON: ${messageOf(thrown)}`);
  }
  throw badEvent(type, `its body is not JSON but a ${typeof body}`);
}

function badEvent(type: string, why: string): ToolwrightError {
  return new ToolwrightError('bad-option', `the event ${JSON.stringify(type)} cannot be stored: ${why}`);
}
