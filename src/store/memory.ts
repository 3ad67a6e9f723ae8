import { type Clock, systemClock } from '../base/clock.js';
import { ToolwrightError } from '../base/error.js';
import { namedBlobs } from '../workspace/blob-address.js';
import { type ChainRow, genesis, hashEvent, verifyRows } from './chain.js';
import { bodyTextOf, checkAppend, checkStream, eventVersion } from './event.js';
import { leasedError } from './lease.js';
import { createListeners } from './listeners.js';
import { createMemoryBlobs } from './memory-blobs.js';
import type { NewEvent, Store, StoredEvent } from './store.js';

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

  return {
    async append(stream, events) {
      assertOpen();
      checkAppend(stream, events);
      if (events.length === 0) return [];
      const target = streams.get(stream) ?? new MemoryStream(stream);
      streams.set(stream, target);
      const stored = target.append(events, Math.trunc(clock.now()));
      listeners.tell(stream, stored);
      return stored;
    },

    async read(stream, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      assertOpen();
      return streams.get(stream)?.read(after, limit) ?? [];
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

    async verify(stream) {
      assertOpen();
      return streams.get(stream)?.verify() ?? { ok: true, events: 0, head: genesis(stream).hash };
    },

    async delete(stream) {
      assertOpen();
      if (leased.has(stream)) throw leasedError(stream);
      const named = namedBlobs(streams.get(stream)?.texts() ?? []);
      if (!streams.delete(stream)) return false;
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

class MemoryStream {
  readonly #name: string;
  readonly #events: MemoryEvent[] = [];
  /** The hashes known so far, from the first event on; the rest is made when it is asked for. */
  readonly #hashes: string[] = [];

  constructor(name: string) {
    this.#name = name;
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
    const events = this.#events.slice(start, start + Math.max(0, limit));
    // Own text, made by JSON.stringify a moment ago: the guarded parser is for text from outside.
    return events.map((event) => ({ ...event, body: JSON.parse(bodyTextOf(event)), hash: event.hash }));
  }

  summary() {
    const events = this.#events;
    return { id: this.#name, events: events.length, firstAt: events[0]?.at ?? 0, lastAt: events.at(-1)?.at ?? 0 };
  }

  verify() {
    return verifyRows(this.#rows(), genesis(this.#name));
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
      const previous = this.#hashes[index - 1] ?? genesis(this.#name).hash;
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
