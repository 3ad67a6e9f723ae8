import type { SessionDeleted } from '../../config/event.js';
import type { Store } from '../../store/store.js';

/** What was found of one stream. */
export interface StreamProof {
  readonly stream: string;
  /** How many events are whole, from the first on. */
  readonly events: number;
  /** The hash of the last event; of all of it that is whole, when it is damaged. */
  readonly head?: string;
  readonly damage?: string;
  /** The number of the event whose hash was looked for. */
  readonly found?: number;
}

export interface VerifyRecordOptions {
  /** Only this stream. */
  readonly stream?: string;
  /** The hash of an event, as it was noted down before: it must be in a chain that is whole up to it. */
  readonly head?: string;
  readonly onProgress?: (progress: { readonly stream: string; readonly events: number }) => void;
}

/**
 * Checks the chain of every stream: each event is what was written, and none was taken out before the last. When all
 * are whole, what events are found by is made anew, so that the record shows every one of them afterwards.
 */
export async function* verifyRecord(store: Store, options: VerifyRecordOptions = {}): AsyncGenerator<StreamProof> {
  const { stream: only, head, onProgress } = options;
  let isWhole = only === undefined;
  for (const { id } of await store.streams()) {
    if (only !== undefined && id !== only) continue;
    const checked = await store.verify(id, {
      hash: head,
      onProgress: (events) => onProgress?.({ stream: id, events }),
    });
    isWhole &&= checked.ok && checked.events > 0;
    const found = checked.found === undefined ? {} : { found: checked.found };
    if (!checked.ok) yield { stream: id, events: checked.validUntil, damage: checked.message, ...found };
    else if (checked.events > 0) yield { stream: id, events: checked.events, head: checked.head, ...found };
    // A stream begins with its first event, and ends with its last.
    else yield { stream: id, events: 0, damage: 'all its events were taken out' };
  }
  if (isWhole) await store.reindex();
}

/** The deleted session whose last event had this hash. */
export async function deletedWithHead(store: Store, head: string): Promise<string | undefined> {
  for await (const { body } of store.find({ types: ['session-deleted'], where: { head } })) {
    return (body as SessionDeleted).sessionId;
  }
  return undefined;
}
