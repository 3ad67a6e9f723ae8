import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../src/base/digest.js';
import { openSqliteStore, type SqliteStoreOptions } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { verifies } from '../requirements.js';
import { asOrdinaryUser } from '../support/ordinary-user.js';
import { failureOf, startChild, temporaryFolder } from './support.js';

async function open(path: string, options: Omit<SqliteStoreOptions, 'path'> = {}): Promise<Store> {
  const store = await openSqliteStore({ path, ...options });
  onTestFinished(() => store.close());
  return store;
}

const newPath = () => join(temporaryFolder(), 'store.db');
const event = (body: unknown) => ({ type: 'tested', body });
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('makes files and folders that only their owner can read', async () => {
  verifies('core.store.mode-0600', 'core.store.blob-private', 'design.durability.private-files');
  const path = join(temporaryFolder(), 'deep', 'down', 'store.db');
  const before = process.umask(0o000);
  onTestFinished(() => void process.umask(before));
  const store = await open(path);
  await store.append('ses_a', [event(1)]);
  const address = await store.blobs.write('private');
  await store.lease('ses_a');
  const hash = address.slice(5);
  const files = ['', '-wal', '-shm', '.leases/ses_a.lock', `.blobs/${hash.slice(0, 2)}/${hash}`];
  expect(files.map((file) => modeOf(path + file))).toEqual(files.map(() => '600'));
  const folders = [
    'deep',
    'deep/down',
    'deep/down/store.db.leases',
    'deep/down/store.db.blobs',
    'deep/down/store.db.blobs/tmp',
  ];
  const root = join(path, '../../..');
  expect(
    [...folders, `deep/down/store.db.blobs/${hash.slice(0, 2)}`].map((folder) => modeOf(join(root, folder))),
  ).toEqual(Array.from({ length: 6 }, () => '700'));
});

it('goes on where it was closed', async () => {
  verifies('design.store.sqlite-default');
  const path = newPath();
  for (const number of [1, 2, 3]) {
    const store = await openSqliteStore({ path });
    await store.append('ses_a', [event({ number })]);
    await store.close();
  }
  const store = await open(path);
  expect((await store.read('ses_a')).map(({ seq, body }) => [seq, body])).toEqual([
    [1, { number: 1 }],
    [2, { number: 2 }],
    [3, { number: 3 }],
  ]);
  expect(await store.verify('ses_a')).toMatchObject({ ok: true, events: 3 });
  expect(readdirSync(join(path, '..')).filter((name) => !name.startsWith('store.db'))).toEqual([]);
});

it('finds the same blobs and leases through a link to the file', async () => {
  const path = newPath();
  const link = join(path, '../link.db');
  const store = await open(path);
  symlinkSync(path, link);
  const linked = await open(link);
  const address = await store.blobs.write('x');
  expect(await linked.blobs.size(address)).toBe(1);
  await store.lease('ses_a');
  expect((await failureOf(linked.lease('ses_a'))).code).toBe('session-leased');
});

it('notices that another store moved on, or deleted and began anew', async () => {
  const path = newPath();
  const [one, two] = [await open(path), await open(path)];
  for (let round = 0; round < 5; round += 1) {
    await one.append('ses_a', [event('one')]);
    await two.append('ses_a', [event('two'), event('two')]);
    await two.append('ses_a', [event('two')]);
  }
  expect(await one.verify('ses_a')).toMatchObject({ ok: true, events: 20 });
  await two.delete('ses_a');
  await one.append('ses_a', [event('again')]);
  expect(await two.read('ses_a')).toMatchObject([{ seq: 1, body: 'again' }]);
  await two.delete('ses_a');
  await two.append('ses_a', [event('anew')]);
  await one.append('ses_a', [event('on'), event('on')]);
  expect((await two.read('ses_a')).map(({ body }) => body)).toEqual(['anew', 'on', 'on']);
  expect(await two.verify('ses_a')).toMatchObject({ ok: true, events: 3 });
});

