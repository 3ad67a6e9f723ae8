import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite.js';
import { verifies } from '../requirements.js';
import { startChild, temporaryFolder } from './support.js';

const lockTimeoutMs = 5000;

it.each(['quick', 'durable'])(
  'lets two processes write one file without pause, and readers read (%s)',
  async (kind) => {
    verifies('durability.two.fair', 'durability.two.readers', 'core.store.concurrent-sessions');
    const path = join(temporaryFolder(), 'store.db');
    const store = await openSqliteStore({ path });
    onTestFinished(() => store.close());
    const children = await Promise.all(
      ['ses_a', 'ses_b'].map((stream) => startChild('append-for', path, stream, '3000', kind)),
    );
    const lengths = new Map<string, number>();
    let reads = 0;
    let running = true;
    const read = async (stream: string): Promise<void> => {
      while (running) {
        const found = await store.verify(stream);
        expect(found).toMatchObject({ ok: true });
        const events = found.ok ? found.events : 0;
        expect(events).toBeGreaterThanOrEqual(lengths.get(stream) ?? 0);
        lengths.set(stream, events);
        reads += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    const readers = ['ses_a', 'ses_b', 'ses_a', 'ses_b'].map(read);
    await Promise.all(children.map(({ ended }) => ended));
    running = false;
    await Promise.all(readers);
    const writers = children.map(
      ({ lines }) => JSON.parse(lines.at(-1) ?? '{}') as { appends: number; longestMs: number },
    );
    console.log(
      `two writers, ${kind}: ${writers.map(({ appends }) => appends).join(' and ')} appends in 3 s, longest wait ${Math.round(Math.max(...writers.map(({ longestMs }) => longestMs)))} ms, ${reads} reads meanwhile`,
    );
    const [first = 0, second = 0] = writers.map(({ appends }) => appends);
    expect(Math.min(first, second)).toBeGreaterThan((first + second) / 20);
    for (const { longestMs } of writers) expect(longestMs).toBeLessThan(lockTimeoutMs);
    expect(await store.verify('ses_a')).toMatchObject({ ok: true, events: first });
    expect(await store.verify('ses_b')).toMatchObject({ ok: true, events: second });
    expect(reads).toBeGreaterThan(20);
  },
);

it('shares syncs among those who write at the same time', async () => {
  verifies('durability.durable.batched');
  const figures: string[] = [];
  for (const writers of [1, 50]) {
    const path = join(temporaryFolder(), 'store.db');
    const store = await openSqliteStore({ path, durable: true });
    let appends = 0;
    const started = performance.now();
    const write = async (writer: number): Promise<void> => {
      while (performance.now() < started + 1500) {
        await store.append(`ses_${writer}`, [{ type: 'counted', body: { text: 'x'.repeat(500) } }]);
        appends += 1;
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    const perSecond = Math.round(appends / ((performance.now() - started) / 1000));
    figures.push(`${writers === 1 ? '1 writer' : `${writers} writers`} ${perSecond} appends/s`);
    for (const { id, events } of await store.streams())
      expect(await store.verify(id)).toMatchObject({ ok: true, events });
    await store.close();
  }
  console.log(`durable: ${figures.join(', ')}`);
});
