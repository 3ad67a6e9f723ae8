import type { ChildEnded, TurnEnd } from '../agent/event.js';
import { defined } from '../base/defined.js';
import { isToolwrightError, messageOf, ToolwrightError } from '../base/error.js';
import { nearest } from '../base/nearest.js';
import { plural } from '../base/text.js';
import type { Level } from '../policy/policy.js';
import type { Settlement } from '../run/event.js';
import type { Answer, Question } from '../run/question.js';
import type { Store, StreamSummary } from '../store/store.js';
import type { ParentLink, SessionRecord, SessionRepaired } from './event.js';

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

/** What a conversation is made of, for people. */
export type TranscriptEntry =
  | { readonly kind: 'person'; readonly at: number; readonly text: string }
  | { readonly kind: 'model'; readonly at: number; readonly text: string }
  /** A subagent was started; `end` is how it ended. */
  | {
      readonly kind: 'child';
      readonly at: number;
      readonly childId: string;
      readonly name: string;
      readonly title: string;
      readonly end: ChildEnded | undefined;
    }
  /** What followed here was damaged, and set aside. */
  | { readonly kind: 'repair'; readonly at: number; readonly repaired: SessionRepaired }
  | {
      readonly kind: 'call';
      readonly at: number;
      readonly callId: string;
      readonly name: string;
      readonly arguments: string;
      /** Undefined when it came to no decision. */
      readonly level: Level | undefined;
      readonly settlement: Settlement | undefined;
      /** Questions about it, in order. */
      readonly questions: readonly { readonly question: Question; readonly answer: string | undefined }[];
    }
  | { readonly kind: 'end'; readonly at: number; readonly end: TurnEnd };

/**
 * The stored sessions, the one last written first. One that cannot be read whole is listed with its damage. Subagents written as
 * late as those do not count for `limit`: they would fill any list.
 */
export async function listSessions(
  store: Store,
  options: { readonly limit?: number } = {},
): Promise<readonly SessionSummary[]> {
  const { limit = Number.POSITIVE_INFINITY } = options;
  const found: SessionSummary[] = [];
  let left = limit;
  for (const { id, firstAt, lastAt, events } of (await sessionStreams(store)).slice(0, limit * maxFamily)) {
    const summary = summarizeSession(await readSession(store, id));
    if (summary.parent === undefined) left -= 1;
    if (left < 0) break;
    found.push({ ...summary, openedAt: firstAt, lastAt, events });
  }
  return found;
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
  try {
    return { id, events: (await store.read(id)) as readonly SessionRecord[] };
  } catch (error) {
    if (!isToolwrightError(error) || error.code !== 'store-damaged') throw error;
    const valid = error.details['validUntil'];
    const limit = typeof valid === 'number' ? valid : 0;
    const events = limit > 0 ? await store.read(id, { limit }).catch(() => []) : [];
    return { id, events: events as readonly SessionRecord[], damage: messageOf(error) };
  }
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
    messages: events.filter(isMessage).length,
    workspace: opened?.body.workspace,
    model: changed?.type === 'model-changed' ? changed.body.to : changed?.body.model,
    firstMessage: first?.body.text,
    ...(opened?.body.parent !== undefined && { parent: opened.body.parent }),
    ...defined({ damage }),
  };
}

/**
 * Whether the last turn can be gone on with: it waits at a question, it was paused, its process ended within it, or it
 * stopped short of an answer. Undefined when it was answered, or when there is none.
 */
export function unfinishedTurn(
  events: readonly SessionRecord[],
): 'parked' | 'paused' | 'interrupted' | 'stopped' | undefined {
  const last = events.findLast((event) => event.type === 'turn-started' || event.type === 'turn-ended');
  if (last === undefined) return undefined;
  if (last.type === 'turn-started') return 'interrupted';
  if (last.body.reason === 'parked' || last.body.reason === 'paused') return last.body.reason;
  return last.body.reason === 'answered' ? undefined : 'stopped';
}

/** The conversation of a session, calls with their results. */
export function transcriptOf(events: readonly SessionRecord[]): readonly TranscriptEntry[] {
  const entries: TranscriptEntry[] = [];
  const calls = new Map<string, MutableCall>();
  const children = new Map<string, MutableChild>();
  const waiting = new Map<string, TranscriptEntry>();
  for (const event of events) {
    const { at } = event;
    if (event.type === 'message-queued')
      waiting.set(event.body.messageId, { kind: 'person', at, text: event.body.text });
    if (event.type === 'message-received') {
      waiting.delete(event.body.messageId);
      entries.push({ kind: 'person', at, text: event.body.text });
    }
    if (event.type === 'model-answered' && event.body.text.trim() !== '')
      entries.push({ kind: 'model', at, text: event.body.text });
    if (event.type === 'turn-ended' && (event.body.reason !== 'answered' || event.body.message !== undefined))
      entries.push({ kind: 'end', at, end: event.body });
    if (event.type === 'child-started') {
      const { childId, name, title } = event.body;
      const child: MutableChild = { kind: 'child', at, childId, name, title, end: undefined };
      children.set(childId, child);
      entries.push(child);
    }
    if (event.type === 'child-ended') {
      const child = children.get(event.body.childId);
      if (child !== undefined) child.end = event.body;
    }
    if (event.type === 'session-repaired') entries.push({ kind: 'repair', at, repaired: event.body });
    if (event.type === 'call-admitted') {
      const { callId, name } = event.body;
      const call: MutableCall = {
        kind: 'call',
        at,
        callId,
        name,
        arguments: event.body.arguments,
        level: undefined,
        settlement: undefined,
        questions: [],
      };
      calls.set(callId, call);
      entries.push(call);
    }
    if (event.type === 'call-decided') {
      const call = calls.get(event.body.callId);
      if (call !== undefined) call.level = event.body.level;
    }
    if (event.type === 'call-settled') {
      const call = calls.get(event.body.callId);
      if (call !== undefined) call.settlement = event.body;
    }
    if (event.type === 'approval-requested')
      calls.get(event.body.callId)?.questions.push({ question: event.body, answer: undefined });
    if (event.type === 'approval-answered') {
      const { questionId, callId, answer, by } = event.body;
      const asked = calls.get(callId)?.questions.find(({ question }) => question.id === questionId);
      const said = answerWords(answer);
      if (asked !== undefined) asked.answer = by === 'person' ? said : `${said} (nobody was there)`;
    }
  }
  return [...entries, ...waiting.values()];
}

function answerWords(answer: Answer): string {
  if (answer.choice === 'text') return answer.text;
  return answer.choice === 'several' ? answer.texts.join(', ') : answer.choice;
}

type MutableChild = Omit<Extract<TranscriptEntry, { kind: 'child' }>, 'end'> & { end: ChildEnded | undefined };

type MutableCall = Omit<Extract<TranscriptEntry, { kind: 'call' }>, 'settlement' | 'questions' | 'level'> & {
  level: Level | undefined;
  settlement: Settlement | undefined;
  questions: { question: Question; answer: string | undefined }[];
};

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
