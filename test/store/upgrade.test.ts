import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../src/base/digest.js';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { renderJsonLines } from '../../src/session/export-session.js';
import { openSession } from '../../src/session/session.js';
import { listSessions, readSession } from '../../src/session/sessions.js';
import { transcriptOf } from '../../src/session/transcript.js';
import { genesis, hashEvent } from '../../src/store/chain.js';
import { openSqliteStore } from '../../src/store/sqlite.js';
import { schemaVersion } from '../../src/store/sqlite-schema.js';
import { verifies } from '../requirements.js';
import { failureOf, temporaryFolder } from './support.js';

const fixture = readFileSync(new URL('../fixtures/store/version-1.sql', import.meta.url), 'utf8');
const session = 'ses_01m7h40s3azrtrrm2mas372zbv';

/** A file as release 0.1.0 left it. */
function earlierStore(): string {
  const path = join(temporaryFolder(), 'store.db');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(fixture);
  database.close();
  return path;
}

const one = (path: string, sql: string): unknown => {
  const database = new DatabaseSync(path);
  const [value] = Object.values(database.prepare(sql).get() as object);
  database.close();
  return value;
};
const schemaOf = (path: string): unknown =>
  one(path, `SELECT group_concat(name, ' ') FROM (SELECT name FROM sqlite_schema ORDER BY name)`);

async function open(path: string, readOnly = false) {
  const store = await openSqliteStore({ path, readOnly });
  onTestFinished(() => store.close());
  return store;
}

it('brings a store of release 0.1.0 to the present version, keeps a copy of it, and goes on with its session', async () => {
  verifies('durability.upgrade.forward', 'design.rooms.store-migrations', 'durability.upgrade.unknown');
  verifies('local-harness.provider.persistence');
  const path = earlierStore();
  const store = await open(path);
  expect(await store.verify(session)).toMatchObject({ ok: true, events: 16 });
  expect(await store.verify('user')).toMatchObject({ ok: true, events: 1 });
  expect(one(path, 'PRAGMA user_version')).toBe(schemaVersion);

  const fresh = join(temporaryFolder(), 'fresh.db');
  await (await openSqliteStore({ path: fresh })).close();
  expect(schemaOf(path)).toBe(schemaOf(fresh));

  const copy = `${path}-v1`;
  expect(one(copy, 'PRAGMA user_version')).toBe(1);
  expect(one(copy, 'PRAGMA application_id')).toBe(one(path, 'PRAGMA application_id'));
  expect(one(copy, 'SELECT count(*) FROM events')).toBe(17);
  expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');

  expect(await listSessions(store)).toMatchObject([{ id: session, messages: 2, firstMessage: 'write a note' }]);
  const stored = await readSession(store, session);
  expect(transcriptOf(stored.events).map(({ kind }) => kind)).toEqual(['person', 'call', 'model']);
  expect(renderJsonLines(stored)).toContain('"weather-changed"');
  const model = scriptedModel([{ text: 'Gone on.' }]);
  const again = await openSession({ model, store, session, workspace: temporaryFolder() });
  expect(await again.send('and now?').result).toMatchObject({ reason: 'answered', text: 'Gone on.' });
  expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ]);
  await again.close();
  expect(await store.verify(session)).toMatchObject({ ok: true });
  expect((await store.read(session))[15]).toMatchObject({ type: 'weather-changed', body: { from: 'rain', to: 'sun' } });
});

it('reads an earlier store without changing it where it may only be read', async () => {
  verifies('durability.upgrade.forward');
  const path = earlierStore();
  const before = sha256(readFileSync(path));
  const store = await open(path, true);
  expect(await store.read(session)).toHaveLength(16);
  expect(await store.setAside(session)).toEqual([]);
  expect(sha256(readFileSync(path))).toBe(before);
  expect(existsSync(`${path}-v1`)).toBe(false);
});

it('lets two open an earlier store at once', async () => {
  const path = earlierStore();
  const stores = await Promise.all([open(path), open(path), open(path)]);
  for (const store of stores) expect(await store.read(session)).toHaveLength(16);
  await stores[1]?.append(session, [{ type: 'more', body: 1 }]);
  expect(await stores[2]?.verify(session)).toMatchObject({ ok: true, events: 17 });
});

it('leaves an earlier store as it was when no copy of it can be made', async () => {
  verifies('durability.upgrade.whole');
  const path = earlierStore();
  // Where the copy would lie there is a folder.
  mkdirSync(`${path}-v1`);
  mkdirSync(join(`${path}-v1`, 'in-the-way'));
  const failure = await failureOf(openSqliteStore({ path }));
  expect(failure.code).toBe('store-unavailable');
  expect(one(path, 'PRAGMA user_version')).toBe(1);
  expect(existsSync(`${path}-v1.part`)).toBe(false);
});

it('refuses a newer file and a newer event, and changes nothing in them', async () => {
  verifies('durability.upgrade.refused', 'core.bad-input.store-newer');
  const path = earlierStore();
  const newer = new DatabaseSync(path);
  newer.exec(`PRAGMA user_version = ${schemaVersion + 1}`);
  newer.close();
  const before = sha256(readFileSync(path));
  const failure = await failureOf(openSqliteStore({ path }));
  expect(failure).toMatchObject({ code: 'store-newer', details: { version: schemaVersion + 1, known: schemaVersion } });
  expect(failure.message).toMatch(
    /written by a newer Toolwright; update, or use --store PATH\. Nothing in it was changed/,
  );
  expect(sha256(readFileSync(path))).toBe(before);

  const other = earlierStore();
  const store = await open(other);
  const rows = new DatabaseSync(other);
  const row = { v: 2, seq: 1, at: 5, type: 'message-received', bodyText: '{"text":"from the future"}' };
  const hash = hashEvent({ ...row, previous: genesis('ses_future').hash });
  rows.exec(`INSERT INTO streams VALUES (9, 'ses_future')`);
  rows.prepare('INSERT INTO events VALUES (9, 1, 2, 5, ?, ?, ?)').run(row.type, row.bodyText, hash);
  rows.close();
  expect((await failureOf(store.read('ses_future'))).code).toBe('store-newer');
  const opening = openSession({ model: scriptedModel([]), store, session: 'ses_future', workspace: temporaryFolder() });
  expect((await failureOf(opening)).code).toBe('store-newer');
  expect(await store.verify('ses_future')).toMatchObject({ ok: true, events: 1 });
  expect(await store.read(session)).toHaveLength(16);
});
