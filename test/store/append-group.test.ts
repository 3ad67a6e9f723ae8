import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ToolwrightError } from '../../src/base/error.js';
import { createAppendGroup } from '../../src/store/append-group.js';
import { openSqliteStore } from '../../src/store/sqlite.js';
import type { Addition } from '../../src/store/sqlite-log.js';
import type { StoredEvent } from '../../src/store/store.js';
import { createWriteQueue } from '../../src/store/write-queue.js';
import { verifies } from '../requirements.js';
import { temporaryFolder } from './support.js';

const addition = (stream: string): Addition => ({ stream, events: [{ type: 'a', body: 1 }], texts: ['1'], at: 1 });
const storedOf = ({ stream }: Addition) => [{ hash: stream }] as unknown as readonly StoredEvent[];
const queue = () => createWriteQueue({ timeoutMs: 100, fail: (thrown) => thrown as Error });

it('writes what waits at the same time in one transaction', async () => {
  verifies('durability.durable.batched');
  const groups: string[][] = [];
  const { append } = createAppendGroup(
    {
      appendAll(additions) {
        groups.push(additions.map(({ stream }) => stream));
        return additions.map(storedOf);
      },
    },
    queue(),
  );
  const first = await Promise.all(['a', 'b', 'c'].map((stream) => append(addition(stream))));
  await append(addition('d'));
  expect(groups).toEqual([['a', 'b', 'c'], ['d']]);
  expect(first.map(([stored]) => stored?.hash)).toEqual(['a', 'b', 'c']);
});

it('fails alone what fails alone', async () => {
  verifies('durability.durable.isolated');
  const { append } = createAppendGroup(
    {
      appendAll(additions) {
        if (additions.some(({ stream }) => stream === 'bad')) throw new Error('this page is damaged');
        return additions.map(storedOf);
      },
    },
    queue(),
  );
  const ends = await Promise.allSettled(['a', 'bad', 'c'].map((stream) => append(addition(stream))));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it.each(['store-full', 'store-locked', 'store-read-only'] as const)(
  'fails together what %s fails, tried once',
  async (code) => {
    const groups: number[] = [];
    const failure = new ToolwrightError(code, 'not now');
    const { append } = createAppendGroup(
      {
        appendAll(additions) {
          groups.push(additions.length);
          throw failure;
        },
      },
      queue(),
    );
    const ends = await Promise.allSettled(['a', 'b', 'c'].map((stream) => append(addition(stream))));
    expect(ends.map((end) => end.status === 'rejected' && end.reason)).toEqual([failure, failure, failure]);
    expect(groups).toEqual([3]);
  },
);

it('keeps order and chain for many writers of many streams, two of one stream among them', async () => {
  const store = await openSqliteStore({ path: join(temporaryFolder(), 's.db'), durable: true });
  onTestFinished(() => store.close());
  const told: number[] = [];
  store.subscribe('ses_0', (events) => told.push(...events.map(({ seq }) => seq)));
  const write = async (writer: number) => {
    for (let number = 0; number < 10; number += 1)
      await store.append(`ses_${writer >> 1}`, [{ type: 'counted', body: { writer, number } }]);
  };
  await Promise.all(Array.from({ length: 20 }, (_, writer) => write(writer)));
  for (let stream = 0; stream < 10; stream += 1) {
    expect(await store.verify(`ses_${stream}`)).toMatchObject({ ok: true, events: 20 });
    const bodies = (await store.read(`ses_${stream}`)).map(({ body }) => body as { writer: number; number: number });
    for (const writer of [stream * 2, stream * 2 + 1])
      expect(bodies.filter((body) => body.writer === writer).map(({ number }) => number)).toEqual([
        ...Array(10).keys(),
      ]);
  }
  expect(told).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

it('stores what waits when it is closed', async () => {
  const path = join(temporaryFolder(), 's.db');
  const store = await openSqliteStore({ path, durable: true });
  const waiting = store.append('ses_a', [{ type: 'last', body: 1 }]);
  await store.close();
  expect(await waiting).toHaveLength(1);
  const again = await openSqliteStore({ path });
  expect(await again.read('ses_a')).toHaveLength(1);
  await again.close();
});
