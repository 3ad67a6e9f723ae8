import type { AgentDelta } from '../agent/event.js';
import { messageOf } from '../base/error.js';
import type { Mask } from '../policy/secret/mask.js';
import type { Cancellation } from '../run/cancellation.js';
import { maskPast } from '../run/mask-event.js';
import { createRecorder, type Recorder } from '../run/recorder.js';
import type { NewEvent, Store } from '../store/store.js';
import type { LogPort } from '../tool/port.js';
import type { SessionEvent, SessionRecord } from './event.js';
import { createEventFeed, type EventFeed } from './event-feed.js';

/** What is told from the events of a session. */
export interface Projection {
  apply(event: NewEvent): void;
}

/** One that has to do with some of the past events alone, or with none of them. */
interface PartialProjection {
  readonly part: Projection;
  readonly of: readonly SessionRecord[];
}

/** The events of a session: those of its past, and those that are recorded while it is open. */
export interface SessionStream {
  readonly past: readonly SessionRecord[];
  /** The number of the last one that is stored and was told. */
  readonly seq: number;
  /** What keeps a stored session from being gone on with. */
  readonly damage: string | undefined;
  readonly recorder: Recorder<AgentDelta>;
  readonly feed: EventFeed<SessionEvent>;
  /** Whether anything but the opening waits to be written. */
  used: boolean;
  /** Another process may hold the session: nothing more is written. */
  closed: boolean;
  /** Has each of them see every event, in this order: the past ones now, the others as they are recorded. */
  project(parts: readonly (Projection | PartialProjection)[]): void;
  /** Told of each event once it is stored, before those who watch are. */
  onStored(listener: (event: SessionEvent) => void): void;
  record(event: NewEvent): void;
  /** Records what happens beside the turn. */
  recordAside(event: NewEvent): void;
}

interface StreamOptions {
  readonly id: string;
  readonly store: Store;
  readonly past: readonly SessionRecord[];
  readonly damage?: string | undefined;
  readonly mask: Mask;
  readonly log: LogPort;
  /** The turn that runs now. */
  turn(): Cancellation | undefined;
}

export function openStream({ id, store, past, damage, mask, log, turn }: StreamOptions): SessionStream {
  const projections: Projection[] = [];
  const listeners: ((event: SessionEvent) => void)[] = [];
  let seq = past.at(-1)?.seq ?? 0;
  const feed = createEventFeed<SessionEvent>((thrown) => log.warn(`a listener threw: ${messageOf(thrown)}`));
  const recorder = createRecorder<AgentDelta>({
    store,
    stream: id,
    mask,
    wait: { turn, onWaiting: (delta) => feed.emit(delta) },
    onRecord(event) {
      for (const part of projections) part.apply(event);
    },
    onTold(told) {
      const event = told as SessionEvent;
      if ('seq' in event) seq = event.seq;
      for (const listener of listeners) listener(event);
      feed.emit(event);
    },
  });
  const stream: SessionStream = {
    past,
    get seq() {
      return seq;
    },
    damage,
    recorder,
    feed,
    used: false,
    closed: false,
    project(given) {
      const parts = given.map((one) => ('part' in one ? one : { part: one, of: past }));
      const known = new Map(past.map((event) => [event, maskPast(event, mask)]));
      for (const { part, of } of parts) for (const event of of) part.apply(known.get(event) ?? event);
      projections.push(...parts.map(({ part }) => part));
    },
    onStored: (listener) => void listeners.push(listener),
    record: (event) => recorder.record([event]),
    recordAside(event) {
      if (damage !== undefined) return;
      stream.used = true;
      recorder.record([event]);
      if (!stream.closed) void recorder.flush();
    },
  };
  return stream;
}
