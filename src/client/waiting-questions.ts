import type { Question } from '../run/question.js';
import type { SessionRecord } from '../session/event.js';
import type { Store } from '../store/store.js';
import type { WaitingQuestion } from './client-port.js';
import type { HostTable } from './host-table.js';

interface Asked {
  readonly question: Question;
  readonly askedAt: number;
}

/** Questions that wait for a person, the first one asked first: of sessions that are open here, and of those that are not. */
export async function listWaitingQuestions(
  { options: { store }, entries, maskFor }: HostTable,
  wanted: { readonly session?: string; readonly workspace?: string },
): Promise<readonly WaitingQuestion[]> {
  const asking = await store.streamsWith({ types: ['approval-requested'] });
  const lengths = new Map((await store.streams()).map(({ id, events }) => [id, events]));
  const found: WaitingQuestion[] = [];
  for (const session of asking) {
    if (wanted.session !== undefined && session !== wanted.session) continue;
    const { workspace, parent } = await openingOf(store, session);
    // What a subagent asks is on record in the session it works for, too.
    if (parent || (wanted.workspace !== undefined && workspace !== wanted.workspace)) continue;
    const entry = entries.get(session);
    const recorded = await waitingIn(store, session, lengths.get(session) ?? 0);
    const open = new Set(entry?.session.questions.map(({ id }) => id));
    // Of one that is open here, only what it still waits for.
    const waiting = entry === undefined ? recorded : recorded.filter(({ question }) => open.has(question.id));
    const mask = waiting.length === 0 ? undefined : await maskFor(session, workspace);
    for (const asked of waiting) {
      const one = { session, ...(workspace !== undefined && { workspace }), ...asked, open: entry !== undefined };
      found.push(mask?.value(one) ?? one);
    }
  }
  return found.sort((a, b) => a.askedAt - b.askedAt);
}

async function openingOf(store: Store, id: string): Promise<{ readonly workspace?: string; readonly parent: boolean }> {
  const events = (await store.read(id, { limit: 8 }).catch(() => [])) as readonly SessionRecord[];
  const opened = events.find((event) => event.type === 'session-opened');
  if (opened?.type !== 'session-opened') return { parent: false };
  return { workspace: opened.body.workspace, parent: opened.body.parent !== undefined };
}

/** What the last turn of a session has asked and nobody has answered. Read from the end, as far back as that turn. */
async function waitingIn(store: Store, id: string, length: number): Promise<readonly Asked[]> {
  for (let size = 256; ; size *= 4) {
    const after = Math.max(0, length - size);
    const events = (await store.read(id, { after }).catch(() => [])) as readonly SessionRecord[];
    const begin = events.findLastIndex((event) => event.type === 'turn-started');
    if (begin >= 0 || after === 0) return unanswered(events.slice(Math.max(0, begin)));
  }
}

function unanswered(events: readonly SessionRecord[]): readonly Asked[] {
  const waiting = new Map<string, Asked>();
  const drop = (isGone: (question: Question) => boolean): void => {
    for (const [id, { question }] of waiting) if (isGone(question)) waiting.delete(id);
  };
  for (const { at, type, body } of events) {
    if (type === 'approval-requested') waiting.set(body.id, { question: body, askedAt: at });
    if (type === 'approval-answered') waiting.delete(body.questionId);
    if (type === 'call-settled') drop(({ callId, child }) => child === undefined && callId === body.callId);
    if (type === 'child-ended') drop(({ child }) => child?.sessionId === body.childId);
    // A parked question is asked again; one of a subagent outlasts the turn.
    if (type === 'turn-ended' && body.reason !== 'parked') drop(({ child }) => child === undefined);
    if (type === 'session-rewound') waiting.clear();
  }
  return [...waiting.values()];
}
