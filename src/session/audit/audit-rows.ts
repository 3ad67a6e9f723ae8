import { isToolwrightError } from '../../base/error.js';
import type { FoundEvent, Store } from '../../store/store.js';
import type { SessionRecord } from '../event.js';
import { type AuditRow, auditRow } from './audit-row.js';
import { type CallStories, createCallStories } from './call-stories.js';

/** How many events are looked at together: their sessions are read once for all of them. */
const batchSize = 100;
/** A call is planned right before it is decided about; between the two stands what other calls of the round do. */
const lookBack = [8, 200, 4000];
/** Pages begin small, for most calls are over a few events later. */
const [firstPage, largestPage] = [16, 512];

/** Events of the record as rows, each with what its session tells around it. Copies in a forked session are left out. */
export async function* auditRows(
  store: Store,
  events: AsyncIterable<FoundEvent>,
  { limit }: { readonly limit: number },
): AsyncGenerator<AuditRow> {
  const size = Math.min(batchSize, limit);
  const origins = createSessionOrigins(store);
  let batch: FoundEvent[] = [];
  for await (const event of events) {
    const { copied } = await origins.of(event.stream);
    if (event.seq <= copied && event.type !== 'session-forked') continue;
    batch.push(event);
    if (batch.length < size) continue;
    yield* rowsOf(batch, { store, origins });
    batch = [];
  }
  yield* rowsOf(batch, { store, origins });
}

interface Reading {
  readonly store: Store;
  readonly origins: SessionOrigins;
}

async function* rowsOf(batch: readonly FoundEvent[], { store, origins }: Reading): AsyncGenerator<AuditRow> {
  const told = new Map<FoundEvent, ToldStories>();
  for (const near of neighbours(batch.filter(isOfCall))) {
    const stories = await storiesOf(store, near);
    for (const event of near) told.set(event, stories);
  }
  for (const event of batch) {
    const { person } = await origins.of(event.stream);
    const found = told.get(event);
    const row = auditRow(event, { person, story: found?.stories.of(event.seq) ?? {} });
    yield found?.damaged === true ? { ...row, damaged: true } : row;
  }
}

const isOfCall = ({ type }: FoundEvent): boolean => type === 'call-decided' || type === 'call-refused';

/** Events of one session that stand near each other: what lies between is read anyway. */
type Neighbours = readonly [FoundEvent, ...FoundEvent[]];
const nearEvents = 40;

function neighbours(events: readonly FoundEvent[]): readonly Neighbours[] {
  const groups: [FoundEvent, ...FoundEvent[]][] = [];
  const inOrder = events.toSorted((a, b) => (a.stream === b.stream ? a.seq - b.seq : a.stream < b.stream ? -1 : 1));
  for (const event of inOrder) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (last?.stream === event.stream && event.seq - last.seq <= nearEvents) group?.push(event);
    else groups.push([event]);
  }
  return groups;
}

interface ToldStories {
  readonly stories: CallStories;
  /** A part of what would tell them cannot be read. */
  readonly damaged: boolean;
}

/** Reads the session around these events: from where their calls were planned to where all of them were over. */
async function storiesOf(store: Store, events: Neighbours): Promise<ToldStories> {
  const [{ stream, seq: first }] = events;
  let told: ToldStories = { stories: createCallStories(), damaged: true };
  for (const back of lookBack) {
    try {
      told = {
        stories: await readStories(store, stream, { events, from: Math.max(0, first - 1 - back) }),
        damaged: false,
      };
    } catch (error) {
      if (!isToolwrightError(error) || error.code !== 'store-damaged') throw error;
      return told;
    }
    if (first - 1 <= back || events.every((event) => isTold(event, told.stories))) return told;
  }
  return told;
}

/** A decision names its tool itself; a refusal comes before a plan. */
function isTold({ seq, type }: FoundEvent, stories: CallStories): boolean {
  const { facts, tool } = stories.of(seq);
  return (type === 'call-decided' ? facts : tool) !== undefined;
}

async function readStories(
  store: Store,
  stream: string,
  { events, from }: { readonly events: readonly FoundEvent[]; readonly from: number },
): Promise<CallStories> {
  const stories = createCallStories();
  const last = Math.max(...events.map(({ seq }) => seq));
  const callIds = events.map(({ body }) => (body as { readonly callId?: unknown } | null)?.callId);
  const isOver = (): boolean => callIds.every((id) => typeof id !== 'string' || stories.isOver(id));
  for (let after = from, limit = firstPage; ; limit = Math.min(largestPage, limit * 2)) {
    const page = (await store.read(stream, { after, limit })) as readonly SessionRecord[];
    for (const event of page) stories.take(event);
    after = page.at(-1)?.seq ?? after;
    if (page.length < limit || (after >= last && isOver())) return stories;
  }
}

/** Who a session is for, and how many of its first events are copies of another's. */
type SessionOrigin = Awaited<ReturnType<typeof readOrigin>>;

type SessionOrigins = ReturnType<typeof createSessionOrigins>;

function createSessionOrigins(store: Store) {
  const known = new Map<string, SessionOrigin>();
  return {
    async of(stream: string): Promise<SessionOrigin> {
      const origin = known.get(stream) ?? (await readOrigin(store, stream));
      known.set(stream, origin);
      return origin;
    },
  };
}

async function readOrigin(store: Store, stream: string) {
  // A session whose beginning is damaged is told of all the same.
  const events = (await store.read(stream, { limit: 2 }).catch(() => [])) as readonly SessionRecord[];
  const opened = events.find((event) => event.type === 'session-opened');
  const [first] = events;
  return {
    person: opened?.body.actor ?? null,
    copied: first?.type === 'session-forked' ? first.body.events + 1 : 0,
  };
}
