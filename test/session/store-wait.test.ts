import { describe, expect, it, vi } from 'vitest';
import { ToolwrightError } from '../../src/base/error.js';
import type { SessionEvent } from '../../src/session/event.js';
import { createMemoryStore } from '../../src/store/memory.js';
import type { Store } from '../../src/store/store.js';
import { verifies } from '../requirements.js';
import { open, writer } from './open.js';

/** A store on a disk that is full when told. */
function onDisk() {
  const inner = createMemoryStore();
  const control = {
    inner,
    full: (_types: readonly string[]): boolean => false,
    store: {
      ...inner,
      append: async (stream: string, events: Parameters<Store['append']>[1]) => {
        if (control.full(events.map(({ type }) => type)))
          throw new ToolwrightError('store-full', 'the disk is full; free some space and go on');
        return inner.append(stream, events);
      },
    },
  };
  return control;
}

const write = { calls: [{ name: 'writer', arguments: { path: 'x' } }] };

/** Resolves at the first event of this type. */
const told = (session: { on(listener: (event: SessionEvent) => void): () => void }, type: string) =>
  new Promise<SessionEvent>((resolve) => {
    const stop = session.on((event) => {
      if (event.type !== type) return;
      stop();
      resolve(event);
    });
  });

describe('a turn whose disk is full', () => {
  it('waits, starts no call meanwhile, and goes on when there is room', async () => {
    verifies('durability.wait.full', 'durability.wait.unrecorded');
    const disk = onDisk();
    const { tool, runs } = writer();
    const session = await open([write, { text: 'done' }], { tools: [tool], mode: 'edit', store: disk.store });
    disk.full = (types) => types.includes('call-started');
    const waiting = told(session, 'store-waiting');
    const turn = session.send('go');
    expect(await waiting).toEqual({
      type: 'store-waiting',
      attempt: 1,
      waitMs: 250,
      message: 'the disk is full; free some space and go on',
    });
    expect(runs).toEqual([]);
    disk.full = () => false;
    expect(await turn.result).toMatchObject({ reason: 'answered', text: 'done' });
    expect(runs).toEqual(['x']);
    const types = (await disk.inner.read(session.id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'call-started')).toHaveLength(1);
    expect(types.filter((type) => type === 'call-settled')).toHaveLength(1);
    expect(await disk.inner.verify(session.id)).toMatchObject({ ok: true });
  });

  it.each(['cancel', 'pause'] as const)('can be stopped by %s at once, and loses nothing', async (stop) => {
    verifies('durability.wait.cancel', 'durability.wait.unrecorded');
    const disk = onDisk();
    const { tool, runs } = writer();
    const session = await open([write, { text: 'done' }], { tools: [tool], mode: 'edit', store: disk.store });
    const seen: string[] = [];
    session.on(({ type }) => seen.push(type));
    disk.full = (types) => types.includes('call-started');
    const waiting = told(session, 'store-waiting');
    const turn = session.send('go');
    await waiting;
    disk.full = () => true;
    const from = performance.now();
    session[stop]();
    expect(await turn.result).toMatchObject({ reason: 'store-failed', message: expect.stringContaining('free some') });
    expect(performance.now() - from).toBeLessThan(200);
    expect(runs).toEqual([]);

    disk.full = () => false;
    await session.setMode('plan');
    const stored = await disk.inner.read(session.id);
    expect(stored.map(({ type }) => type)).toEqual(seen.filter((type) => !isDelta(type)));
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
    expect(stored.at(-1)?.type).toBe('mode-changed');
  });

  it('does not wait for ever', async () => {
    verifies('durability.wait.ends');
    const disk = onDisk();
    const session = await open([{ text: 'done' }], { store: disk.store });
    disk.full = () => true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const waits: number[] = [];
      session.on((event) => {
        if (event.type === 'store-waiting') waits.push(event.waitMs);
      });
      const turn = session.send('go');
      let ended = false;
      void turn.result.finally(() => {
        ended = true;
      });
      for (let minute = 0; minute < 20 && !ended; minute += 1) await vi.advanceTimersByTimeAsync(60_000);
      expect(await turn.result).toMatchObject({ reason: 'store-failed' });
      expect(waits.slice(0, 6)).toEqual([250, 500, 1000, 2000, 4000, 5000]);
      expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(600_000);
    } finally {
      vi.useRealTimers();
    }
    disk.full = () => false;
    expect(await session.send('again').result).toMatchObject({ reason: 'answered' });
    expect((await disk.inner.read(session.id)).filter(({ type }) => type === 'message-received')).toHaveLength(2);
  });

  it('is told at once outside a turn', async () => {
    verifies('durability.wait.only-turns');
    const disk = onDisk();
    const session = await open([], { store: disk.store });
    disk.full = () => true;
    await expect(session.setMode('edit')).rejects.toMatchObject({ code: 'store-full' });
    disk.full = () => false;
  });
});

const isDelta = (type: string): boolean =>
  type.endsWith('-delta') || ['store-waiting', 'call-heartbeat', 'turn-lost'].includes(type);
