import { type Clock, systemClock } from '../base/clock.js';
import { ToolwrightError } from '../base/error.js';
import { namedBlobs } from '../workspace/blob-address.js';
import { type ChainRow, genesis, hashEvent, verifyRows } from './chain.js';
import { bodyTextOf, checkAppend, checkKept, checkStream, eventVersion } from './event.js';
import { checkQuery, matchesFields } from './event-query.js';
import { leasedError } from './lease.js';
import { createListeners } from './listeners.js';
import { createMemoryBlobs } from './memory-blobs.js';
import type { EventQuery, FoundEvent, NewEvent, Store, StoredEvent, Verification, VerifyOptions } from './store.js';

/**
 * A store that ends with the process. An append only keeps the events: bodies are turned into text and hashed when
 * somebody asks (`hash`, `read`, `verify`), so a body must not be changed once it was appended. What is read is what
 * SQLite would give for the same events at the same times: bodies as JSON leaves them, and the same hashes.
 */
export function createMemoryStore(options: { readonly clock?: Clock } = {}): Store {
  const clock = options.clock ?? systemClock;
  const streams = new Map<string, MemoryStream>();
  const leased = new Set<string>();
  const listeners = createListeners();
  const blobs = createMemoryBlobs();
  let open = true;

  function assertOpen(): void {
    if (!open) throw new ToolwrightError('store-unavailable', 'the store was closed; open it again');
  }

  function append(stream: string, events: readonly NewEvent[]): readonly StoredEvent[] {
    const target = streams.get(stream) ?? new MemoryStream(stream);
    streams.set(stream, target);
    const stored = target.append(events, Math.trunc(clock.now()));
    listeners.tell(stream, stored);
    return stored;
  }

  return {
    async append(stream, events) {
      assertOpen();
      checkAppend(stream, events);
      return events.length === 0 ? [] : append(stream, events);
    },

    async read(stream, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      assertOpen();
      return streams.get(stream)?.read(after, limit) ?? [];
    },

    async *find(query) {
      assertOpen();
      checkQuery(query);
      for (const event of matching([...streams.values()], query)) {
        yield event;
        assertOpen();
      }
    },

    async streamsWith(query) {
      assertOpen();
      checkQuery(query);
      const isAmong = (name: string): boolean => query.streams === undefined || query.streams.includes(name);
      const holding = [...streams.values()].filter((one) => isAmong(one.name) && one.matching(query).length > 0);
      return holding.map(({ name }) => name);
    },

    async streams() {
      assertOpen();
      return Array.from(streams.values(), (stream) => stream.summary());
    },

    subscribe: listeners.add,

    async lease(stream) {
      assertOpen();
      checkStream(stream);
      if (leased.has(stream)) throw leasedError(stream);
      leased.add(stream);
      let held = true;
      return {
        release() {
          if (held) leased.delete(stream);
          held = false;
        },
      };
    },

    async verify(stream, options = {}) {
      assertOpen();
      return streams.get(stream)?.verify(options) ?? { ok: true, events: 0, head: genesis(stream).hash };
    },

    // What only this process has written is whole.
    async repair() {
      assertOpen();
      return undefined;
    },

    async setAside() {
      assertOpen();
      return [];
    },

    async reindex() {
      assertOpen();
    },

    async delete(stream, { record } = {}) {
      assertOpen();
      if (leased.has(stream)) throw leasedError(stream);
      const own = streams.get(stream);
      if (own === undefined) return false;
      leased.add(stream);
      try {
        const kept = await record?.();
        if (kept !== undefined) {
          checkKept(stream, kept);
          if (kept.events.length > 0) append(kept.stream, kept.events);
        }
      } finally {
        leased.delete(stream);
      }
      const named = namedBlobs(own.texts());
      streams.delete(stream);
      for (const other of named.size === 0 ? [] : streams.values()) {
        for (const address of namedBlobs(other.texts())) named.delete(address);
      }
      for (const address of named) blobs.remove(address);
      return true;
    },

    blobs,

    async close() {
      open = false;
      listeners.clear();
      leased.clear();
    },
  };
}

