import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isToolwrightError } from '../../src/base/error.js';
import { openSqliteStore } from '../../src/store/sqlite.js';
import type { StoredEvent } from '../../src/store/store.js';
import { verifies } from '../requirements.js';
import { openWithRows } from './open-with-rows.js';
import { failureOf, temporaryFolder } from './support.js';

const openCounted = () => openWithRows((number) => ({ number, text: 'é "x"' }));

it('finds any changed character of a body, type, time, version or hash, and reports the prefix before it', async () => {
  verifies('core.store.tamper', 'design.durability.hash-chain');
  const { store, rows } = await openCounted();
  const third = rows.prepare('SELECT v, at, type, body, hash FROM events WHERE stream = 1 AND seq = 3').get();
  let changes = 0;
  for (const column of ['v', 'at', 'type', 'body', 'hash']) {
    const update = rows.prepare(`UPDATE events SET ${column} = ? WHERE stream = 1 AND seq = 3`);
    const original = third[column];
    const text = String(original);
    for (let index = 0; index < text.length; index += 1) {
      const changed = text.slice(0, index) + (text[index] === '7' ? '8' : '7') + text.slice(index + 1);
      update.run(typeof original === 'number' ? Number(changed) : changed);
      expect(await store.verify('ses_a')).toMatchObject({ ok: false, validUntil: 2 });
      changes += 1;
    }
    update.run(original);
  }
  expect(changes).toBeGreaterThan(100);
  expect(await store.verify('ses_a')).toMatchObject({ ok: true, events: 5 });
});

it('finds removed, swapped, copied and moved events', async () => {
  verifies('core.store.tamper');
  const changed = 'is not what was written: its hash does not match';
  const changes: [string, number, string][] = [
    ['DELETE FROM events WHERE stream = 1 AND seq = 1', 0, 'event 1 is missing'],
    ['DELETE FROM events WHERE stream = 1 AND seq = 4', 3, 'event 4 is missing'],
    ['UPDATE events SET seq = 6 WHERE stream = 1 AND seq = 5', 4, 'event 5 is missing'],
    [
      'INSERT INTO events SELECT stream, 6, v, at, type, body, hash FROM events WHERE stream = 1 AND seq = 5',
      5,
      `event 6 ${changed}`,
    ],
    [
      'UPDATE events SET seq = -2 WHERE stream = 1 AND seq = 2; UPDATE events SET seq = 2 WHERE stream = 1 AND seq = 3; UPDATE events SET seq = 3 WHERE stream = 1 AND seq = -2',
      1,
      `event 2 ${changed}`,
    ],
    ['DELETE FROM events WHERE stream = 1; UPDATE events SET stream = 1', 0, `event 1 ${changed}`],
    [
      "UPDATE streams SET name = 'ses_c' WHERE id = 2; UPDATE streams SET name = 'ses_b' WHERE id = 1; UPDATE streams SET name = 'ses_a' WHERE id = 2",
      0,
      `event 1 ${changed}`,
    ],
  ];
  for (const [sql, validUntil, message] of changes) {
    const { store, rows } = await openCounted();
    rows.exec(sql);
    expect(await store.verify('ses_a'), sql).toEqual({ ok: false, validUntil, message });
    const failure = await failureOf(store.read('ses_a'));
    expect(failure).toMatchObject({ code: 'store-damaged', details: { stream: 'ses_a', validUntil } });
  }
});

it('never answers a changed event, still answers the prefix, and leaves other streams usable', async () => {
  verifies('design.durability.prefix-kept', 'design.durability.others-go-on');
  const { store, rows } = await openCounted();
  rows.exec(`UPDATE events SET body = '{"number":33}' WHERE stream = 1 AND seq = 3`);
  const failure = await failureOf(store.read('ses_a'));
  expect(failure.message).toMatch(/ses_a .* is damaged: event 3 .*The 2 events before are whole/s);
  expect(await store.read('ses_a', { limit: 2 })).toHaveLength(2);
  expect((await failureOf(store.read('ses_a', { after: 2 }))).code).toBe('store-damaged');
  await store.append('ses_b', [{ type: 'more', body: 1 }]);
  expect(await store.read('ses_b')).toHaveLength(2);
  expect(await store.streams()).toHaveLength(2);
});

