import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../src/base/clock.js';
import type { EventIndex, EventQuery, FoundEvent, Store } from '../../src/store/store.js';
import { verifies } from '../requirements.js';
import { failureOf, tickingClock } from './support.js';

export const suiteIndexes: readonly EventIndex[] = [
  { name: 'small', types: ["it's"], fields: [] },
  { name: 'large', types: ['decided', 'other'], fields: ['verdict', 'tool', 'origin.who'] },
];

const start = 1_700_000_000_000;

/** What every store finds, with indexes and without. */
export function findSuite(name: string, openNew: (clock: Clock) => Promise<Store>): void {
  async function open(): Promise<Store> {
    const store = await openNew(tickingClock());
    onTestFinished(() => store.close());
    return store;
  }

  /** Three streams: 1, 3, 5 in a; 2, 4 in b; the moment is the number. */
  async function filled(): Promise<Store> {
    let now = start;
    const store = await openNew({ now: () => now, monotonic: () => 0 });
    onTestFinished(() => store.close());
    const append = async (at: number, stream: string, ...events: { type: string; body: unknown }[]) => {
      now = start + at;
      await store.append(stream, events);
    };
    await append(1, 'a', { type: 'opened', body: {} }, { type: 'decided', body: { verdict: 'allow', tool: 'read' } });
    await append(2, 'b', { type: 'decided', body: { verdict: 'deny', tool: 'run' } });
    await append(3, 'a', { type: 'decided', body: { verdict: 'ask', tool: 'run', origin: { who: 'ann' } } });
    await append(3, 'c', { type: 'other', body: { verdict: 'ask' } }, { type: "it's", body: null });
    await append(4, 'b', { type: 'decided', body: { verdict: 'ask', tool: 5 } });
    await append(5, 'a', { type: 'decided', body: 'ask' }, { type: 'unindexed', body: { verdict: 'ask' } });
    return store;
  }

  const places = async (store: Store, query: EventQuery): Promise<string[]> =>
    (await all(store, query)).map(({ stream, seq }) => `${stream}${seq}`);

  describe(`finding in the ${name} store`, () => {
    it('finds events of all streams by type, newest or oldest first, those of one moment in order', async () => {
      verifies('core.store.find');
      const store = await filled();
      expect(await places(store, { types: ['decided'] })).toEqual(['a4', 'b2', 'a3', 'b1', 'a2']);
      expect(await places(store, { types: ['decided', 'other'], order: 'oldest' })).toEqual([
        'a2',
        'b1',
        'a3',
        'c1',
        'b2',
        'a4',
      ]);
      expect(await places(store, { types: ['decided', 'other'] })).toEqual(['a4', 'b2', 'c1', 'a3', 'b1', 'a2']);
      expect(await places(store, { types: ['opened', 'unindexed', "it's"] })).toEqual(['a5', 'c2', 'a1']);
      expect(await places(store, { types: ['other', 'other'] })).toEqual(['c1']);
      expect(await places(store, { types: [] })).toEqual([]);
      expect(await places(store, { types: ['never'] })).toEqual([]);
    });

    it('answers whole events, with their stream', async () => {
      const store = await filled();
      const [found] = await all(store, { types: ['decided'], streams: ['b'], limit: 1 });
      const [, stored] = await store.read('b');
      expect(found).toEqual({ ...stored, stream: 'b', intact: true });
    });

    it('finds by members of the body, by streams and by time', async () => {
      verifies('core.store.find');
      const store = await filled();
      const types = ['decided'];
      expect(await places(store, { types, where: { verdict: 'ask' } })).toEqual(['b2', 'a3']);
      expect(await places(store, { types, where: { verdict: ['ask', 'deny'], tool: 'run' } })).toEqual(['a3', 'b1']);
      expect(await places(store, { types, where: { 'origin.who': 'ann' } })).toEqual(['a3']);
      // Only a text is a text.
      expect(await places(store, { types, where: { tool: '5' } })).toEqual([]);
      expect(await places(store, { types, where: { verdict: [] } })).toEqual([]);
      expect(await places(store, { types, where: { constructor: 'x', length: '3' } })).toEqual([]);
      expect(await places(store, { types, streams: ['b', 'never'] })).toEqual(['b2', 'b1']);
      expect(await places(store, { types, streams: [] })).toEqual([]);
      expect(await places(store, { types, since: start + 2, until: start + 4 })).toEqual(['a3', 'b1']);
      expect(await places(store, { types, limit: 2 })).toEqual(['a4', 'b2']);
      expect(await places(store, { types, limit: 0 })).toEqual([]);
      expect(await places(store, { types: ['unindexed'], where: { verdict: 'ask' } })).toEqual(['a5']);
    });

    it('tells in which streams there is such an event', async () => {
      const store = await filled();
      expect(await store.streamsWith({ types: ['decided'], where: { verdict: 'ask' } })).toEqual(['a', 'b']);
      expect(await store.streamsWith({ types: ['decided', 'other'] })).toEqual(['a', 'b', 'c']);
      expect(await store.streamsWith({ types: ['decided'], streams: ['b', 'c'] })).toEqual(['b']);
      expect(await store.streamsWith({ types: [] })).toEqual([]);
    });

    it('finds thousands, page by page, also while others are appended', async () => {
      const store = await open();
      const numbers = Array.from({ length: 3000 }, (_, at) => at);
      for (const number of numbers) await store.append(`s${number % 7}`, [{ type: 'decided', body: { number } }]);
      const found: unknown[] = [];
      for await (const { body } of store.find({ types: ['decided'] })) {
        if (found.length === 500) await store.append('s0', [{ type: 'decided', body: { number: -1 } }]);
        found.push((body as { number: number }).number);
      }
      expect(found).toEqual(numbers.toReversed());
    });

    it('keeps bodies that are deep, and finds them by their type', async () => {
      const store = await open();
      const deep = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`) as unknown;
      await store.append('a', [{ type: 'decided', body: { verdict: 'ask', deep } }]);
      expect(await places(store, { types: ['decided'] })).toEqual(['a1']);
    });

    it('refuses what it cannot look for', async () => {
      const store = await open();
      const refused = async (query: EventQuery) => (await failureOf(all(store, query))).code;
      for (const field of ['', 'a b', "a'", 'a"', '$', 'a.', '.a', 'a..b', 'é', 'a.b.c.d.e.f']) {
        expect(await refused({ types: ['a'], where: { [field]: 'x' } })).toBe('bad-option');
      }
      expect(await refused({ types: ['a b'] })).toBe('bad-option');
      expect(await refused({ types: ['a'], streams: ['a b'] })).toBe('bad-option');
      expect(await refused({ types: ['a'], order: 'sideways' as 'newest' })).toBe('bad-option');
      expect((await failureOf(store.streamsWith({ types: ['é'] }))).code).toBe('bad-option');
    });

    it('says so when it was closed, also on the way', async () => {
      const store = await filled();
      const events = store.find({ types: ['decided'] })[Symbol.asyncIterator]();
      await events.next();
      await store.close();
      expect((await failureOf(Promise.resolve(events.next()))).code).toBe('store-unavailable');
      expect((await failureOf(all(store, { types: ['decided'] }))).code).toBe('store-unavailable');
      expect((await failureOf(store.streamsWith({ types: ['decided'] }))).code).toBe('store-unavailable');
    });

    it('looks for a hash when it verifies, and tells how far it is', async () => {
      verifies('core.store.hash-chain');
      const store = await filled();
      const hash = (await store.read('a'))[2]?.hash;
      const told: number[] = [];
      const verified = await store.verify('a', { hash, onProgress: (events) => told.push(events) });
      expect(verified).toMatchObject({ ok: true, events: 5, found: 3 });
      expect(told.at(-1)).toBe(5);
      expect(await store.verify('b', { hash })).not.toHaveProperty('found');
    });

    it('records a removal in another stream in the same transaction', async () => {
      verifies('core.store.recorded-removal');
      const store = await filled();
      const seen: FoundEvent[] = [];
      store.subscribe('user', (events) => seen.push(...(events as FoundEvent[])));
      const record = async () => {
        // Nobody writes the stream while it is asked for.
        expect((await failureOf(store.lease('a'))).code).toBe('session-leased');
        return { stream: 'user', events: [{ type: 'removed', body: { events: (await store.read('a')).length } }] };
      };
      expect(await store.delete('a', { record })).toBe(true);
      expect(await store.read('a')).toEqual([]);
      expect((await store.read('user')).map(({ body }) => body)).toEqual([{ events: 5 }]);
      expect(seen.map(({ seq, type }) => ({ seq, type }))).toEqual([{ seq: 1, type: 'removed' }]);
      expect(await store.delete('a', { record })).toBe(false);
      await store.append('user', [{ type: 'more', body: 1 }]);
      expect(await store.verify('user')).toMatchObject({ ok: true, events: 2 });
    });

    it('removes nothing when the removal cannot be recorded', async () => {
      verifies('core.store.recorded-removal');
      const store = await filled();
      const removing = (stream: string, type: string) =>
        failureOf(store.delete('a', { record: async () => ({ stream, events: [{ type, body: 1 }] }) }));
      expect((await removing('user', 'no type')).code).toBe('bad-option');
      expect((await removing('a', 'removed')).code).toBe('bad-option');
      const record = () => Promise.reject(new Error('it broke'));
      await expect(store.delete('a', { record })).rejects.toThrow('it broke');
      expect(await store.read('a')).toHaveLength(5);
      expect(await store.read('user')).toEqual([]);
      (await store.lease('a')).release();
    });
  });
}

async function all(store: Store, query: EventQuery): Promise<FoundEvent[]> {
  const found: FoundEvent[] = [];
  for await (const event of store.find(query)) found.push(event);
  return found;
}