/** In the order in which SQLite finds them. */
function* matching(streams: readonly MemoryStream[], query: EventQuery): Generator<FoundEvent> {
  const { streams: names, order = 'newest', limit = Number.POSITIVE_INFINITY } = query;
  const inOrder = streams
    .filter(({ name }) => names === undefined || names.includes(name))
    .flatMap((stream) => stream.matching(query).map((event) => ({ stream, event })))
    // The sort is stable, and streams and events come in their order.
    .sort((a, b) => a.event.at - b.event.at);
  if (order === 'newest') inOrder.reverse();
  for (const { stream, event } of inOrder.slice(0, Math.max(0, limit))) {
    yield { ...stream.parsed(event), stream: stream.name, intact: true };
  }
}

class MemoryStream {
  readonly name: string;
  readonly #events: MemoryEvent[] = [];
  /** The hashes known so far, from the first event on; the rest is made when it is asked for. */
  readonly #hashes: string[] = [];

  constructor(name: string) {
    this.name = name;
  }

  append(events: readonly NewEvent[], at: number): readonly StoredEvent[] {
    const stored: MemoryEvent[] = [];
    for (const { type, body } of events) {
      const event = new MemoryEvent(this, this.#events.length + 1, at, type, body);
      this.#events.push(event);
      stored.push(event);
    }
    return stored;
  }

  read(after: number, limit: number): readonly StoredEvent[] {
    const start = Math.max(0, after);
    return this.#events.slice(start, start + Math.max(0, limit)).map((event) => this.parsed(event));
  }

  parsed(event: MemoryEvent): StoredEvent {
    // Own text, made by JSON.stringify a moment ago: the guarded parser is for text from outside.
    return { ...event, body: JSON.parse(bodyTextOf(event)), hash: event.hash };
  }

  matching(query: EventQuery): readonly MemoryEvent[] {
    const { types, since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = query;
    const fits = ({ type, at }: MemoryEvent): boolean => types.includes(type) && at >= since && at < until;
    const hasFields = Object.keys(query.where ?? {}).length > 0;
    const isWanted = (event: MemoryEvent): boolean =>
      fits(event) && (!hasFields || matchesFields(JSON.parse(bodyTextOf(event)), query));
    return this.#events.filter(isWanted);
  }

  summary() {
    const events = this.#events;
    return { id: this.name, events: events.length, firstAt: events[0]?.at ?? 0, lastAt: events.at(-1)?.at ?? 0 };
  }

  verify({ hash, onProgress }: VerifyOptions): Verification {
    const checked = verifyRows(this.#rows(), genesis(this.name));
    onProgress?.(this.#events.length);
    const found = hash === undefined ? undefined : this.#events.find((event) => event.hash === hash);
    return found === undefined ? checked : { ...checked, found: found.seq };
  }

  *#rows(): Iterable<ChainRow> {
    for (const event of this.#events) yield { ...event, bodyText: bodyTextOf(event), hash: event.hash };
  }

  *texts(): Iterable<string> {
    for (const event of this.#events) yield bodyTextOf(event);
  }

  hashOf(seq: number): string {
    for (let index = this.#hashes.length; index < seq; index += 1) {
      const event = this.#events[index];
      if (event === undefined) break;
      const previous = this.#hashes[index - 1] ?? genesis(this.name).hash;
      this.#hashes.push(hashEvent({ ...event, previous, bodyText: bodyTextOf(event) }));
    }
    return this.#hashes[seq - 1] ?? '';
  }
}

class MemoryEvent implements StoredEvent {
  readonly v = eventVersion;
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly body: unknown;
  readonly #stream: MemoryStream;

  constructor(stream: MemoryStream, seq: number, at: number, type: string, body: unknown) {
    this.seq = seq;
    this.at = at;
    this.type = type;
    this.body = body;
    this.#stream = stream;
  }

  /** On the prototype because a getter on each object costs ten times as much; a spread copy therefore lacks it. */
  get hash(): string {
    return this.#stream.hashOf(this.seq);
  }

  toJSON(): StoredEvent {
    return { ...this, hash: this.hash };
  }
}
