import { isToolwrightError, ToolwrightError } from '../../base/error.js';
import { plural } from '../../base/text.js';
import type { SessionDeleted } from '../../config/event.js';
import type { Store } from '../../store/store.js';
import { findSession } from '../sessions.js';

/** As `findSession`; a deleted session is known too, by its id or the start of it. */
export async function findRecordedSession(store: Store, given: string): Promise<string> {
  try {
    return await findSession(store, given);
  } catch (error) {
    if (!isToolwrightError(error) || error.code !== 'session-unknown' || given === '') throw error;
    const ids = await deletedSessions(store);
    const matches = [...ids].filter((id) => id.startsWith(given) || id.startsWith(`ses_${given}`));
    const [only] = matches;
    if (only !== undefined && (matches.length === 1 || ids.has(given))) return ids.has(given) ? given : only;
    if (matches.length === 0) throw error;
    const shown = matches.slice(0, 5).join(', ');
    const message = `${plural(matches.length, 'deleted session')} begin with ${given}: ${shown}. Give more of the id.`;
    throw new ToolwrightError('bad-usage', message);
  }
}

async function deletedSessions(store: Store): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const { body } of store.find({ types: ['session-deleted'] })) ids.add((body as SessionDeleted).sessionId);
  return ids;
}
