import { defined } from '../base/defined.js';
import { isToolwrightError, messageOf, ToolwrightError } from '../base/error.js';
import { nearest } from '../base/nearest.js';
import { plural } from '../base/text.js';
import type { Store, StreamSummary } from '../store/store.js';
import { conversationLine } from './conversation-line.js';
import type { ParentLink, SessionRecord } from './event.js';

/** A stored session in a list. */
export interface SessionSummary {
  readonly id: string;
  readonly openedAt: number;
  readonly lastAt: number;
  readonly events: number;
  /** Messages of the person and answers of the model. */
  readonly messages: number;
  readonly workspace: string | undefined;
  readonly model: string | undefined;
  /** The first message of the person, whole. */
  readonly firstMessage: string | undefined;
  /** The session it works for, where it is a subagent. */
  readonly parent?: ParentLink;
  /** What keeps a part of it from being read. */
  readonly damage?: string;
}

/** A stored session with all its events, or those before the damage. */
export interface StoredSession {
  readonly id: string;
  readonly events: readonly SessionRecord[];
  readonly damage?: string;
}

/**
 * The stored sessions, the one last written first. One that cannot be read whole is listed with its damage. Subagents written as
 * late as those do not count for `limit`: they would fill any list.
 */
export async function listSessions(store: Store, options: ListOptions = {}): Promise<readonly SessionSummary[]> {
  const { limit = Number.POSITIVE_INFINITY, after, isWanted = () => true } = options;
  const found: SessionSummary[] = [];
  let left = limit;
  const streams = await sessionStreams(store);
  const from = streams.findIndex(({ id }) => id === after) + 1;
  const looked = options.isWanted === undefined ? streams.slice(from, from + limit * maxFamily) : streams.slice(from);
  for (const { id, firstAt, lastAt, events } of looked) {
    const session = await readSession(store, id);
    const summary = summarizeSession(session);
    if (!isWanted(summary, session)) continue;
    if (summary.parent === undefined) left -= 1;
    if (left < 0) break;
    found.push({ ...summary, openedAt: firstAt, lastAt, events });
  }
  return found;
}

interface ListOptions {
  readonly limit?: number;
  /** Those behind this one only. */
  readonly after?: string;
  isWanted?(summary: SessionSummary, session: StoredSession): boolean;
}

/** So many for each that counts are looked at. */
const maxFamily = 20;

/** The id of the session meant: its id, the start of it that no other shares, or `last`. */
export async function findSession(store: Store, given: string): Promise<string> {
  const ids = (await sessionStreams(store)).map(({ id }) => id);
  const last = given === 'last' ? await lastOf(store, ids) : undefined;
  if (last !== undefined) return last;
  if (ids.includes(given)) return given;
  const matches = given === '' ? [] : ids.filter((id) => id.startsWith(given) || id.startsWith(`${prefix}${given}`));
  if (matches.length === 1 && matches[0] !== undefined) return matches[0];
  if (matches.length > 1) {
    const shown = matches.slice(0, 5).join(', ');
    throw new ToolwrightError(
      'bad-usage',
      `${plural(matches.length, 'session')} begin with ${given}: ${shown}. Give more of the id.`,
    );
  }
  const near = nearest(given, ids);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const none = ids.length === 0 ? 'There are no sessions here' : `There is no session ${given}`;
  throw new ToolwrightError('session-unknown', `${none}: \`toolwright sessions\` lists them.${hint}`);
}

/** The id of the session that was last written of those that were opened in this folder. */
export async function lastSessionIn(store: Store, folder: string): Promise<string | undefined> {
  for (const { id } of await sessionStreams(store)) {
    const [first] = (await store.read(id, { limit: 1 }).catch(() => [])) as readonly SessionRecord[];
    if (first?.type === 'session-opened' && first.body.workspace === folder && first.body.parent === undefined)
      return id;
  }
  return undefined;
}

/** The newest one that is no subagent's. */
async function lastOf(store: Store, ids: readonly string[]): Promise<string | undefined> {
  for (const id of ids) {
    const [first] = (await store.read(id, { limit: 1 }).catch(() => [])) as readonly SessionRecord[];
    if (first?.type !== 'session-opened' || first.body.parent === undefined) return id;
  }
  return ids[0];
}

/** Reads a session; where the store finds it damaged, what is before the damage. */
export async function readSession(store: Pick<Store, 'read'>, id: string): Promise<StoredSession> {
  const { events, damage } = await readWhole(store, id, {});
  return { id, events, ...defined({ damage }) };
}

/** A part of the events of a session, and whether more follow. */
export interface SessionPart {
  readonly events: readonly SessionRecord[];
  readonly more: boolean;
  readonly damage?: string;
}

/** The events after one, 500 at most. */
export async function readSessionPage(
  store: Pick<Store, 'read'>,
  id: string,
  { after, limit = maxPage }: { readonly after: number; readonly limit?: number | undefined },
): Promise<SessionPart> {
  const most = Math.max(1, Math.min(limit, maxPage));
  const { events, damage } = await readWhole(store, id, { after, limit: most });
  return { events, more: events.length === most, ...defined({ damage }) };
}

const maxPage = 500;

async function readWhole(
  store: Pick<Store, 'read'>,
  id: string,
  part: { readonly after?: number; readonly limit?: number },
): Promise<Pick<StoredSession, 'events' | 'damage'>> {
  try {
    return { events: (await store.read(id, part)) as readonly SessionRecord[] };
  } catch (error) {
    if (!isToolwrightError(error) || error.code !== 'store-damaged') throw error;
    const { validUntil } = error.details;
    const { after = 0, limit = Number.POSITIVE_INFINITY } = part;
    const left = Math.min(limit, (typeof validUntil === 'number' ? validUntil : 0) - after);
    const events = left > 0 ? await store.read(id, { after, limit: left }).catch(() => []) : [];
    return { events: events as readonly SessionRecord[], damage: messageOf(error) };
  }
}

/** The folder a stored session was opened in first; undefined when it cannot be read. */
export async function readWorkspace(store: Pick<Store, 'read'>, id: string): Promise<string | undefined> {
  const [first] = (await store.read(id, { limit: 1 }).catch(() => [])) as readonly SessionRecord[];
  return first?.type === 'session-opened' || first?.type === 'session-forked' ? first.body.workspace : undefined;
}

export function summarizeSession({ id, events, damage }: StoredSession): SessionSummary {
  const opened = events.find((event) => event.type === 'session-opened');
  const changed = events.findLast((event) => event.type === 'model-changed' || event.type === 'session-opened');
  const first = events.find((event) => event.type === 'message-received');
  return {
    id,
    openedAt: events[0]?.at ?? 0,
    lastAt: events.at(-1)?.at ?? 0,
    events: events.length,
    messages: conversationLine(events).filter(isMessage).length,
    workspace: opened?.body.workspace,
    model: changed?.type === 'model-changed' ? changed.body.to : changed?.body.model,
    firstMessage: first?.body.text,
    ...defined({ parent: opened?.body.parent, damage }),
  };
}

/** Streams of sessions have ids made for sessions; others, such as the user's own, are not listed. */
const prefix = 'ses_';

/** Those of sessions, the one last written first. */
export async function sessionStreams(store: Store): Promise<readonly StreamSummary[]> {
  const streams = (await store.streams()).filter(({ id }) => id.startsWith(prefix));
  return streams.sort((a, b) => b.lastAt - a.lastAt || (a.id < b.id ? 1 : -1));
}

function isMessage(event: SessionRecord): boolean {
  if (event.type === 'message-received') return true;
  return event.type === 'model-answered' && event.body.text.trim() !== '';
}
