import type { Clock } from '../base/clock.js';
import type { PastCall } from '../policy/grant/past-call.js';
import type { Store, StreamSummary } from '../store/store.js';
import type { Fact } from '../tool/fact.js';
import type { SessionRecord } from './event.js';
import { sessionStreams } from './sessions.js';

export interface PastContext {
  readonly store: Store;
  /** The real path. */
  readonly workspace: string;
  readonly clock: Clock;
}

const maxSessions = 20;
const maxLooked = 100;
const maxEvents = 2000;
const maxCalls = 200;
const budgetMs = 150;

/** Calls of this project that were asked about, newest first; as many as a little time brings. */
export async function readPastCalls({ store, workspace, clock }: PastContext): Promise<readonly PastCall[]> {
  const until = clock.monotonic() + budgetMs;
  const newest = (await sessionStreams(store)).slice(0, maxLooked);
  const calls: PastCall[] = [];
  let sessions = 0;
  for (const stream of newest) {
    if (sessions === maxSessions || calls.length >= maxCalls || clock.monotonic() > until) break;
    if (!(await isOf(workspace, store, stream.id))) continue;
    sessions += 1;
    calls.push(...(await askedCalls(store, stream)));
  }
  return calls.slice(0, maxCalls);
}

async function isOf(workspace: string, store: Store, id: string): Promise<boolean> {
  const [first] = (await store.read(id, { limit: 1 }).catch(() => [])) as readonly SessionRecord[];
  return first?.type === 'session-opened' && first.body.workspace === workspace;
}

/** Of one session, its last events only. One that is damaged brings none. */
async function askedCalls(store: Store, { id, events: count }: StreamSummary): Promise<readonly PastCall[]> {
  const after = Math.max(0, count - maxEvents);
  const events = (await store.read(id, { after }).catch(() => [])) as readonly SessionRecord[];
  const planned = new Map<string, readonly Fact[]>();
  const calls: PastCall[] = [];
  for (const event of events) {
    if (event.type === 'call-planned') planned.set(event.body.callId, event.body.facts);
    if (event.type !== 'call-decided' || event.body.verdict !== 'ask') continue;
    const { callId, tool, mode } = event.body;
    const facts = planned.get(callId);
    if (facts !== undefined) calls.push({ tool, mode, facts });
  }
  return calls.reverse();
}