it('refuses an event of a newer version', async () => {
  const { store, rows, path } = await openCounted();
  const { genesis, hashEvent } = await import('../../src/store/chain.js');
  const row = { v: 2, seq: 1, at: 5, type: 'future', bodyText: '{}' };
  const hash = hashEvent({ ...row, previous: genesis('ses_f').hash });
  rows.exec(
    `INSERT INTO streams VALUES (9, 'ses_f'); INSERT INTO events VALUES (9, 1, 2, 5, 'future', '{}', '${hash}')`,
  );
  const newer = { code: 'store-newer', details: { path, version: 2, known: 1 } };
  expect(await failureOf(store.read('ses_f'))).toMatchObject(newer);
  expect(
    await failureOf(
      store
        .find({ types: ['future'] })
        [Symbol.asyncIterator]()
        .next(),
    ),
  ).toMatchObject(newer);
});

it('says so when the file is garbage', async () => {
  const path = join(temporaryFolder(), 'store.db');
  for (const content of ['x', 'garbage '.repeat(2000), '\0'.repeat(8192), 'SQLite format 3\0'.repeat(600)]) {
    writeFileSync(path, content);
    const failure = await failureOf(openSqliteStore({ path }));
    expect(failure.code).toBe('store-damaged');
    expect(failure.message).toMatch(/Move it away .* or use --store PATH/);
    expect(readFileSync(path, 'utf8')).toBe(content);
  }
});

it('never accepts a changed record, wherever the file was cut or changed', async () => {
  verifies('core.store.tamper');
  const folder = temporaryFolder();
  const whole = join(folder, 'whole.db');
  const streams = Array.from({ length: 6 }, (_, index) => `ses_${index}`);
  const originals = await writeStreams(whole, streams);
  const size = statSync(whole).size;
  const seen = { refused: 0, broken: 0, whole: 0 };

  const random = createRandom(20);
  for (let run = 0; run < 160; run += 1) {
    const path = join(folder, `copy-${run}.db`);
    copyFileSync(whole, path);
    if (run < 30) truncateSync(path, Math.floor((size * run) / 30) + 1);
    else damage(path, random);
    await checkDamaged(path, originals, seen);
  }
  expect(seen.refused).toBeGreaterThan(10);
  expect(seen.broken).toBeGreaterThan(50);
  expect(seen.whole).toBeGreaterThan(200);
});

async function writeStreams(path: string, streams: readonly string[]): Promise<Map<string, readonly StoredEvent[]>> {
  const store = await openSqliteStore({ path });
  const originals = new Map<string, readonly StoredEvent[]>();
  for (const stream of streams) {
    const bodies = Array.from({ length: 40 }, (_, index) => ({ stream, text: 'word '.repeat(index * 10) }));
    await store.append(
      stream,
      bodies.map((body) => ({ type: 'counted', body })),
    );
    originals.set(stream, await store.read(stream));
  }
  await store.close();
  return originals;
}

/** Changes one byte, or zeroes 4 KB. */
function damage(path: string, random: () => number): void {
  const bytes = readFileSync(path);
  const at = Math.floor(random() * bytes.length);
  if (random() < 0.3) bytes.fill(0, at & ~4095, (at & ~4095) + 4096);
  else bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  writeFileSync(path, bytes);
}

async function checkDamaged(
  path: string,
  originals: Map<string, readonly StoredEvent[]>,
  seen: { refused: number; broken: number; whole: number },
): Promise<void> {
  const store = await openSqliteStore({ path }).catch((thrown: unknown) => thrown);
  if (store instanceof Error) {
    expect(isToolwrightError(store)).toBe(true);
    seen.refused += 1;
    return;
  }
  const opened = store as Awaited<ReturnType<typeof openSqliteStore>>;
  for (const [stream, original] of originals) {
    const found = await opened.verify(stream).catch((thrown: unknown) => {
      expect(isToolwrightError(thrown)).toBe(true);
      return undefined;
    });
    if (found === undefined) continue;
    const valid = found.ok ? found.events : found.validUntil;
    expect(await opened.read(stream, { limit: valid })).toEqual(original.slice(0, valid));
    seen[found.ok ? 'whole' : 'broken'] += 1;
  }
  await opened.close();
}

/** The same numbers in every run, so that a failure can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
