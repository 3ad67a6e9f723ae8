import { defined } from '../../base/defined.js';
import { userStream } from '../../config/event.js';
import type { Level, Verdict } from '../../policy/policy.js';
import type { EventQuery, FoundEvent, Store } from '../../store/store.js';
import { namesOf } from '../../tool/former-names.js';
import { rareEvents } from '../record-index.js';
import { type AuditKind, type AuditRow, auditKinds, keptRows, kindOf } from './audit-row.js';
import { auditRows } from './audit-rows.js';

/** What is wanted of the record; everything when nothing is said. */
export interface AuditQuery {
  /** The id of a session, also of a deleted one. */
  readonly session?: string;
  /** Who the session is for, or who answered or did it. */
  readonly person?: string;
  readonly kinds?: readonly AuditKind[];
  readonly tools?: readonly string[];
  readonly verdicts?: readonly Verdict[];
  readonly levels?: readonly Level[];
  /** From this time on, and before that one. */
  readonly since?: number;
  readonly until?: number;
  /** `newest` first, unless told. */
  readonly order?: 'newest' | 'oldest';
  readonly limit?: number;
}

/**
 * The record: every decision, with what was answered and how the call ended, and every change of mode, rules, trust and
 * grants. Rows are told as they are stored; one that is not what was written is marked. `verifyRecord` proves the whole.
 */
export async function* readAudit(store: Store, query: AuditQuery = {}): AsyncGenerator<AuditRow> {
  // A record holds the names that were used at its time.
  const wanted = { ...query, ...defined({ tools: query.tools?.flatMap(namesOf) }) };
  const { limit = Number.POSITIVE_INFINITY, order = 'newest' } = query;
  const isBefore = (a: { readonly at: number }, b: { readonly at: number }): boolean =>
    order === 'newest' ? a.at > b.at : a.at < b.at;
  const found = (await searches(store, wanted)).map((search) => store.find({ ...search, order }));
  const events = mergeOrdered(found, (a, b) => (isOneMoment(a, b) ? isBefore(seqOf(a), seqOf(b)) : isBefore(a, b)));
  const rows = auditRows(store, events, { limit });
  const kept = await keptOf(store, wanted);
  kept.sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
  let left = limit;
  if (left <= 0) return;
  for await (const row of mergeOrdered([rows, kept], isBefore)) {
    if (!isWanted(row, wanted)) continue;
    yield row;
    left -= 1;
    if (left <= 0) return;
  }
}

/** The clock does not tell them apart, but their session does. */
const isOneMoment = (a: FoundEvent, b: FoundEvent): boolean => a.at === b.at && a.stream === b.stream;
const seqOf = ({ seq }: FoundEvent) => ({ at: seq });

const seldom = [...rareEvents.filter((type) => type !== 'decisions-kept'), 'child-started', 'child-ended'];

/** The events the rows are made of. Only decisions have a verdict and a level, and only calls a tool. */
async function searches(store: Store, query: AuditQuery): Promise<readonly EventQuery[]> {
  const { session, person, tools, verdicts, levels, since, until } = query;
  const streams = session === undefined ? person && (await sessionsOf(store, person)) : [session];
  const time = defined({ since, until });
  const within = { ...time, ...(streams && { streams }) };
  const where = defined({ tool: tools, verdict: verdicts, level: levels });
  const ofVerdict = verdicts !== undefined || levels !== undefined;
  const ofTool = ofVerdict || tools !== undefined;
  const rare = seldom.filter((type) => wants(query, kindOf(type)));
  return [
    ...(wants(query, 'decision') ? [{ ...within, types: ['call-decided'], where }] : []),
    ...(wants(query, 'refusal') && !ofVerdict ? [{ ...within, types: ['call-refused'] }] : []),
    ...(wants(query, 'session') && !ofTool ? [{ ...within, types: ['session-opened'] }] : []),
    ...(rare.length > 0 && !ofTool ? [{ ...time, types: rare }] : []),
  ];
}

const wants = ({ kinds = auditKinds }: AuditQuery, kind: AuditKind): boolean => kinds.includes(kind);

/** The sessions that are for this person, and those in which they answered. */
async function sessionsOf(store: Store, person: string): Promise<readonly string[]> {
  const own = await store.streamsWith({ types: ['session-opened'], where: { actor: person } });
  const answered = await store.streamsWith({ types: ['approval-answered'], where: { 'origin.who': person } });
  return [...new Set([...own, ...answered])];
}

/** What was kept of deleted sessions and is wanted; no more than can be told. */
async function keptOf(store: Store, query: AuditQuery): Promise<AuditRow[]> {
  const { limit = Number.POSITIVE_INFINITY, order = 'newest' } = query;
  let kept: AuditRow[] = [];
  if (!wants(query, 'decision')) return kept;
  const toldFirst = (a: AuditRow, b: AuditRow): number => (order === 'newest' ? b.at - a.at : a.at - b.at);
  for await (const event of store.find({ types: ['decisions-kept'], streams: [userStream] })) {
    for (const row of keptRows(event)) if (isWanted(row, query)) kept.push(row);
    if (kept.length > 2 * limit) kept = kept.sort(toldFirst).slice(0, limit);
  }
  return kept;
}

function isWanted(row: AuditRow, query: AuditQuery): boolean {
  const { session, person, tools, verdicts, levels, since, until } = query;
  if (!wants(query, row.kind)) return false;
  if (session !== undefined && row.session !== session) return false;
  if (person !== undefined && row.person !== person && row.who !== person) return false;
  if (row.at < (since ?? row.at) || (until !== undefined && row.at >= until)) return false;
  const among = (wanted: readonly string[] | undefined, value: string | null): boolean =>
    wanted === undefined || (value !== null && wanted.includes(value));
  return among(tools, row.tool) && among(verdicts, row.verdict) && among(levels, row.level);
}

/** Several sequences, each in order, as one. `isBefore` says which of two comes first; of equals, the earlier source. */
async function* mergeOrdered<T>(
  sources: readonly (AsyncIterable<T> | Iterable<T>)[],
  isBefore: (a: T, b: T) => boolean,
): AsyncGenerator<T> {
  const iterators = sources.map((source) =>
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator](),
  );
  try {
    const heads = await Promise.all(iterators.map((iterator) => iterator.next()));
    for (;;) {
      let first = -1;
      for (const [at, head] of heads.entries()) {
        const best = heads[first];
        if (head.done !== true && (best === undefined || isBefore(head.value, best.value as T))) first = at;
      }
      const [head, iterator] = [heads[first], iterators[first]];
      if (head === undefined || iterator === undefined) return;
      yield head.value as T;
      heads[first] = await iterator.next();
    }
  } finally {
    for (const iterator of iterators) await iterator.return?.();
  }
}
