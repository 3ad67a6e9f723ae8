import type { StoredSession } from '../session/sessions.js';
import { listSessions, type SessionSummary } from '../session/sessions.js';
import type { Store } from '../store/store.js';
import type { SessionQuery } from './client-port.js';
import type { HostTable } from './host-table.js';

const usual = 50;
const most = 500;

/** A page of the stored sessions, the one last written first. */
export async function listSessionPage(
  store: Store,
  { search = '', workspace, limit = usual, after }: SessionQuery,
  maskFor: HostTable['maskFor'],
): Promise<{ readonly sessions: readonly SessionSummary[]; readonly more: boolean }> {
  const size = Math.max(1, Math.min(limit, most));
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isWanted = (summary: SessionSummary, session: StoredSession): boolean =>
    (workspace === undefined || summary.workspace === workspace) &&
    (words.length === 0 || holds(summary, session, words));
  // One more than a page tells whether there are more.
  const found = await listSessions(store, { limit: size + 1, isWanted, ...(after !== undefined && { after }) });
  const own = found.filter(({ parent }) => parent === undefined);
  const beyond = own[size];
  const sessions = beyond === undefined ? found : found.slice(0, found.indexOf(beyond));
  const masked = sessions.map(async (one) => (await maskFor(one.id, one.workspace)).value(one));
  return { sessions: await Promise.all(masked), more: beyond !== undefined };
}

function holds(summary: SessionSummary, { events }: StoredSession, words: readonly string[]): boolean {
  const said = events.flatMap((event) =>
    event.type === 'message-received' || event.type === 'model-answered' ? [event.body.text] : [],
  );
  const text = [summary.id, summary.workspace ?? '', summary.model ?? '', ...said].join('\n').toLowerCase();
  return words.every((word) => text.includes(word));
}
