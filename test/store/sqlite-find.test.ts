import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite.js';
import { type Database, loadSqlite } from '../../src/store/sqlite-driver.js';
import type { EventIndex, EventQuery, FoundEvent, Store } from '../../src/store/store.js';
import { verifies } from '../requirements.js';
import { failureOf, temporaryFolder, tickingClock } from './support.js';

const index: EventIndex = { name: 'decided', types: ['decided'], fields: ['verdict'] };
const other: EventIndex = { ...index, fields: ['verdict', 'tool'] };

async function open(path: string, ...indexes: readonly EventIndex[]): Promise<Store> {
  const store = await openSqliteStore({ path, indexes, clock: tickingClock(), lockTimeoutMs: 300 });
  onTestFinished(() => store.close());
  return store;
}

/** A file made without an index, with a few events. */
async function plainFile(): Promise<string> {
  const path = join(temporaryFolder(), 'store.db');
  const store = await open(path);
  for (const verdict of ['allow', 'deny', 'ask', 'deny'])
    await store.append('a', [{ type: 'decided', body: { verdict } }]);
  await store.append('b', [{ type: 'decided', body: { verdict: 'deny' } }]);
  await store.close();
  return path;
}

async function raw(path: string): Promise<Database> {
  const database = (await loadSqlite())(path, { timeout: 1000 });
  onTestFinished(() => {
    if (database.isTransaction) database.exec('ROLLBACK');
    database.close();
  });
  return database;
}

/** What the file says of its indexes. */
async function indexesOf(path: string): Promise<readonly string[]> {
  const rows = (await raw(path)).prepare(`SELECT value FROM meta WHERE key LIKE 'find-%'`).all();
  return (rows as { readonly value: string }[]).map(({ value }) => value);
}

async function foundBy(store: Store, query: EventQuery): Promise<readonly FoundEvent[]> {
  const found: FoundEvent[] = [];
  for await (const event of store.find(query)) found.push(event);
  return found;
}

const denied = (store: Store) => foundBy(store, { types: ['decided'], where: { verdict: 'deny' } });

const places = (events: readonly FoundEvent[]) => events.map(({ stream, seq }) => `${stream}${seq}`);

describe('an index of a SQLite store', () => {
  it('is made for a file that has none, once, and kept up by appends', async () => {
    verifies('core.store.find-indexed');
    const path = await plainFile();
    expect(await indexesOf(path)).toEqual([]);
    const store = await open(path, index);
    expect(places(await denied(store))).toEqual(['b1', 'a4', 'a2']);
    await store.append('b', [{ type: 'decided', body: { verdict: 'deny' } }]);
    expect(places(await denied(store)).toSorted()).toEqual(['a2', 'a4', 'b1', 'b2']);
    await store.close();
    expect(await indexesOf(path)).toEqual(['{"types":["decided"],"fields":["verdict"]}']);
    const again = await open(path, index);
    expect(places(await denied(again)).toSorted()).toEqual(['a2', 'a4', 'b1', 'b2']);
    const rows = (await raw(path)).prepare('SELECT count(*) AS count FROM "find-decided" WHERE field0 = ?').get('deny');
    expect({ ...(rows as object) }).toEqual({ count: 4 });
  });

  it('that was tampered with is made anew from the events', async () => {
    verifies('policy.audit.verify-index');
    const path = await plainFile();
    const store = await open(path, index);
    await denied(store);
    const database = await raw(path);
    database.exec(`DELETE FROM "find-decided" WHERE seq = 2; UPDATE "find-decided" SET field0 = 'allow' WHERE seq = 4`);
    expect(places(await denied(store))).toEqual(['b1']);
    await store.reindex();
    expect(places(await denied(store))).toEqual(['b1', 'a4', 'a2']);
  });

  it('is made anew when another is wanted under its name', async () => {
    const path = await plainFile();
    await denied(await open(path, index));
    const store = await open(path, other);
    expect(places(await denied(store))).toEqual(['b1', 'a4', 'a2']);
    expect(await indexesOf(path)).toEqual(['{"types":["decided"],"fields":["verdict","tool"]}']);
  });

  it('is done without where it cannot be made: the file is read-only, or in use this moment', async () => {
    verifies('core.store.find-indexed');
    const path = await plainFile();
    const database = await raw(path);
    database.exec('BEGIN IMMEDIATE');
    const busy = await open(path, index);
    expect(places(await denied(busy))).toEqual(['b1', 'a4', 'a2']);
    database.exec('ROLLBACK');
    expect(await indexesOf(path)).toEqual([]);
    await busy.close();
    chmodSync(path, 0o400);
    const readOnly = await open(path, index);
    expect(places(await denied(readOnly))).toEqual(['b1', 'a4', 'a2']);
  });

  it('holds nothing of a stream that was removed', async () => {
    const path = await plainFile();
    const store = await open(path, index);
    await denied(store);
    await store.delete('a');
    expect(places(await denied(store))).toEqual(['b1']);
    const database = await raw(path);
    for (const table of ['find-decided', 'find-decided-done']) {
      const row = database.prepare(`SELECT count(*) AS count FROM "${table}"`).get() as { readonly count: number };
      expect(row.count, table).toBe(1);
    }
  });

  it('is made in steps, so that others can write between, and goes on where another left it', async () => {
    const path = join(temporaryFolder(), 'store.db');
    const store = await open(path, index);
    const many = Array.from({ length: 45_000 }, (_, at) => ({
      type: 'decided',
      body: { verdict: at % 9000 === 0 ? 'deny' : 'ask' },
    }));
    await store.append('long', many);
    const second = await open(path, index);
    const [found, other] = await Promise.all([
      denied(store),
      denied(second),
      store.append('b', [{ type: 'x', body: 1 }]),
    ]);
    const wanted = [36001, 27001, 18001, 9001, 1].map((seq) => `long${seq}`);
    expect(places(found)).toEqual(wanted);
    expect(places(other)).toEqual(wanted);
    // A long stream by itself is looked for in the index too.
    expect(await store.streamsWith({ types: ['decided'], streams: ['long'], where: { verdict: 'deny' } })).toEqual([
      'long',
    ]);
  });

  it('leads to no event of a stream that was removed while others of it were read', async () => {
    const store = await open(await plainFile(), index);
    const found: string[] = [];
    for await (const { stream, seq } of store.find({ types: ['decided'], order: 'oldest' })) {
      found.push(`${stream}${seq}`);
      if (seq === 2) await store.delete('a');
    }
    expect(found).toEqual(['a1', 'a2', 'b1']);
  });

  it('is not made to look for something in one short stream', async () => {
    const path = await plainFile();
    const store = await open(path, index);
    const inOne = { types: ['decided'], streams: ['a'], where: { verdict: 'deny' } };
    expect(places(await foundBy(store, inOne))).toEqual(['a4', 'a2']);
    expect(await store.streamsWith(inOne)).toEqual(['a']);
    expect(await indexesOf(path)).toEqual([]);
  });

  it('is refused when it is none', async () => {
    const path = join(temporaryFolder(), 'store.db');
    const wrong = [
      { ...index, name: 'a"b' },
      { ...index, name: '' },
      { ...index, types: [] },
      { ...index, types: ['a b'] },
      { ...index, fields: ["x') --"] },
    ];
    for (const one of wrong)
      expect((await failureOf(openSqliteStore({ path, indexes: [one] }))).code).toBe('bad-option');
  });
});