it('does not delete a stream that another store has leased', async () => {
  const path = newPath();
  const [one, two] = [await open(path), await open(path)];
  await one.append('ses_a', [event(1)]);
  const lease = await one.lease('ses_a');
  expect((await failureOf(two.delete('ses_a'))).code).toBe('session-leased');
  expect(await one.read('ses_a')).toHaveLength(1);
  lease.release();
  expect(await two.delete('ses_a')).toBe(true);
  expect(readdirSync(`${path}.leases`)).toEqual([]);
});

it('waits a moment for a lease whose holder is letting go', async () => {
  const path = newPath();
  const [one, two] = [await open(path), await open(path)];
  const lease = await one.lease('ses_a');
  const waiting = two.lease('ses_a');
  setTimeout(() => lease.release(), 25);
  await waiting;
  expect((await failureOf(one.lease('ses_a'))).code).toBe('session-leased');
});

it('leaves no deleted text in its files', async () => {
  const path = newPath();
  const store = await open(path);
  await store.append('ses_a', [event('a very secret word'), event(`another secret ${'x'.repeat(20_000)}`)]);
  await store.append('ses_b', [event('kept')]);
  await store.delete('ses_a');
  for (const file of [path, `${path}-wal`]) expect(readFileSync(file).includes('secret')).toBe(false);
});

it('keeps a blob that was written again a moment before the only stream that named it is deleted', async () => {
  const store = await open(newPath());
  const address = await store.blobs.write('output');
  await store.append('ses_a', [event({ address })]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await store.blobs.write('output')).toBe(address);
  await store.delete('ses_a');
  expect(await store.blobs.size(address)).toBe(6);
});

it('has a blob on disk before it answers its address, and finds a damaged one', async () => {
  verifies('core.store.blob-first', 'design.durability.blobs-first');
  const path = newPath();
  const store = await open(path);
  const address = await store.blobs.write('output');
  const file = join(`${path}.blobs`, address.slice(5, 7), address.slice(5));
  expect(readFileSync(file, 'utf8')).toBe('output');
  expect(readdirSync(join(`${path}.blobs`, 'tmp'))).toEqual([]);
  writeFileSync(file, 'outpux');
  expect(await failureOf(store.blobs.read(address))).toMatchObject({
    code: 'store-damaged',
    message: `${address} is damaged: its content is not what was written`,
    details: { address },
  });
});

it('never follows a link that stands where a blob should', async () => {
  const path = newPath();
  const store = await open(path);
  const hash = '0'.repeat(64);
  mkdirSync(join(`${path}.blobs`, '00'), { recursive: true });
  symlinkSync('/etc/passwd', join(`${path}.blobs`, '00', hash));
  expect(await store.blobs.size(`blob:${hash}`)).toBeUndefined();
  expect(await store.blobs.read(`blob:${hash}`)).toBeUndefined();

  const written = Buffer.from('x'.repeat('/etc/passwd'.length));
  const real = sha256(written);
  mkdirSync(join(`${path}.blobs`, real.slice(0, 2)), { recursive: true });
  symlinkSync('/etc/passwd', join(`${path}.blobs`, real.slice(0, 2), real));
  expect(await store.blobs.write(written)).toBe(`blob:${real}`);
  expect(Buffer.from((await store.blobs.read(`blob:${real}`)) ?? [])).toEqual(written);
});

it('refuses a store of a newer version and leaves it as it is', async () => {
  verifies('core.bad-input.store-newer', 'design.durability.newer-refused');
  const path = newPath();
  await (await openSqliteStore({ path })).close();
  const database = new DatabaseSync(path);
  database.exec('PRAGMA user_version = 99');
  database.close();
  const before = sha256(readFileSync(path));
  const failure = await failureOf(openSqliteStore({ path }));
  expect(failure).toMatchObject({ code: 'store-newer', details: { version: 99 } });
  expect(failure.message).toMatch(/written by a newer Toolwright; update, or use --store PATH/);
  expect(sha256(readFileSync(path))).toBe(before);
});

