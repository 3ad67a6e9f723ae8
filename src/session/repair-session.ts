import { isToolwrightError, ToolwrightError } from '../base/error.js';
import type { AnswerOrigin } from '../run/question.js';
import type { Store, StreamRepair } from '../store/store.js';
import type { SessionEventBody } from './event.js';

/**
 * Cuts a damaged session back to the events before the damage, so that it can be gone on with; the rest is set aside in the
 * store, and the session says so. Undefined when it is whole. `origin`, for the record: who wants it, and by which channel.
 */
export async function repairSession(
  store: Store,
  id: string,
  origin: Partial<AnswerOrigin> = {},
): Promise<StreamRepair | undefined> {
  const note = ({ validUntil, message, setAside }: StreamRepair): SessionEventBody => ({
    type: 'session-repaired',
    body: { validUntil, damage: message, setAside, origin: { who: 'person', from: 'program', ...origin } },
  });
  try {
    return await store.repair(id, note);
  } catch (error) {
    if (!isToolwrightError(error) || error.code !== 'store-damaged' || store.path === undefined) throw error;
    throw new ToolwrightError(
      'store-damaged',
      `The file ${store.path} itself is damaged where this session lies, so it cannot be repaired in place. Copy what can be read of all sessions into a new file: toolwright sessions repair --rescue NEW-FILE`,
      { cause: error, details: error.details },
    );
  }
}

/** What is said to whoever would write a damaged session. */
export function damagedError(id: string, damage: string): ToolwrightError {
  return new ToolwrightError('session-damaged', `It can only be read: ${damage}`, { details: { session: id } });
}
