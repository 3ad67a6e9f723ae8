import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite.js';
import { verifies } from '../requirements.js';
import { failureOf, startChild, temporaryFolder } from './support.js';

const newPath = () => join(temporaryFolder(), 'store.db');

async function open(path: string) {
  const store = await openSqliteStore({ path });
  onTestFinished(() => store.close());
  return store;
}

it('has every acknowledged event after kill -9, and whole batches only', async () => {
  verifies('design.durability.kill-nine');
  const path = newPath();
  let acknowledged = 0;
  for (let run = 0; run < 4; run += 1) {
    const child = await startChild('append-forever', path, `ses_${run}`);
    await child.line((line) => line.startsWith('stored '));
    await sleep(Math.random() * 60);
    await child.kill();

    const last = Number(child.lines.at(-1)?.split(' ')[1]);
    const store = await openSqliteStore({ path });
    const events = await store.read(`ses_${run}`);
    expect(last).toBeGreaterThan(0);
    expect(events.length).toBeGreaterThanOrEqual(last);
    expect(events.map(({ body }) => body)).toEqual(events.map((_, index) => ({ number: index + 1 })));
    expect(batchEnds(events.length)).toContain(events.length);
    expect(await store.verify(`ses_${run}`)).toMatchObject({ ok: true, events: events.length });
    await store.append(`ses_${run}`, [{ type: 'gone-on', body: null }]);
    expect(await store.verify(`ses_${run}`)).toMatchObject({ ok: true, events: events.length + 1 });
    await store.close();
    acknowledged += last;
  }
  expect(acknowledged).toBeGreaterThan(4);
});

it('lets two processes write two sessions, and even one, at the same time', async () => {
  verifies('core.store.concurrent-sessions');
  const path = newPath();
  const children = await Promise.all(
    ['ses_a', 'ses_b', 'ses_both', 'ses_both'].map((stream) => startChild('append', path, stream, '200')),
  );
  expect(await Promise.all(children.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
  const store = await open(path);
  for (const [stream, count] of [
    ['ses_a', 200],
    ['ses_b', 200],
    ['ses_both', 400],
  ] as const) {
    expect(await store.verify(stream)).toMatchObject({ ok: true, events: count });
  }
});

it('refuses a session that another process has, and has it at once when that process is killed', async () => {
  verifies('core.store.lease', 'core.store.lease-freed', 'design.store.lease-freed', 'design.store.one-writer');
  verifies('seed.tasks.mutex');
  const path = newPath();
  const child = await startChild('lease', path, 'ses_a');
  await child.line((line) => line === 'held');
  const store = await open(path);
  expect(await failureOf(store.lease('ses_a'))).toMatchObject({
    code: 'session-leased',
    message: expect.stringMatching(/ses_a is in use by another process/),
  });
  (await store.lease('ses_b')).release();
  await child.kill();
  const lease = await store.lease('ses_a');
  expect(readdirSync(`${path}.leases`)).toEqual(['ses_a.lock']);
  lease.release();
  expect(readdirSync(`${path}.leases`)).toEqual([]);
});

it('never gives a lease twice while many take and release it', async () => {
  const path = newPath();
  const stores = await Promise.all([1, 2, 3, 4].map(() => open(path)));
  let holders = 0;
  let taken = 0;
  const compete = async (store: Awaited<ReturnType<typeof open>>) => {
    for (let round = 0; round < 30; round += 1) {
      const lease = await store.lease('ses_a').catch(() => undefined);
      if (lease === undefined) continue;
      holders += 1;
      taken += 1;
      expect(holders).toBe(1);
      await sleep(Math.random() * 3);
      expect(holders).toBe(1);
      holders -= 1;
      lease.release();
    }
  };
  await Promise.all(stores.map(compete));
  expect(taken).toBeGreaterThan(30);
});

it('shows whole blobs only after kill -9', async () => {
  const path = newPath();
  const child = await startChild('write-blobs-forever', path);
  await child.line((line) => line.startsWith('blob:'));
  await sleep(40);
  await child.kill();
  const store = await open(path);
  for (const address of child.lines) expect(await store.blobs.size(address)).toBeGreaterThan(0);
  const folder = `${path}.blobs`;
  const names = readdirSync(folder).filter((name) => name !== 'tmp');
  for (const hash of names.flatMap((name) => readdirSync(join(folder, name)))) {
    expect((await store.blobs.read(`blob:${hash}`))?.length).toBeGreaterThan(0);
  }
});

/** Ends of the batches of 1 + n % 3 events that the child appends, up to and with the first one past `count`. */
function batchEnds(count: number): number[] {
  const ends: number[] = [];
  for (let number = 1; number <= count; ) {
    number += 1 + (number % 3);
    ends.push(number - 1);
  }
  return ends;
}
