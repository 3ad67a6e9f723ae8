import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { rescueStore } from '../../src/store/rescue-store.js';
import { openSqliteStore } from '../../src/store/sqlite.js';
import type { StreamRepair } from '../../src/store/store.js';
import { verifies } from '../requirements.js';
import { openWithRows } from './open-with-rows.js';
import { failureOf, temporaryFolder } from './support.js';

const openCounted = () =>
  openWithRows((number) => ({ number: String(number) }), {
    indexes: [{ name: 'all', types: ['counted'], fields: ['number'] }],
  });

const note = (repair: StreamRepair) => ({ type: 'noted', body: repair });
const change = (sql: string) => (rows: { exec(sql: string): void }) => rows.exec(sql);

it.each([
  ['changed in the middle', `UPDATE events SET body = '{"number":"33"}' WHERE stream = 1 AND seq = 3`, 2, 3],
  ['missing in the middle', 'DELETE FROM events WHERE stream = 1 AND seq = 3', 2, 2],
  ['changed at the end', `UPDATE events SET hash = 'x' WHERE stream = 1 AND seq = 5`, 4, 1],
  ['copied to the end', 'INSERT INTO events SELECT stream, 6, v, at, type, body, hash FROM events WHERE seq = 5', 5, 1],
  ['changed at the beginning', 'UPDATE events SET at = 1 WHERE stream = 1 AND seq = 1', 0, 5],
  ['taken from before the beginning', 'UPDATE events SET seq = -1 WHERE stream = 1 AND seq = 2', 1, 4],
])('cuts back a stream %s, sets the rest aside, says so, and goes on', async (_, sql, validUntil, setAside) => {
  verifies('durability.damage.repair', 'durability.damage.set-aside');
  const { store, rows } = await openCounted();
  const before = (await store.read('ses_a')).slice(0, validUntil);
  expect(await store.repair('ses_a', note)).toBeUndefined();
  change(sql)(rows);
  const damaged = rows
    .prepare('SELECT seq, type, body FROM events WHERE stream = 1 AND (seq > ? OR seq < 1) ORDER BY seq')
    .all(validUntil);

  const repair = await store.repair('ses_a', note);
  expect(repair).toEqual({ validUntil, message: expect.stringMatching(/^event \d /), setAside });
  const after = await store.read('ses_a');
  const left = rows.prepare('SELECT seq FROM events WHERE stream = 1 ORDER BY seq').all();
  expect(left).toEqual(after.map(({ seq }) => ({ seq })));
  expect(after.slice(0, -1)).toEqual(before);
  expect(after.at(-1)).toMatchObject({ seq: validUntil + 1, type: 'noted', body: repair });
  expect(await store.verify('ses_a')).toMatchObject({ ok: true, events: validUntil + 1 });
  const aside = await store.setAside('ses_a');
  expect(aside.map(({ seq, type, body }) => ({ seq, type, body }))).toEqual(damaged);

  await store.append('ses_a', [{ type: 'counted', body: { number: '6' } }]);
  expect(await store.verify('ses_a')).toMatchObject({ ok: true, events: validUntil + 2 });
  const found = [];
  for await (const { seq } of store.find({ types: ['counted'], order: 'oldest' })) found.push(seq);
  expect(found).toEqual([...before.map(({ seq }) => seq), validUntil + 2]);
  expect(await store.verify('ses_b')).toMatchObject({ ok: true });

  expect(await store.delete('ses_a')).toBe(true);
  expect(rows.prepare('SELECT count(*) AS n FROM set_aside').get()).toEqual({ n: 0 });
});

it('repairs nothing that somebody writes, and nothing in a file that cannot be written', async () => {
  const { store, rows, path } = await openCounted();
  rows.exec(`UPDATE events SET body = '{}' WHERE stream = 1 AND seq = 3`);
  const lease = await store.lease('ses_a');
  expect((await failureOf(store.repair('ses_a', note))).code).toBe('session-leased');
  lease.release();
  const reader = await openSqliteStore({ path, readOnly: true });
  expect((await failureOf(reader.repair('ses_a', note))).code).toBe('store-read-only');
  await reader.close();
  expect(await store.setAside('ses_a')).toEqual([]);
});

it('copies what can be read of a damaged file into a new one, with hashes and blobs', async () => {
  verifies('durability.damage.rescue');
  const folder = temporaryFolder();
  const path = join(folder, 'old.db');
  const store = await openSqliteStore({ path });
  const kept = await store.blobs.write('kept');
  const lost = await store.blobs.write('lost');
  for (const stream of ['ses_a', 'ses_b', 'ses_c']) {
    for (let number = 0; number < 300; number += 1)
      await store.append(stream, [{ type: 'counted', body: { number, text: `${stream} `.repeat(100) } }]);
  }
  await store.append('ses_a', [{ type: 'kept', body: { kept, lost } }]);
  const originals = new Map(
    await Promise.all(['ses_a', 'ses_b', 'ses_c'].map(async (id) => [id, await store.read(id)] as const)),
  );
  await store.close();
  rmSync(join(`${path}.blobs`, lost.slice(5, 7), lost.slice(5)));
  const bytes = readFileSync(path);
  const [, , , fourth = 0] = leavesWith(bytes, 'ses_b ses_b');
  bytes.fill(0, fourth, fourth + pageSize);
  writeFileSync(path, bytes);

  const to = join(folder, 'new.db');
  const rescued = await rescueStore(path, to);
  expect(readFileSync(path).equals(bytes)).toBe(true);
  const target = await openSqliteStore({ path: to });
  onTestFinished(() => target.close());
  for (const { stream, events } of rescued) {
    expect(await target.read(stream)).toEqual(originals.get(stream)?.slice(0, events));
    expect(await target.verify(stream)).toMatchObject({ ok: true, events });
  }
  expect(rescued).toEqual([
    { stream: 'ses_a', events: 301, lostBlobs: 1 },
    { stream: 'ses_b', events: expect.any(Number), damage: expect.stringMatching(/^event \d+ /), lostBlobs: 0 },
    { stream: 'ses_c', events: 300, lostBlobs: 0 },
  ]);
  expect(rescued[1]?.events).toBeGreaterThan(0);
  expect(Buffer.from((await target.blobs.read(kept)) ?? []).toString()).toBe('kept');
  await expect(rescueStore(path, to)).rejects.toMatchObject({ code: 'bad-usage' });
});

const pageSize = 4096;
/** The first byte of a page that holds rows and leads to no others, as the format of SQLite's files has it. */
const leafOfIndex = 0x0a;

/** Where the leaves lie that hold rows with this text and none of other streams. */
function leavesWith(bytes: Buffer, text: string): number[] {
  const pages = Array.from({ length: bytes.length / pageSize }, (_, page) => page * pageSize);
  const others = ['ses_a ses_a', 'ses_b ses_b', 'ses_c ses_c'].filter((other) => other !== text);
  return pages.filter((at) => {
    const page = bytes.subarray(at, at + pageSize);
    return page[0] === leafOfIndex && page.includes(text) && !others.some((other) => page.includes(other));
  });
}
