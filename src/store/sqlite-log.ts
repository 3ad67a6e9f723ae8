import { succeeds } from '../base/attempt.js';
import { type ChainHead, type ChainRow, genesis, hashEvent } from './chain.js';
import { eventVersion } from './event.js';
import { type Database, inTransaction, type Statement } from './sqlite-driver.js';
import { removeFromIndexes } from './sqlite-index.js';
import type { NewEvent, SetAsideEvent, StoredEvent, StreamSummary } from './store.js';
import { isConstraint, isDamage } from './store-error.js';

interface Cut {
  readonly id: number;
  readonly validUntil: number;
  readonly at: number;
}

/** What is appended. `texts` are the bodies as they are stored. */
export interface Addition {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly texts: readonly string[];
  readonly at: number;
}

/** `rowId` is what the events' rows name their stream by. */
interface Summary extends StreamSummary {
  readonly rowId: number;
}

interface Head extends ChainHead {
  readonly id: number;
}

const cachedHeads = 10_000;
/** Rows of one INSERT; a statement is kept for each number of rows. */
const rowsAtOnce = 32;

export type SqliteLog = ReturnType<typeof createSqliteLog>;

/** The tables of one open file. Everything here is synchronous and fails with the errors of SQLite. */
export function createSqliteLog(database: Database) {
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  const inserts = new Map<number, Statement>();
  const insertStream = prepare('INSERT INTO streams (name) VALUES (?) RETURNING id');
  const selectId = prepare('SELECT id FROM streams WHERE name = ?');
  const selectName = prepare('SELECT name FROM streams WHERE id = ?');
  const selectStreams = prepare('SELECT id, name FROM streams ORDER BY id');
  const selectFirst = prepare('SELECT at FROM events WHERE stream = ? ORDER BY seq LIMIT 1');
  const selectLast = prepare('SELECT seq, hash, at FROM events WHERE stream = ? ORDER BY seq DESC LIMIT 1');
  const selectHead = prepare('SELECT seq, hash FROM events WHERE stream = ? AND seq = ?');
  const selectRow = prepare('SELECT seq, v, at, type, body, hash FROM events WHERE stream = ? AND seq = ?');
  const selectPage = prepare(
    'SELECT seq, v, at, type, body, hash FROM events WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  const selectBlobPage = prepare(
    `SELECT seq, body FROM events WHERE stream = ? AND seq > ? AND instr(body, 'blob:') > 0 ORDER BY seq LIMIT ?`,
  );
  /** The head of each stream as this process last saw it; the primary key finds out when another process moved on. */
  const heads = new Map<string, Head>();

  /** Moves the write-ahead log into the file, as far as others who are reading let it. A log that stays is read as well. */
  const checkpoint = (): void => void succeeds(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));

  function idOf(stream: string): number | undefined {
    return (selectId.get(stream) as [number] | undefined)?.[0];
  }

  function readHead(stream: string): Head {
    const id = idOf(stream) ?? (insertStream.get(stream) as [number])[0];
    const last = selectLast.get(id) as [number, string] | undefined;
    return last === undefined ? { id, ...genesis(stream) } : { id, seq: last[0], hash: last[1] };
  }

  /** One statement for so many rows: it is a transaction by itself, and one step into SQLite instead of many. */
  function insertOf(rows: number): Statement {
    const known = inserts.get(rows);
    if (known !== undefined) return known;
    const values = Array.from({ length: rows }, (_, row) => {
      const first = 4 + row * 4;
      return `(?1, ?${first}, ?2, ?3, ?${first + 1}, ?${first + 2}, ?${first + 3})`;
    });
    const made = prepare(`INSERT INTO events (stream, seq, v, at, type, body, hash) VALUES ${values.join(', ')}`);
    inserts.set(rows, made);
    return made;
  }

  function insertAll(head: Head, { events, texts, at }: Addition): Inserted {
    const stored: StoredEvent[] = [];
    let { seq, hash } = head;
    for (let from = 0; from < events.length; from += rowsAtOnce) {
      const some = events.slice(from, from + rowsAtOnce);
      const values: (number | string)[] = [head.id, eventVersion, at];
      for (const { type, body } of some) {
        const bodyText = texts[stored.length] ?? 'null';
        seq += 1;
        hash = hashEvent({ previous: hash, v: eventVersion, seq, at, type, bodyText });
        values.push(seq, type, bodyText, hash);
        stored.push({ v: eventVersion, seq, at, type, body, hash });
      }
      // `get` answers nothing here and is faster than `run`, which makes an object.
      insertOf(some.length).get(...values);
    }
    return { stored, head: { id: head.id, seq, hash } };
  }

  /** A stream whose first or last event cannot be read is still listed. */
  function summaryOf(rowId: number, id: string): Summary {
    try {
      const firstAt = (selectFirst.get(rowId) as [number] | undefined)?.[0] ?? 0;
      const [events, , lastAt] = (selectLast.get(rowId) as [number, string, number] | undefined) ?? [0, '', 0];
      return { rowId, id, events, firstAt, lastAt };
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      return { rowId, id, events: 0, firstAt: 0, lastAt: 0 };
    }
  }

  /** What fits one statement is a transaction by itself. A head that is out of date violates a key: nothing is written. */
  function insertAfterCached(added: Addition): Inserted | undefined {
    const { stream, events } = added;
    const cached = heads.get(stream);
    if (cached === undefined) return undefined;
    heads.delete(stream);
    try {
      if (events.length <= rowsAtOnce) return insertAll(cached, added);
      return inTransaction(database, () => insertAll(cached, added));
    } catch (thrown) {
      if (isConstraint(thrown)) return undefined;
      throw thrown;
    }
  }

  return {
    append(added: Addition): readonly StoredEvent[] {
      const { stream } = added;
      const { stored, head } =
        insertAfterCached(added) ?? inTransaction(database, () => insertAll(readHead(stream), added));
      if (heads.size >= cachedHeads) heads.clear();
      heads.set(stream, head);
      return stored;
    },

    /** All of them in one transaction, and so with one sync to disk. */
    appendAll(additions: readonly Addition[]): readonly (readonly StoredEvent[])[] {
      for (const { stream } of additions) heads.delete(stream);
      return inTransaction(database, () => additions.map((one) => insertAll(readHead(one.stream), one).stored));
    },

    idOf,
    /** How many events a stream has. */
    lengthOf(stream: string): number {
      const id = idOf(stream);
      return id === undefined ? 0 : ((selectLast.get(id) as [number] | undefined)?.[0] ?? 0);
    },
    nameOf: (id: number): string | undefined => (selectName.get(id) as [string] | undefined)?.[0],

    /** The end of the chain up to `seq`, or undefined when there is no such event. */
    headAt(id: number, seq: number): ChainHead | undefined {
      const row = selectHead.get(id, seq) as [number, string] | undefined;
      return row === undefined ? undefined : { seq: row[0], hash: row[1] };
    },

    rowAt(id: number, seq: number): ChainRow | undefined {
      const row = selectRow.get(id, seq) as StoredRow | undefined;
      return row === undefined ? undefined : chainRow(row);
    },

    page: (id: number, after: number, limit: number): readonly ChainRow[] =>
      (selectPage.all(id, after, limit) as StoredRow[]).map(chainRow),

    /** Events whose body may name a blob, as `[seq, text of the body]`. */
    blobPage: (id: number, after: number, limit: number): readonly (readonly [number, string])[] =>
      selectBlobPage.all(id, after, limit) as [number, string][],

    streams: (): readonly Summary[] =>
      (selectStreams.all() as [number, string][]).map(([rowId, id]) => summaryOf(rowId, id)),

    /** Also appends to another stream, in the same transaction. */
    remove(stream: string, id: number, also?: Addition): readonly StoredEvent[] {
      heads.delete(stream);
      const stored = inTransaction(database, () => {
        const added = also === undefined ? undefined : insertAll(readHead(also.stream), also);
        prepare('DELETE FROM events WHERE stream = ?').run(id);
        prepare('DELETE FROM set_aside WHERE stream = ?').run(id);
        prepare('DELETE FROM streams WHERE id = ?').run(id);
        removeFromIndexes(database, id);
        return added?.stored ?? [];
      });
      if (also !== undefined) heads.delete(also.stream);
      // Deleted text also leaves the write-ahead log.
      checkpoint();
      return stored;
    },

    /** Sets aside what follows event `validUntil` and appends, in one transaction; answers how many events were set aside. */
    cut({ id, validUntil, at }: Cut, note: (setAside: number) => Addition) {
      return inTransaction(database, () => {
        prepare(`INSERT INTO set_aside (stream, repaired_at, seq, v, at, type, body, hash)
          SELECT stream, ?3, seq, v, at, type, body, hash FROM events
          WHERE stream = ?1 AND (seq > ?2 OR seq < 1) ORDER BY seq`).run(id, validUntil, at);
        const [setAside] = prepare('SELECT changes()').get() as [number];
        prepare('DELETE FROM events WHERE stream = ?1 AND (seq > ?2 OR seq < 1)').run(id, validUntil);
        // The index may know of events that are gone.
        removeFromIndexes(database, id);
        const addition = note(setAside);
        heads.delete(addition.stream);
        return { setAside, stored: insertAll(readHead(addition.stream), addition).stored };
      });
    },

    setAside(stream: string): readonly SetAsideEvent[] {
      // A file of the first version that is only read has none.
      if (prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'set_aside'`).get() === undefined) return [];
      const rows = prepare(`SELECT repaired_at, seq, v, at, type, body, hash FROM set_aside
        WHERE stream = (SELECT id FROM streams WHERE name = ?) ORDER BY id`).all(stream);
      return (rows as [number, ...StoredRow][]).map(([repairedAt, seq, v, at, type, body, hash]) => ({
        repairedAt,
        seq,
        v,
        at,
        type,
        body,
        hash,
      }));
    },

    checkpoint,
  };
}

type StoredRow = [seq: number, v: number, at: number, type: string, body: string, hash: string];

const chainRow = ([seq, v, at, type, bodyText, hash]: StoredRow): ChainRow => ({ seq, v, at, type, bodyText, hash });

interface Inserted {
  readonly stored: readonly StoredEvent[];
  readonly head: Head;
}