describe('an event that was tampered with', () => {
  it('is found, and told as damaged; so is what follows a changed hash', async () => {
    verifies('policy.audit.damage-shown', 'core.store.tamper');
    const path = await plainFile();
    const store = await open(path, index);
    await denied(store);
    const database = await raw(path);
    // It was a denial when it was written.
    database.exec(`UPDATE events SET body = '{"verdict":"allow"}' WHERE stream = 1 AND seq = 2`);
    expect((await denied(store)).map(({ stream, seq, intact }) => ({ place: `${stream}${seq}`, intact }))).toEqual([
      { place: 'b1', intact: true },
      { place: 'a4', intact: true },
      { place: 'a2', intact: false },
    ]);
    database.exec(`UPDATE events SET hash = '00' WHERE stream = 1 AND seq = 3`);
    expect((await denied(store)).map(({ intact }) => intact)).toEqual([true, false, false]);
  });

  it('is found though its body is no JSON any more, and is no hindrance to making the index', async () => {
    const path = await plainFile();
    const database = await raw(path);
    database.exec(`UPDATE events SET body = '{"verdict":' WHERE stream = 1 AND seq = 3`);
    const store = await open(path, index);
    const found = await foundBy(store, { types: ['decided'], streams: ['a', 'never'] });
    expect(await indexesOf(path)).toHaveLength(1);
    expect(found.map(({ body, intact }) => ({ body, intact }))).toEqual([
      { body: { verdict: 'deny' }, intact: true },
      { body: null, intact: false },
      { body: { verdict: 'deny' }, intact: true },
      { body: { verdict: 'allow' }, intact: true },
    ]);
    expect(places(await denied(store))).toEqual(['b1', 'a4', 'a2']);
  });

  it('is found though its time or its version was changed', async () => {
    verifies('policy.audit.damage-shown');
    const path = await plainFile();
    const store = await open(path, index);
    await denied(store);
    const database = await raw(path);
    for (const change of ['at = at + 5', 'v = 2']) {
      database.exec(`UPDATE events SET ${change} WHERE stream = 1 AND seq = 2`);
      expect((await denied(store)).map(({ intact }) => intact)).toEqual([true, true, false]);
    }
  });

  it('ends the search for a hash', async () => {
    verifies('policy.audit.verify');
    const path = await plainFile();
    const store = await open(path, index);
    const hashes = (await store.read('a')).map(({ hash }) => hash);
    (await raw(path)).exec(`UPDATE events SET at = 5 WHERE stream = 1 AND seq = 3`);
    expect(await store.verify('a', { hash: hashes[1] })).toMatchObject({ ok: false, validUntil: 2, found: 2 });
    expect(await store.verify('a', { hash: hashes[3] })).not.toHaveProperty('found');
  });
});
