import { rmSync } from 'node:fs';
import { type Database, loadSqlite } from '../src/store/sqlite-driver.js';
import { openFile, prepareFile } from '../src/store/sqlite-file.js';
import type { NewEvent, StoredEvent } from '../src/store/store.js';
import type { Contender, Done } from './scenario.js';

/** One append: what the store was given and what it made of it, hashes worked out beforehand. */
export interface Appended {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly rows: readonly StoredEvent[];
}

export interface RawOptions {
  readonly batches: readonly Appended[];
  readonly path: string;
  readonly expected: Done;
}

/** Prepared inserts into a file with the same tables and settings, as any program would make them. */
export function rawAppends({ batches, path, expected }: RawOptions): Contender {
  let database: Database | undefined;
  return {
    name: 'raw appends',
    expected,
    async before() {
      const open = await loadSqlite();
      database = openFile(open, prepareFile(path).path, { readOnly: false, durable: false, now: Date.now() });
    },
    async run() {
      if (database === undefined) throw new Error('the file is not open');
      appendAll(database, batches);
      return expected;
    },
    async after() {
      database?.close();
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    },
  };
}

function appendAll(database: Database, batches: readonly Appended[]): void {
  const insert = database.prepare(
    'INSERT INTO events (stream, seq, v, at, type, body, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const { lastInsertRowid: stream } = database
    .prepare('INSERT INTO streams (name) VALUES (?)')
    .run(batches[0]?.stream ?? '') as { readonly lastInsertRowid: number };
  for (const { rows } of batches) {
    database.exec('BEGIN IMMEDIATE');
    for (const { seq, v, at, type, body, hash } of rows) {
      insert.run(stream, seq, v, at, type, JSON.stringify(body), hash);
    }
    database.exec('COMMIT');
  }
}
