import type { TurnEnd } from '../../agent/event.js';
import { defined } from '../../base/defined.js';
import type { TaintSource } from '../../policy/taint/taint.js';
import type { ChildEnd } from '../../tool/child.js';
import type { SessionRecord } from '../event.js';
import { readSession } from '../sessions.js';
import type { Caller, ChildWork } from './held-child.js';

/** A subagent as its record has it. */
export interface ChildPast {
  readonly opened: boolean;
  /** How many messages it was sent. */
  readonly told: number;
  /** What it has done before; of one that has ended it is in `work`. */
  readonly rounds: number;
  readonly calls: number;
  /** Its end; undefined when it can be gone on with. */
  readonly work: ChildWork | undefined;
  /** What has come in from outside and nobody has vouched for since. */
  readonly taint: readonly TaintSource[];
}

export async function readPast(id: string, { store }: Pick<Caller, 'store'>): Promise<ChildPast> {
  return pastOf((await readSession(store, id)).events);
}

function pastOf(events: readonly SessionRecord[]): ChildPast {
  const messages = new Set(events.flatMap((event) => (isMessage(event) ? [event.body.messageId] : [])));
  return {
    opened: events.length > 0,
    told: messages.size,
    ...doneIn(events),
    // What a person has said to it after its end is between the two.
    work: endIn(beforePerson(events)) ?? endIn(events),
    taint: taintIn(events),
  };
}

type Message = Extract<SessionRecord, { type: 'message-received' | 'message-queued' }>;

/** One that waited is recorded twice. */
const isMessage = (event: SessionRecord): event is Message =>
  event.type === 'message-received' || event.type === 'message-queued';

/** The person opens a session by itself, and its caller as its parent. */
function beforePerson(events: readonly SessionRecord[]): readonly SessionRecord[] {
  const at = events.findIndex((event) => event.type === 'session-opened' && event.body.parent === undefined);
  return at < 0 ? events : events.slice(0, at);
}

function doneIn(events: readonly SessionRecord[]): Pick<ChildEnd, 'rounds' | 'calls'> {
  const count = (wanted: string): number => events.filter(({ type }) => type === wanted).length;
  return { rounds: count('round-started'), calls: count('call-admitted') };
}

function endIn(events: readonly SessionRecord[]): ChildWork | undefined {
  const last = events.findLast(({ type }) => type === 'turn-started' || type === 'turn-ended');
  if (last?.type !== 'turn-ended') return undefined;
  const work = workOf({ ...last.body, ...doneIn(events) });
  return work.end.status === 'paused' ? undefined : work;
}

function taintIn(events: readonly SessionRecord[]): readonly TaintSource[] {
  const cleared = events.findLastIndex(({ type }) => type === 'taint-cleared');
  return events.slice(cleared + 1).flatMap((event) => (event.type === 'taint-raised' ? [event.body] : []));
}

/** What the end of its turn is to its caller. */
export function workOf({ reason, text, rounds, calls, message }: TurnEnd): ChildWork {
  const status = statuses[reason];
  const says = message ?? words[reason];
  const end: ChildEnd = { status, text, rounds, calls, ...defined({ message: says }) };
  if (reason === 'paused' || reason === 'parked' || reason === 'aborted') return { end, halt: reason };
  return { end };
}

const statuses: Readonly<Record<TurnEnd['reason'], ChildEnd['status']>> = {
  answered: 'done',
  limit: 'limit',
  empty: 'failed',
  failed: 'failed',
  aborted: 'failed',
  'model-failed': 'failed',
  'store-failed': 'failed',
  cancelled: 'cancelled',
  parked: 'paused',
  paused: 'paused',
};

const words: Partial<Record<TurnEnd['reason'], string>> = {
  limit: 'It was stopped at a limit.',
  empty: 'It gave no answer.',
  failed: 'It was stopped at a limit, which counts as a failure.',
  aborted: 'It met a question, and nobody was there to answer.',
  cancelled: 'It was cancelled.',
};