it('refuses what is not its file, and says what to do', async () => {
  const folder = temporaryFolder();
  const database = new DatabaseSync(join(folder, 'other.db'));
  database.exec('CREATE TABLE t (a)');
  database.close();
  expect(await failureOf(openSqliteStore({ path: join(folder, 'other.db') }))).toMatchObject({
    code: 'store-unavailable',
    message: expect.stringMatching(/another program.*--store PATH/),
    details: { path: join(folder, 'other.db') },
  });
  expect(await failureOf(openSqliteStore({ path: folder }))).toMatchObject({ code: 'store-unavailable' });
  expect(await failureOf(openSqliteStore({ path: join(folder, 'other.db', 'x.db') }))).toMatchObject({
    code: 'store-unavailable',
  });
});

it('says who has it locked after a while, keeps the order of what waited, and is usable again', async () => {
  verifies('core.bad-input.store-locked');
  const path = newPath();
  const store = await open(path, { lockTimeoutMs: 400 });
  await store.append('ses_a', [event(0)]);
  const database = new DatabaseSync(path);
  database.exec('BEGIN IMMEDIATE');
  const failures = await Promise.all([
    failureOf(store.append('ses_a', [event(1)])),
    failureOf(store.append('ses_a', [event(2)])),
  ]);
  expect(failures.map(({ code }) => code)).toEqual(['store-locked', 'store-locked']);
  expect(failures[0]?.message).toMatch(/locked by another process.*Wait for it or end it, or use --store PATH/s);
  expect(await store.read('ses_a')).toHaveLength(1);

  const waiting = [3, 4, 5, 6].map((number) => store.append('ses_a', [event(number)]));
  setTimeout(() => database.exec('ROLLBACK'), 50);
  await Promise.all(waiting);
  expect((await store.read('ses_a')).map(({ body }) => body)).toEqual([0, 3, 4, 5, 6]);
  database.close();
});

it('writes what waits for the lock before it is closed', async () => {
  const path = newPath();
  const store = await open(path);
  const database = new DatabaseSync(path);
  database.exec('BEGIN IMMEDIATE');
  const waiting = store.append('ses_a', [event(1)]);
  setTimeout(() => database.exec('ROLLBACK'), 30);
  await store.close();
  expect(await waiting).toMatchObject([{ seq: 1 }]);
  database.close();
});

it.each([{ durable: false }, { durable: true }])('appends all of many events or none of them, %o', async (options) => {
  const path = newPath();
  const store = await open(path, options);
  await store.append('ses_a', [event(1)]);
  const database = new DatabaseSync(path);
  database.exec(`CREATE TRIGGER refuse BEFORE INSERT ON events WHEN NEW.seq = 99
    BEGIN SELECT RAISE(ABORT, 'refused'); END`);
  const many = Array.from({ length: 100 }, (_, number) => event(number));
  expect((await failureOf(store.append('ses_a', many))).message).toContain('refused');
  expect(await store.read('ses_a')).toHaveLength(1);
  database.exec('DROP TRIGGER refuse');
  await store.append('ses_a', many);
  expect(await store.verify('ses_a')).toMatchObject({ ok: true, events: 101 });
  database.close();
});

