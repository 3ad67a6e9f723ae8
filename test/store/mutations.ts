import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'vitest';
import { isToolwrightError } from '../../src/base/error.js';
import { openSqliteStore } from '../../src/store/sqlite.js';
import type { Store, StoredEvent } from '../../src/store/store.js';
import { temporaryFolder } from './support.js';

/** What became of the streams of damaged copies. */
export interface Seen {
  mutations: number;
  /** The file could not be opened, or not even listed: typed, with words. */
  refused: number;
  /** Streams whose damage was found, with the prefix before it. */
  broken: number;
  /** Streams that were as written, or as they were at an earlier commit. */
  whole: number;
}

export const nothingSeen = (): Seen => ({ mutations: 0, refused: 0, broken: 0, whole: 0 });

/** A store as a killed process leaves it: most of it in the write-ahead log. */
export interface Originals {
  readonly file: Buffer;
  readonly log: Buffer;
  readonly streams: ReadonlyMap<string, readonly StoredEvent[]>;
  /** How many events of each stream there were when the log was so long. */
  readonly commits: readonly { readonly logBytes: number; readonly events: ReadonlyMap<string, number> }[];
}

export async function writeOriginals(): Promise<Originals> {
  const path = join(temporaryFolder(), 'store.db');
  const first = await openSqliteStore({ path });
  const streams = ['ses_0', 'ses_1', 'ses_2'];
  const counts = new Map<string, number>();
  const append = async (store: Store, stream: string, number: number): Promise<void> => {
    const body = { number, text: `${stream} é\u2028 `.repeat(12) };
    await store.append(stream, [{ type: 'counted', body }]);
    counts.set(stream, (counts.get(stream) ?? 0) + 1);
  };
  for (let number = 0; number < 8; number += 1) for (const stream of streams) await append(first, stream, number);
  await first.close();
  const store = await openSqliteStore({ path });
  const commits = [{ logBytes: 0, events: new Map(counts) }];
  for (let number = 8; number < 14; number += 1) {
    for (const stream of streams) {
      await append(store, stream, number);
      commits.push({ logBytes: readFileSync(`${path}-wal`).length, events: new Map(counts) });
    }
  }
  const known = await Promise.all(streams.map(async (stream) => [stream, await store.read(stream)] as const));
  const originals = { file: readFileSync(path), log: readFileSync(`${path}-wal`), streams: new Map(known), commits };
  await store.close();
  return originals;
}

/** Changes of the bytes: of the log, whose first changed byte is told, or of the file. */
export type Mutation =
  | { readonly of: 'log'; readonly from: number; readonly bytes: Buffer }
  | { readonly of: 'file'; readonly bytes: Buffer };

/** Opens a store of these bytes and holds what it answers against what was written. */
export async function checkMutation(
  mutation: Mutation,
  originals: Originals,
  { seen, folder }: Checking,
): Promise<void> {
  seen.mutations += 1;
  // A new file each time: this process may still have the one before open.
  const path = join(folder, `${seen.mutations}.db`);
  writeFileSync(path, mutation.of === 'file' ? mutation.bytes : originals.file);
  writeFileSync(`${path}-wal`, mutation.of === 'log' ? mutation.bytes : '');
  const least = mutation.of === 'log' ? committedBefore(mutation.from, originals) : undefined;
  const store = await typed(openSqliteStore({ path, lockTimeoutMs: 200 }));
  if (store === undefined) {
    seen.refused += 1;
    expect(least, 'a change of the log alone never costs the file').toBeUndefined();
    return;
  }
  try {
    for (const [stream, original] of originals.streams) {
      const found = await typed(store.verify(stream));
      if (found === undefined) continue;
      const valid = found.ok ? found.events : found.validUntil;
      expect(await store.read(stream, { limit: valid })).toEqual(original.slice(0, valid));
      if (least !== undefined) expect(valid).toBeGreaterThanOrEqual(least.get(stream) ?? 0);
      // More than another reader finds is as well: all of it was held against what was written.
      else expect(valid).toBeGreaterThanOrEqual(readableRows(path, original));
      seen[found.ok ? 'whole' : 'broken'] += 1;
    }
  } finally {
    await store.close();
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  }
}

interface Checking {
  readonly seen: Seen;
  readonly folder: string;
}

/** Undefined for a failure, which must be one of the store's own. */
async function typed<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (thrown) {
    if (!isToolwrightError(thrown)) throw thrown;
    expect(thrown.code).toMatch(/^store-/);
    return undefined;
  }
}

/** What was acknowledged when the log ended before this byte. */
function committedBefore(byte: number, { commits }: Originals): ReadonlyMap<string, number> {
  return commits.findLast(({ logBytes }) => logBytes <= byte)?.events ?? new Map();
}

/** Another reader: how many rows of a stream, from the first on, SQLite gives as they were written. */
function readableRows(path: string, original: readonly StoredEvent[]): number {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const stream = String((original[0]?.body as { text: string }).text).slice(0, 5);
    const select = database.prepare(
      'SELECT * FROM events WHERE stream = (SELECT id FROM streams WHERE name = ?) AND seq > ? ORDER BY seq LIMIT 1',
    );
    for (const [at, event] of original.entries()) {
      const row = rowOf(() => select.get(stream, at));
      const same =
        row !== undefined &&
        row['seq'] === event.seq &&
        row['v'] === event.v &&
        row['at'] === event.at &&
        row['type'] === event.type &&
        row['hash'] === event.hash &&
        row['body'] === JSON.stringify(event.body);
      if (!same) return at;
    }
    return original.length;
  } finally {
    database.close();
  }
}

