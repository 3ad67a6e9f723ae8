import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, inTransaction } from './sqlite-driver.js';
import type { EventIndex, EventQuery } from './store.js';
import { isBusy, isFull } from './store-error.js';

/** How many events are looked at in one transaction, so that others can write between. */
const stepEvents = 20_000;

/**
 * Tables that tell where the events of some types are, by time and by members of their bodies. Appending does not touch
 * them: they are brought up to date by whoever looks for something, and what was appended since is little.
 */
export function createSqliteIndexes({ database, indexes, readOnly }: IndexesOptions) {
  return {
    /**
     * The index for a query, up to date. Undefined where there is none, or it cannot be kept (a file that is read-only,
     * full or in use this very moment): the events themselves are searched then.
     */
    async prepare({ types }: Pick<EventQuery, 'types'>): Promise<EventIndex | undefined> {
      const index = indexes.find((one) => types.every((type) => one.types.includes(type)));
      if (index === undefined || readOnly) return undefined;
      try {
        if (!isMade(database, index)) inTransaction(database, () => make(database, index));
        // Where there is nothing to write, nobody is kept from writing.
        while (behind(database, index).length > 0) {
          inTransaction(database, () => step(database, index));
          await nextTurn();
        }
        return index;
      } catch (thrown) {
        if (isBusy(thrown) || isFull(thrown)) return undefined;
        throw thrown;
      }
    },
    /** They are made anew when something is looked for next. */
    forget(): void {
      if (readOnly) return;
      try {
        inTransaction(database, () => {
          for (const index of indexes) database.prepare('DELETE FROM meta WHERE key = ?').run(metaKey(index));
        });
      } catch (thrown) {
        // Where nothing can be written, nothing can be made anew.
        if (!isFull(thrown)) throw thrown;
      }
    },
  };
}

export type SqliteIndexes = ReturnType<typeof createSqliteIndexes>;

interface IndexesOptions {
  readonly database: Database;
  readonly indexes: readonly EventIndex[];
  readonly readOnly: boolean;
}

/** Takes a removed stream out of every index there is. */
export function removeFromIndexes(database: Database, stream: number): void {
  for (const name of tables(database)) database.prepare(`DELETE FROM "${name}" WHERE stream = ?`).run(stream);
}

/** Nothing of what is no JSON to SQLite. */
export const fieldTerm = (field: string): string =>
  `CASE WHEN json_valid(body) THEN json_extract(body, '$.${field}') END`;

export const typesTerm = (types: readonly string[]): string =>
  `type IN (${types.map((type) => `'${type.replaceAll("'", "''")}'`).join(', ')})`;

export const indexTable = ({ name }: EventIndex): string => `"find-${name}"`;

/** The column that holds a field; undefined when the index does not know it. */
export function indexColumn({ fields }: EventIndex, field: string): string | undefined {
  const at = fields.indexOf(field);
  return at === -1 ? undefined : `field${at}`;
}

/** Up to which event of each stream an index goes. */
const progressTable = ({ name }: EventIndex): string => `"find-${name}-done"`;
const metaKey = ({ name }: EventIndex): string => `find-${name}`;
const definition = ({ types, fields }: EventIndex): string => JSON.stringify({ types, fields });

function tables(database: Database): readonly string[] {
  const rows = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'find-%'`).all();
  return (rows as { readonly name: string }[]).map(({ name }) => name);
}

function isMade(database: Database, index: EventIndex): boolean {
  const row = database.prepare('SELECT value FROM meta WHERE key = ?').get(metaKey(index));
  return (row as { readonly value: string } | undefined)?.value === definition(index);
}

function make(database: Database, index: EventIndex): void {
  // Another process may have been faster.
  if (isMade(database, index)) return;
  const fields = index.fields.map((_, at) => `field${at} ANY, `).join('');
  database.exec(`
    DROP TABLE IF EXISTS ${indexTable(index)};
    DROP TABLE IF EXISTS ${progressTable(index)};
    CREATE TABLE ${indexTable(index)} (
      at INTEGER NOT NULL, stream INTEGER NOT NULL, seq INTEGER NOT NULL, type TEXT NOT NULL, ${fields}
      PRIMARY KEY (type, at, stream, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE ${progressTable(index)} (stream INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT;`);
  database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(metaKey(index), definition(index));
}

interface Behind {
  readonly id: number;
  /** The last event the index knows of, and the last there is. */
  readonly done: number;
  readonly last: number;
}

/** The streams an index does not wholly know. */
function behind(database: Database, index: EventIndex): readonly Behind[] {
  const select = database.prepare(`
    SELECT id, done, last FROM (
      SELECT id, coalesce(progress.seq, 0) AS done, (SELECT max(seq) FROM events WHERE stream = id) AS last
      FROM streams LEFT JOIN ${progressTable(index)} AS progress ON progress.stream = id
    ) WHERE last > done`);
  return select.all() as unknown as readonly Behind[];
}

/** Goes on by some events. */
function step(database: Database, index: EventIndex): void {
  const values = ['at', 'stream', 'seq', 'type', ...index.fields.map(fieldTerm)].join(', ');
  const add = database.prepare(`INSERT OR REPLACE INTO ${indexTable(index)}
    SELECT ${values} FROM events WHERE stream = ? AND seq > ? AND seq <= ? AND ${typesTerm(index.types)}`);
  const note = database.prepare(`INSERT OR REPLACE INTO ${progressTable(index)} VALUES (?, ?)`);
  let left = stepEvents;
  for (const { id, done, last } of behind(database, index)) {
    if (left <= 0) return;
    const upTo = Math.min(last, done + left);
    add.run(id, done, upTo);
    note.run(id, upTo);
    left -= upTo - done;
  }
}
