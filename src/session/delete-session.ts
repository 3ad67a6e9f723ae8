import { defined } from '../base/defined.js';
import { ToolwrightError } from '../base/error.js';
import {
  type DecisionsKept,
  type KeptDecision,
  type RecordEvent,
  type SessionDeleted,
  userStream,
} from '../config/event.js';
import type { AnswerOrigin } from '../run/question.js';
import type { Store } from '../store/store.js';
import { createCallStories, deciders } from './audit/call-stories.js';
import { maxDepth } from './child/parent-binding.js';
import type { SessionRecord } from './event.js';
import { assertNoneKept, forgetKeptCommands } from './kept-commands.js';
import { readSession, type StoredSession } from './sessions.js';

export interface DeletedSession {
  /** How many decisions of it the record keeps, without arguments, facts and reasons. */
  readonly decisions: number;
}

/**
 * Removes a session with what only it names, and its subagents. Its decisions go into the stream of the user, in the same transaction.
 * Refused while somebody goes on with it, and while a command of it runs. `origin`, for the record: who wants it, and by which channel.
 */
export async function deleteSession(
  store: Store,
  id: string,
  origin: Partial<AnswerOrigin> = {},
): Promise<DeletedSession> {
  // Those below first: what is left when this is interrupted is still found from here.
  const tree = [...(await descendantsOf(store, id)), id];
  // All of them or none: nobody finds out half way that one cannot be deleted.
  for (const one of tree) {
    assertNoneKept(store, one);
    (await store.lease(one)).release();
  }
  let decisions = 0;
  for (const one of tree) decisions += await deleteOne(store, one, origin);
  return { decisions };
}

async function deleteOne(store: Store, id: string, origin: Partial<AnswerOrigin>): Promise<number> {
  let kept: readonly KeptDecision[] = [];
  const isDeleted = await store.delete(id, {
    record: async () => {
      const session = await readSession(store, id);
      kept = keptDecisions(session.events);
      const deleted = deletion(session, kept.length, { who: 'person', from: 'program', ...origin });
      return { stream: userStream, events: [...inChunks(session, kept), deleted] };
    },
  });
  if (isDeleted) {
    forgetKeptCommands(store, id);
    return kept.length;
  }
  throw new ToolwrightError('session-unknown', `There is no session ${id}: \`toolwright sessions\` lists them.`);
}

/** The subagents of a session that are stored, and theirs, the deepest first. */
export async function descendantsOf(store: Store, id: string, depth = 0): Promise<readonly string[]> {
  const { events } = await readSession(store, id);
  const started = new Set(events.flatMap((event) => (event.type === 'child-started' ? [event.body.childId] : [])));
  if (started.size === 0 || depth > maxDepth) return [];
  const there = (await store.streams()).map((stream) => stream.id).filter((one) => started.has(one) && one !== id);
  const below = await Promise.all(there.map((one) => descendantsOf(store, one, depth + 1)));
  return [...below.flat(), ...there];
}

/** What is kept of each decision; those that were copied from another session are kept there. */
function keptDecisions(events: readonly SessionRecord[]): readonly KeptDecision[] {
  const stories = createCallStories();
  for (const event of events) stories.take(event);
  const own = events.slice(copiedEvents(events));
  return own.flatMap((event): readonly KeptDecision[] => {
    if (event.type !== 'call-decided') return [];
    const { at, seq } = event;
    const { callId, tool, verdict, level, mode, digest } = event.body;
    const { answer, outcome, tool: admitted } = stories.of(seq);
    const name = tool ?? admitted ?? 'unknown';
    const by = deciders(event.body);
    const known = { at, seq, callId, tool: name, verdict, level, mode, digest, by };
    return [{ ...known, ...defined({ answer, outcome }) }];
  });
}

function copiedEvents([first]: readonly SessionRecord[]): number {
  return first?.type === 'session-forked' ? first.body.events + 1 : 0;
}

function deletion({ id, events, damage }: StoredSession, decisions: number, origin: AnswerOrigin): RecordEvent {
  const opened = events.find((event) => event.type === 'session-opened');
  const body: SessionDeleted = {
    sessionId: id,
    workspace: opened?.body.workspace ?? null,
    events: events.length,
    head: events.at(-1)?.hash ?? '',
    decisions,
    ...defined({ damage }),
    ...origin,
  };
  return { type: 'session-deleted', body };
}

const chunkSize = 500;

function inChunks({ id, events }: StoredSession, kept: readonly KeptDecision[]): readonly RecordEvent[] {
  const opened = events.find((event) => event.type === 'session-opened');
  const chunks: RecordEvent[] = [];
  for (let from = 0; from < kept.length; from += chunkSize) {
    const decisions = kept.slice(from, from + chunkSize);
    const body: DecisionsKept = { sessionId: id, actor: opened?.body.actor ?? null, decisions };
    chunks.push({ type: 'decisions-kept', body });
  }
  return chunks;
}