function rowOf(get: () => unknown): Record<string, unknown> | undefined {
  try {
    return get() as Record<string, unknown> | undefined;
  } catch {
    return undefined;
  }
}

/** The same numbers in every run, so that a failure can be repeated. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** How many of each kind, and where to begin. */
export interface Share {
  readonly seed: number;
  readonly cuts: number;
  readonly flips: number;
  readonly garbage: number;
}

/** Mutations of the bytes of the log and of the file. */
export function* mutationsOf(
  { file, log, commits }: Originals,
  { seed, cuts, flips, garbage }: Share,
): Generator<Mutation> {
  const random = createRandom(seed);
  const pageBytes = 4096;
  // The last three records: every byte of the log from there on, as far as the share goes.
  const tail = commits.at(-4)?.logBytes ?? 0;
  const step = Math.max(1, Math.floor((log.length - tail) / cuts));
  for (let from = tail + random(step); from < log.length; from += step)
    yield { of: 'log', from, bytes: log.subarray(0, from) };
  for (let at = 1; at < cuts; at += 1)
    yield { of: 'file', bytes: file.subarray(0, Math.floor((file.length * at) / cuts) + random(3)) };
  for (let at = 0; at < flips; at += 1) {
    yield { of: 'log', ...flipped(log, random(log.length * 8)) };
    yield { of: 'file', bytes: flipped(file, random(file.length * 8)).bytes };
  }
  for (let from = 0; from < log.length; from += pageBytes) yield { of: 'log', from, bytes: zeroed(log, from) };
  for (let from = 0; from < file.length; from += pageBytes) yield { of: 'file', bytes: zeroed(file, from) };
  for (let at = 0; at < garbage; at += 1) {
    const more = Buffer.from(Array.from({ length: 1 + random(5000) }, () => random(256)));
    yield { of: 'log', from: log.length, bytes: Buffer.concat([log, more]) };
    yield { of: 'file', bytes: Buffer.concat([file, more]) };
    yield { of: 'log', from: log.length, bytes: Buffer.concat([log, Buffer.from('\r\n{"seq":7}\u2028\n')]) };
  }
}

function flipped(bytes: Buffer, bit: number): { readonly from: number; readonly bytes: Buffer } {
  const from = bit >> 3;
  const copy = Buffer.from(bytes);
  copy[from] = (copy[from] ?? 0) ^ (1 << (bit & 7));
  return { from, bytes: copy };
}

const zeroed = (bytes: Buffer, from: number): Buffer =>
  Buffer.from(bytes).fill(0, from, Math.min(bytes.length, from + 4096));

/** Changes rows by hand: each removed, doubled and swapped, and so many bits flipped. Answers how many changes were found. */
export async function rowMutations(bits: number, seed: number): Promise<number> {
  const path = join(temporaryFolder(), 'rows.db');
  const store = await openSqliteStore({ path });
  const rows = new DatabaseSync(path);
  try {
    const text = 'é "x" \u2028\u0000 '.repeat(80);
    const events = Array.from({ length: 8 }, (_, number) => ({ type: 'counted', body: { number, text } }));
    await store.append('ses_a', events);
    const original = await store.read('ses_a');
    let done = 0;
    const spoil = async (sql: string, validUntil: number): Promise<void> => {
      rows.exec(`BEGIN; ${sql}; COMMIT`);
      const found = await store.verify('ses_a');
      expect(found, sql.slice(0, 200)).toMatchObject({ ok: false, validUntil });
      expect(await store.read('ses_a', { limit: validUntil })).toEqual(original.slice(0, validUntil));
      rows.exec('BEGIN; DELETE FROM events; INSERT INTO events SELECT * FROM kept; COMMIT');
      done += 1;
    };
    rows.exec('PRAGMA synchronous = OFF; CREATE TEMP TABLE kept AS SELECT * FROM events');
    for (let seq = 1; seq <= 8; seq += 1) {
      // What is cut off at the end leaves a shorter stream that is whole: only a hash noted down elsewhere tells.
      if (seq < 8) await spoil(`DELETE FROM events WHERE seq = ${seq}`, seq - 1);
      if (seq < 8) await spoil(`DELETE FROM events WHERE seq <= ${seq}`, 0);
      await spoil(`INSERT INTO events SELECT stream, 9, v, at, type, body, hash FROM events WHERE seq = ${seq}`, 8);
      if (seq === 8) continue;
      await spoil(
        `UPDATE events SET seq = -1 WHERE seq = ${seq}; UPDATE events SET seq = ${seq} WHERE seq = ${seq + 1}; UPDATE events SET seq = ${seq + 1} WHERE seq = -1`,
        seq - 1,
      );
    }
    const random = createRandom(seed);
    for (let at = 0; at < bits; at += 1) {
      const seq = 1 + random(8);
      const column = ['body', 'body', 'body', 'hash', 'type'][random(5)] ?? 'body';
      const value = rows.prepare(`SELECT CAST(${column} AS BLOB) AS value FROM events WHERE seq = ?`).get(seq) as {
        value: Uint8Array;
      };
      const { bytes } = flipped(Buffer.from(value.value), random(value.value.length * 8));
      await spoil(
        `UPDATE events SET ${column} = CAST(x'${bytes.toString('hex')}' AS TEXT) WHERE seq = ${seq}`,
        seq - 1,
      );
    }
    return done;
  } finally {
    rows.close();
    await store.close();
  }
}
