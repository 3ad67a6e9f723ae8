import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolwrightError } from '../../src/base/error.js';
import { createRecorder, stored } from '../../src/run/recorder.js';
import { createMemoryStore } from '../../src/store/memory.js';

/** A recorder whose every word is written down, over a store that fails when told and answers after a while. */
function setUp(options: { readonly slow?: boolean } = {}) {
  const store = createMemoryStore();
  const told: string[] = [];
  const batches: number[] = [];
  const control = { broken: false };
  const recorder = createRecorder<{ readonly delta: string }>({
    stream: 's',
    store: {
      async append(stream, events) {
        if (options.slow) await new Promise((resolve) => setTimeout(resolve, 1));
        if (control.broken) throw new Error('full');
        batches.push(events.length);
        return store.append(stream, events);
      },
    },
    onRecord: () => {},
    onTold: (one) => told.push('delta' in one ? one.delta : one.type),
  });
  return { recorder, told, batches, control, store };
}

const event = (type: string) => ({ type, body: null });

describe('the recorder', () => {
  it('writes what happens in one tick at once', async () => {
    const { recorder, batches, told } = setUp();
    recorder.record([event('a')]);
    void recorder.flush();
    await Promise.resolve();
    recorder.record([event('b'), event('c')]);
    expect(await recorder.flush()).toBeUndefined();
    expect(batches).toEqual([3]);
    expect(told).toEqual(['a', 'b', 'c']);
  });

  it('keeps what could not be written and tries it again, in order', async () => {
    const { recorder, control, told, store } = setUp();
    control.broken = true;
    recorder.record([event('a')]);
    expect(await recorder.flush()).toMatchObject({ error: { message: 'full' } });
    expect(recorder.failing).toBe(true);
    recorder.record([event('b')]);
    control.broken = false;
    expect(await recorder.flush()).toBeUndefined();
    expect(told).toEqual(['a', 'b']);
    expect((await store.read('s')).map(({ type }) => type)).toEqual(['a', 'b']);
  });

  it('does not keep a delta back once the events before it are stored', async () => {
    const { recorder, told } = setUp({ slow: true });
    recorder.record([event('a')]);
    const stored = recorder.flush();
    await new Promise((resolve) => setImmediate(resolve));
    recorder.pass({ delta: 'b' });
    expect(told).toEqual([]);
    await stored;
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual(['a', 'b']);
  });

  it('stores what it can in the place of what no store takes, and says which call that was of', async () => {
    const { recorder, store } = setUp();
    recorder.record([
      event('a'),
      { type: 'odd', body: { callId: 'c1', big: 10n } },
      { type: 'none', body: { callId: 7, big: 10n } },
    ]);
    recorder.record([{ type: 'nothing', body: undefined }, event('b')]);
    expect(await recorder.flush()).toBeUndefined();
    expect((await store.read('s')).map(({ type, body }) => [type, body])).toEqual([
      ['a', null],
      ['event-unstorable', { type: 'odd', callId: 'c1' }],
      ['event-unstorable', { type: 'none' }],
      ['event-unstorable', { type: 'nothing' }],
      ['b', null],
    ]);
  });

  it('passes on what the store threw to whoever has nothing to settle', async () => {
    const full = new ToolwrightError('store-full', 'the disk is full');
    const failing = (error: unknown) => stored({ flush: async () => ({ error }) });
    await expect(failing(full)).rejects.toBe(full);
    const odd = new Error('no such table');
    await expect(failing(odd)).rejects.toMatchObject({
      code: 'store-unavailable',
      message: 'The store failed: no such table',
      cause: odd,
    });
    await expect(stored({ flush: async () => undefined })).resolves.toBeUndefined();
  });

  it('tells a delta soon, though nobody awaits the events before it', async () => {
    const { recorder, told } = setUp();
    recorder.record([event('a')]);
    recorder.pass({ delta: 'b' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual(['a', 'b']);
  });

  it('tells events and deltas in the order they came, however they were written', async () => {
    const moves = fc.array(fc.constantFrom('event', 'delta', 'flush', 'wait'), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(moves, fc.boolean(), async (list, slow) => {
        const { recorder, told } = setUp({ slow });
        const came: string[] = [];
        for (const [index, move] of list.entries()) {
          const name = `${move}-${index}`;
          if (move === 'event') recorder.record([event(name)]);
          if (move === 'delta') recorder.pass({ delta: name });
          if (move === 'flush') void recorder.flush();
          if (move === 'wait') await recorder.flush();
          if (move === 'event' || move === 'delta') came.push(name);
        }
        await recorder.flush();
        expect(told).toEqual(came);
      }),
      { numRuns: 200 },
    );
  });
});
