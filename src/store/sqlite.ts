import { type Clock, systemClock } from '../base/clock.js';
import { ToolwrightError } from '../base/error.js';
import { createAppendGroup } from './append-group.js';
import { createFileBlobs } from './blobs.js';
import { bodyTextOf, checkAppend, checkKept, checkStream } from './event.js';
import { checkIndex, checkQuery } from './event-query.js';
import { takeLease } from './lease.js';
import { createListeners } from './listeners.js';
import { loadSqlite } from './sqlite-driver.js';
import { openFile, prepareFile } from './sqlite-file.js';
import { createSqliteFinder } from './sqlite-finder.js';
import { createSqliteIndexes } from './sqlite-index.js';
import { type Addition, createSqliteLog } from './sqlite-log.js';
import { createSqliteReader } from './sqlite-reader.js';
import type { EventIndex, Lease, Store, StoredEvent } from './store.js';
import { readOnlyError, storeError } from './store-error.js';
import { createWriteQueue, retryWhileBusy } from './write-queue.js';

export interface SqliteStoreOptions {
  /** The file; blobs and leases lie beside it. */
  readonly path: string;
  readonly clock?: Clock;
  /** Where blobs are kept; `<path>.blobs` unless told. */
  readonly blobsPath?: string;
  /** True: an acknowledged event survives power loss too. Appends that wait at the same time share one sync to disk. */
  readonly durable?: boolean;
  /** True: nothing is written, also where it could be. */
  readonly readOnly?: boolean;
  /** What is found quickly, by `find` and `streamsWith`. */
  readonly indexes?: readonly EventIndex[];
  /** How long to wait for another process that has the store locked. */
  readonly lockTimeoutMs?: number;
}

/** A store in one SQLite file. Where the file or its folder cannot be written, everything in it can still be read. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const clock = options.clock ?? systemClock;
  const timeoutMs = options.lockTimeoutMs ?? 5000;
  for (const index of options.indexes ?? []) checkIndex(index);
  const openDatabase = await loadSqlite();
  const { durable = false } = options;
  const prepared = prepareFile(options.path, { durable });
  const { path } = prepared;
  const readOnly = options.readOnly === true || prepared.readOnly;
  const fileOptions = { readOnly, durable, now: clock.now() };

  /** Waits for the lock without blocking, and turns every failure into one of the store's. */
  async function attempt<T>(work: () => T): Promise<T> {
    try {
      return await retryWhileBusy(work, systemClock.monotonic() + timeoutMs);
    } catch (thrown) {
      throw storeError(thrown, path);
    }
  }

  const database = await attempt(() => openFile(openDatabase, path, fileOptions));
  const indexes = createSqliteIndexes({ database, indexes: options.indexes ?? [], readOnly });
  const log = createSqliteLog(database);
  const finder = createSqliteFinder({ database, log, path, indexes, attempt });
  const reader = createSqliteReader({ log, path, attempt });
  const queue = createWriteQueue({ timeoutMs, fail: (thrown) => storeError(thrown, path) });
  const appendInGroup = durable ? createAppendGroup(log, queue) : undefined;
  const listeners = createListeners();
  const blobs = createFileBlobs({ folder: options.blobsPath ?? `${path}.blobs`, clock, durable });
  const leases = new Map<string, Lease>();
  let open = true;

  function assertOpen(): void {
    if (!open) throw new ToolwrightError('store-unavailable', 'the store was closed; open it again');
  }

  function assertWritable(): void {
    assertOpen();
    if (readOnly) throw readOnlyError(path);
  }

  async function lease(stream: string): Promise<Lease> {
    assertWritable();
    checkStream(stream);
    const taken = await takeLease({ open: openDatabase, folder: `${path}.leases`, stream });
    const held: Lease = {
      release() {
        if (leases.get(stream) === held) leases.delete(stream);
        taken.release();
      },
    };
    // Kept here too: a lease that is only garbage-collected would be freed at any time.
    leases.set(stream, held);
    return held;
  }

  return {
    async append(stream, events) {
      assertWritable();
      checkAppend(stream, events);
      if (events.length === 0) return [];
      const texts = events.map(bodyTextOf);
      const now = (): Addition => ({ stream, events, texts, at: Math.trunc(clock.now()) });
      const tell = (stored: readonly StoredEvent[]): readonly StoredEvent[] => {
        listeners.tell(stream, stored);
        return stored;
      };
      return appendInGroup === undefined
        ? queue.run(() => tell(log.append(now())))
        : tell(await appendInGroup.append(now()));
    },

    async read(stream, range = {}) {
      assertOpen();
      return reader.read(stream, range);
    },

    async *find(query) {
      assertOpen();
      checkQuery(query);
      for await (const event of finder.find(query)) {
        yield event;
        assertOpen();
      }
    },

    async streamsWith(query) {
      assertOpen();
      checkQuery(query);
      return finder.streamsWith(query);
    },

    async streams() {
      assertOpen();
      const summaries = await attempt(() => log.streams());
      return summaries.map(({ id, events, firstAt, lastAt }) => ({ id, events, firstAt, lastAt }));
    },

    subscribe: listeners.add,
    lease,

    async verify(stream, options = {}) {
      assertOpen();
      return reader.verify(stream, options);
    },

    async repair(stream, note) {
      const taken = await lease(stream);
      try {
        const found = await reader.verify(stream);
        const id = await attempt(() => log.idOf(stream));
        if (found.ok || id === undefined) return undefined;
        const { validUntil, message } = found;
        const at = Math.trunc(clock.now());
        const { setAside, stored } = await queue.run(() =>
          log.cut({ id, validUntil, at }, (count) => {
            const event = note({ validUntil, message, setAside: count });
            checkAppend(stream, [event]);
            return { stream, events: [event], texts: [bodyTextOf(event)], at };
          }),
        );
        listeners.tell(stream, stored);
        return { validUntil, message, setAside };
      } finally {
        taken.release();
      }
    },

    async setAside(stream) {
      assertOpen();
      return attempt(() => log.setAside(stream));
    },

    async reindex() {
      assertOpen();
      await attempt(() => indexes.forget());
      for (const { types } of options.indexes ?? []) await indexes.prepare({ types });
    },

    async delete(stream, { record } = {}) {
      assertWritable();
      const own = (await attempt(() => log.streams())).find(({ id }) => id === stream);
      if (own === undefined) return false;
      const taken = await lease(stream);
      try {
        const named = await reader.named(own.rowId);
        const kept = await record?.();
        if (kept !== undefined) checkKept(stream, kept);
        const also = kept && { ...kept, texts: kept.events.map(bodyTextOf), at: Math.trunc(clock.now()) };
        const stored = await queue.run(() => log.remove(stream, own.rowId, also));
        if (kept !== undefined) listeners.tell(kept.stream, stored);
        for (const address of await reader.unnamed(named)) await blobs.remove(address, own.lastAt);
        return true;
      } finally {
        taken.release();
      }
    },

    blobs,
    path,

    async close() {
      if (!open) return;
      open = false;
      await appendInGroup?.idle();
      await queue.idle();
      for (const held of [...leases.values()]) held.release();
      listeners.clear();
      if (!readOnly) log.checkpoint();
      database.close();
    },
  };
}