it('opens when two open it for the first time at once', async () => {
  const path = newPath();
  const children = await Promise.all([1, 2, 3].map((number) => startChild('append', path, `ses_${number}`, '5')));
  expect(await Promise.all(children.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  const store = await open(path);
  expect((await store.streams()).map(({ events }) => events)).toEqual([5, 5, 5]);
});

it('reads a file that may not be written', async () => {
  const path = newPath();
  const writer = await openSqliteStore({ path });
  await writer.append('ses_a', [event(1)]);
  await writer.close();
  chmodSync(path, 0o400);
  await asOrdinaryUser(dirname(path), async () => {
    const store = await open(path);
    expect(await store.read('ses_a')).toHaveLength(1);
    expect((await failureOf(store.append('ses_a', [event(2)]))).code).toBe('store-read-only');
  });
});

it('writes nothing to a file it is to read only, though it could', async () => {
  const path = newPath();
  const writer = await openSqliteStore({ path });
  await writer.append('ses_a', [event(1)]);
  await writer.close();
  const before = sha256(readFileSync(path));
  const indexes = [{ name: 'tested', types: ['tested'], fields: [] }];
  const store = await open(path, { readOnly: true, indexes });
  expect(await store.read('ses_a')).toMatchObject([{ seq: 1, body: 1 }]);
  expect(await store.streamsWith({ types: ['tested'] })).toEqual(['ses_a']);
  await store.reindex();
  const note = () => event('note');
  const uses: Readonly<Record<string, () => Promise<unknown>>> = {
    append: () => store.append('ses_a', [event(2)]),
    'append nothing': () => store.append('ses_a', []),
    lease: () => store.lease('ses_a'),
    repair: () => store.repair('ses_a', note),
    delete: () => store.delete('ses_a'),
  };
  for (const [name, use] of Object.entries(uses))
    expect(await failureOf(use()), name).toMatchObject({ code: 'store-read-only', details: { path } });
  await store.close();
  expect(sha256(readFileSync(path))).toBe(before);
  expect((await failureOf(openSqliteStore({ path: newPath(), readOnly: true }))).code).toBe('store-read-only');
});

it.each(['full', 'on', 'off'] as const)('keeps a blob whole when it is written with fsync %s', async (fsync) => {
  const path = newPath();
  const store = await open(path);
  const fileOf = (address: string) => join(`${path}.blobs`, address.slice(5, 7), address.slice(5));
  const address = await store.blobs.write('content', { fsync });
  expect(address).toBe(`blob:${sha256('content')}`);
  expect([readFileSync(fileOf(address), 'utf8'), modeOf(fileOf(address))]).toEqual(['content', '600']);
  const { ino } = statSync(fileOf(address));
  expect(await store.blobs.write('content', { fsync })).toBe(address);
  expect(statSync(fileOf(address)).ino).toBe(ino);
  // What a power loss left of it is no blob: it is written anew.
  writeFileSync(fileOf(address), '');
  expect(await store.blobs.write('content', { fsync })).toBe(address);
  expect(Buffer.from((await store.blobs.read(address)) ?? []).toString()).toBe('content');
  expect(readdirSync(join(`${path}.blobs`, 'tmp'))).toEqual([]);
});

it('keeps no long blob in memory while it is written, and leaves nothing of one that is discarded', async () => {
  const path = newPath();
  const folder = join(`${path}.blobs`, 'tmp');
  const { blobs } = await open(path);
  const writer = blobs.writer();
  const written = (): readonly number[] => readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  writer.write(Buffer.alloc(70_000));
  expect(written()).toEqual([70_000]);
  writer.write(Buffer.alloc(10));
  expect(written()).toEqual([70_010]);
  writer.discard();
  expect(written()).toEqual([]);
});

it('removes, a day later, what a killed process left half written among the blobs', async () => {
  const path = newPath();
  const folder = join(`${path}.blobs`, 'tmp');
  mkdirSync(folder, { recursive: true });
  for (const [name, hours] of [
    ['old', 25],
    ['new', 23],
  ] as const) {
    writeFileSync(join(folder, name), name);
    const at = new Date(Date.now() - hours * 60 * 60_000);
    utimesSync(join(folder, name), at, at);
  }
  const store = await open(path);
  await store.blobs.write('x');
  await expect.poll(() => readdirSync(folder)).toEqual(['new']);
});
