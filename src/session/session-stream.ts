import type { AgentDelta } from '../agent/event.js';
import { messageOf } from '../base/error.js';
import type { Mask } from '../policy/secret/mask.js';
import type { Cancellation } from '../run/cancellation.js';
import { maskPast } from '../run/mask-event.js';
import { createRecorder } from '../run/recorder.js';
import type { NewEvent, Store } from '../store/store.js';
import type { LogPort } from '../tool/port.js';
import type { SessionEvent, SessionRecord } from './event.js';
import { createEventFeed } from './event-feed.js';

/** What is told from the events of a session. */
export interface Projection {
  apply(event: NewEvent): void;
}

/** The events of a session: those of its past, and those that are recorded while it is open. */
export type SessionStream = ReturnType<typeof openStream>;

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

export function openStream({ id, store, past, damage, mask, log, turn }: StreamOptions) {
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
  const stream = {
    past,
    /** The number of the last one that is stored and was told. */
    get seq() {
      return seq;
    },
    /** What keeps a stored session from being gone on with. */
    damage,
    recorder,
    feed,
    /** Whether anything but the opening waits to be written. */
    used: false,
    /** Another process may hold the session: nothing more is written. */
    closed: false,
    /**
     * Has each of them see every event, in this order: the past ones now, the others as they are recorded. One may have to
     * do with some of the past events alone, or with none of them.
     */
    project(
      given: readonly (Projection | { readonly part: Projection; readonly of: readonly SessionRecord[] })[],
    ): void {
      const parts = given.map((one) => ('part' in one ? one : { part: one, of: past }));
      const known = new Map(past.map((event) => [event, maskPast(event, mask)]));
      for (const { part, of } of parts) for (const event of of) part.apply(known.get(event) ?? event);
      projections.push(...parts.map(({ part }) => part));
    },
    /** Told of each event once it is stored, before those who watch are. */
    onStored: (listener: (event: SessionEvent) => void): void => void listeners.push(listener),
    record: (event: NewEvent): void => recorder.record([event]),
    /** Records what happens beside the turn. */
    recordAside(event: NewEvent): void {
      if (damage !== undefined) return;
      stream.used = true;
      recorder.record([event]);
      if (!stream.closed) void recorder.flush();
    },
  };
  return stream;
}
