import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../src/base/clock.js';
import { genesis, hashEvent } from '../../src/store/chain.js';
import type { Store, StoredEvent } from '../../src/store/store.js';
import { verifies } from '../requirements.js';
import { failureOf, tickingClock } from './support.js';

/** What every store does, whatever it is made of. */
export function storeSuite(name: string, openNew: (clock: Clock) => Promise<Store>): void {
  async function open(): Promise<Store> {
    const store = await openNew(tickingClock());
    onTestFinished(() => store.close());
    return store;
  }

  describe(`${name} store`, () => {
    it('reads events back in order with version, number, time, type and body', async () => {
      verifies('core.store.one-suite', 'core.store.append-read', 'design.store.same-suite');
      const store = await open();
      const first = await store.append('ses_a', [
        { type: 'session-opened', body: { workspace: '/w' } },
        { type: 'message-received', body: { text: 'hi' } },
      ]);
      const second = await store.append('ses_a', [{ type: 'turn-ended', body: null }]);
      await store.append('ses_b', [{ type: 'session-opened', body: [] }]);

      const events = await store.read('ses_a');
      expect(events).toEqual([
        { v: 1, seq: 1, at: first[0]?.at, type: 'session-opened', body: { workspace: '/w' }, hash: first[0]?.hash },
        { v: 1, seq: 2, at: first[0]?.at, type: 'message-received', body: { text: 'hi' }, hash: first[1]?.hash },
        { v: 1, seq: 3, at: second[0]?.at, type: 'turn-ended', body: null, hash: second[0]?.hash },
      ]);
      expect(second[0]?.at).toBeGreaterThan(first[0]?.at ?? 0);
      expect(JSON.parse(JSON.stringify([...first, ...second]))).toEqual(events);
    });

    it('chains the hashes in the documented form', async () => {
      verifies('core.store.hash-chain', 'design.durability.hash-chain');
      const store = await open();
      await store.append('ses_a', [
        { type: 'one', body: { a: 1 } },
        { type: 'two', body: 'é\u2028' },
      ]);
      const [one, two] = (await store.read('ses_a')) as [StoredEvent, StoredEvent];
      expect(one.hash).toBe(hashEvent({ ...one, previous: genesis('ses_a').hash, bodyText: '{"a":1}' }));
      expect(two.hash).toBe(hashEvent({ ...two, previous: one.hash, bodyText: '"é\u2028"' }));
      expect(await store.verify('ses_a')).toEqual({ ok: true, events: 2, head: two.hash });
    });

    // Computed by a program in another language from the form that chain.ts describes.
    it('makes the same hashes as every other store', async () => {
      const store = await openNew({ now: () => 1_700_000_000_000, monotonic: () => 0 });
      onTestFinished(() => store.close());
      const stored = await store.append('ses_a', [{ type: 'one', body: { text: 'é', list: [1.5, null] } }]);
      expect(stored[0]?.hash).toBe('16a40f710af2d54607690ac1b6c96aca2d75651161f0722beef8acf71e4d6557');
    });

    it('pages', async () => {
      const store = await open();
      const numbers = Array.from({ length: 2500 }, (_, index) => index + 1);
      await store.append(
        'ses_a',
        numbers.map((number) => ({ type: 'counted', body: { number } })),
      );
      const seqs = async (range: { after?: number; limit?: number }) =>
        (await store.read('ses_a', range)).map(({ seq }) => seq);
      expect(await seqs({})).toEqual(numbers);
      expect(await seqs({ after: 2490 })).toEqual(numbers.slice(2490));
      expect(await seqs({ after: 10, limit: 3 })).toEqual([11, 12, 13]);
      expect(await seqs({ limit: 1300 })).toEqual(numbers.slice(0, 1300));
      expect(await seqs({ after: 2500 })).toEqual([]);
      expect(await seqs({ after: 9999 })).toEqual([]);
      expect(await seqs({ limit: 0 })).toEqual([]);
      expect(await store.read('ses_unknown')).toEqual([]);
    });

    it('keeps any text: lone surrogates, line separators, NUL, emoji, 5 MB', async () => {
      const store = await open();
      const texts = [
        '\ud800 alone',
        'alone \udfff',
        'a\u2028b\u2029c',
        'a\0b',
        '👩‍🔬é',
        '"\\\n\r\t',
        'x'.repeat(5_000_000),
      ];
      await store.append(
        'ses_a',
        texts.map((text) => ({ type: 'text', body: { text, [text.slice(0, 20)]: true } })),
      );
      const events = await store.read('ses_a');
      expect(events.map(({ body }) => body)).toEqual(texts.map((text) => ({ text, [text.slice(0, 20)]: true })));
      expect(await store.verify('ses_a')).toMatchObject({ ok: true, events: texts.length });
    });

    it('preserves types it has never heard of, and reads bodies as JSON leaves them', async () => {
      verifies('design.rooms.store-type-blind');
      const store = await open();
      await store.append('ses_a', [{ type: 'x-made-up', body: { kept: 1, dropped: undefined, when: new Date(0) } }]);
      const [event] = await store.read('ses_a');
      expect(event?.type).toBe('x-made-up');
      expect(Object.entries(event?.body as object)).toEqual([
        ['kept', 1],
        ['when', '1970-01-01T00:00:00.000Z'],
      ]);
    });

    it('refuses what is no event and no stream, and stores nothing of it', async () => {
      const store = await open();
      const fine = { type: 'fine', body: 1 };
      expect(await failureOf(store.append('ses_a', [fine, { type: 'bad', body: undefined }]))).toMatchObject({
        code: 'bad-option',
        message: 'the event "bad" cannot be stored: it has no body; use null for an empty one',
      });
      for (const type of ['', 'a b', 'a\nb', 'a\0', 'é', 'x'.repeat(201)]) {
        expect(await failureOf(store.append('ses_a', [fine, { type, body: 1 }]))).toMatchObject({
          code: 'bad-option',
          message: `the event ${JSON.stringify(type)} cannot be stored: its type must be 1 to 200 printable ASCII characters without spaces`,
        });
      }
      for (const stream of ['', 'a\0b', 'a b', '\ud800']) {
        const refused = {
          code: 'bad-option',
          message: `${JSON.stringify(stream)} cannot name a stream: use 1 to 200 printable ASCII characters without spaces`,
        };
        expect(await failureOf(store.append(stream, [fine]))).toMatchObject(refused);
        expect(await failureOf(store.lease(stream))).toMatchObject(refused);
      }
      expect(await store.append('ses_a', [])).toEqual([]);
      expect(await store.streams()).toEqual([]);
    });

    it('lists 1,000 streams', async () => {
      const store = await open();
      const names = Array.from({ length: 1000 }, (_, index) => `ses_${index}`);
      await Promise.all(names.map((id) => store.append(id, [{ type: 'session-opened', body: { id } }])));
      await store.append('ses_7', [{ type: 'turn-ended', body: {} }]);
      const streams = await store.streams();
      expect(streams.map(({ id }) => id)).toEqual(names);
      const [first, second] = await store.read('ses_7');
      expect(streams[7]).toEqual({ id: 'ses_7', events: 2, firstAt: first?.at, lastAt: second?.at });
    });

    it('stores appends made at the same time whole and in the order they were made', async () => {
      const store = await open();
      const appends = Array.from({ length: 300 }, (_, index) =>
        store.append(`ses_${index % 2}`, [
          { type: 'a', body: index },
          { type: 'b', body: index },
        ]),
      );
      await Promise.all(appends);
      for (const parity of [0, 1]) {
        const wanted = Array.from({ length: 150 }, (_, index) => index * 2 + parity).flatMap((n) => [n, n]);
        expect((await store.read(`ses_${parity}`)).map(({ body }) => body)).toEqual(wanted);
      }
    });

    it('tells subscribers of each event once and in order, and survives one that throws', async () => {
      verifies('core.store.subscribe');
      const store = await open();
      const seen: StoredEvent[] = [];
      const warnings: Error[] = [];
      const onWarning = (warning: Error) => warnings.push(warning);
      process.on('warning', onWarning);
      onTestFinished(() => void process.off('warning', onWarning));
      const stopBad = store.subscribe('ses_a', () => {
        throw new Error('bad listener');
      });
      const stop = store.subscribe('ses_a', (events) => seen.push(...events));
      await store.append('ses_a', [
        { type: 'a', body: 1 },
        { type: 'b', body: 2 },
      ]);
      await store.append('ses_b', [{ type: 'other', body: 0 }]);
      stopBad();
      await store.append('ses_a', [{ type: 'c', body: 3 }]);
      stop();
      stop();
      await store.append('ses_a', [{ type: 'd', body: 4 }]);
      expect(seen.map(({ seq, type, hash }) => ({ seq, type, hash }))).toEqual(
        (await store.read('ses_a', { limit: 3 })).map(({ seq, type, hash }) => ({ seq, type, hash })),
      );
      await nextTurn();
      expect(warnings.map(({ message }) => message)).toEqual(['a listener of stream ses_a threw: bad listener']);
    });

    it('gives a lease to one holder at a time', async () => {
      verifies('core.store.lease');
      const store = await open();
      const lease = await store.lease('ses_a');
      const failure = await failureOf(store.lease('ses_a'));
      expect(failure).toMatchObject({ code: 'session-leased', details: { stream: 'ses_a' } });
      expect(failure.message).toMatch(/in use by another process.*start a new session/s);
      const other = await store.lease('ses_b');
      lease.release();
      const again = await store.lease('ses_a');
      lease.release();
      expect((await failureOf(store.lease('ses_a'))).code).toBe('session-leased');
      again.release();
      other.release();
    });

    it('verifies a stream that does not exist as empty', async () => {
      const store = await open();
      expect(await store.verify('ses_none')).toEqual({ ok: true, events: 0, head: genesis('ses_none').hash });
    });

    it('deletes a stream and the blobs that no other stream names', async () => {
      const store = await open();
      const own = await store.blobs.write('own');
      const shared = await store.blobs.write('shared');
      await store.append('ses_a', [{ type: 'a', body: { text: `see ${own} and ${shared}` } }]);
      await store.append('ses_b', [{ type: 'a', body: { deep: [{ shared }] } }]);
      const lease = await store.lease('ses_a');
      await expect(store.delete('ses_a')).rejects.toMatchObject({ code: 'session-leased' });
      lease.release();
      expect(await store.delete('ses_a')).toBe(true);
      expect(await store.delete('ses_a')).toBe(false);
      expect(await store.delete('ses_never')).toBe(false);
      expect(await store.read('ses_a')).toEqual([]);
      expect((await store.streams()).map(({ id }) => id)).toEqual(['ses_b']);
      expect(await store.blobs.size(own)).toBeUndefined();
      expect(await store.blobs.size(shared)).toBe(6);
      expect(await store.append('ses_a', [{ type: 'again', body: 1 }])).toMatchObject([{ seq: 1 }]);
      expect(await store.verify('ses_a')).toMatchObject({ ok: true, events: 1 });
    });

    it('keeps blobs by the hash of their bytes', async () => {
      verifies('core.store.blobs');
      const { blobs } = await open();
      const address = await blobs.write('é');
      expect(address).toBe('blob:4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
      expect(await blobs.write(new TextEncoder().encode('é'))).toBe(address);
      expect(await blobs.size(address)).toBe(2);
      expect(Buffer.from((await blobs.read(address)) ?? []).toString()).toBe('é');
      const empty = await blobs.write('');
      expect([await blobs.size(empty), (await blobs.read(empty))?.length]).toEqual([0, 0]);
    });

    it('writes a blob in pieces', async () => {
      const { blobs } = await open();
      const piece = Buffer.alloc(10_000);
      const writer = blobs.writer();
      for (let fill = 0; fill < 200; fill += 1) writer.write(piece.fill(fill));
      const { address, bytes } = await writer.end();
      expect(bytes).toBe(2_000_000);
      const whole = Buffer.concat(Array.from({ length: 200 }, (_, fill) => Buffer.alloc(10_000, fill)));
      expect(Buffer.compare(Buffer.from((await blobs.read(address)) ?? []), whole)).toBe(0);
      expect(await blobs.write(whole)).toBe(address);

      const discarded = blobs.writer();
      discarded.write(Buffer.alloc(100_000, 7));
      discarded.discard();
      expect((await blobs.writer().end()).bytes).toBe(0);
    });

    it('answers nothing for what is no address of a blob', async () => {
      const { blobs } = await open();
      const hash = (await blobs.write('x')).slice(5);
      const wrong = [
        '',
        'blob:',
        hash,
        `blob:${hash}/`,
        `blob:../${hash}`,
        `BLOB:${hash}`,
        `blob:${hash.toUpperCase()}`,
      ];
      for (const address of [...wrong, `blob:${hash}\n`, 'blob:../../etc/passwd', `blob:${'0'.repeat(64)}`]) {
        expect(await blobs.size(address)).toBeUndefined();
        expect(await blobs.read(address)).toBeUndefined();
      }
    });

    it('says so when it was closed', async () => {
      const store = await open();
      await store.close();
      await store.close();
      const note = () => ({ type: 'a', body: 1 });
      const uses: Readonly<Record<string, () => Promise<unknown>>> = {
        append: () => store.append('ses_a', [note()]),
        'append nothing': () => store.append('ses_a', []),
        read: () => store.read('ses_a'),
        find: () =>
          store
            .find({ types: ['a'] })
            [Symbol.asyncIterator]()
            .next(),
        streamsWith: () => store.streamsWith({ types: ['a'] }),
        streams: () => store.streams(),
        lease: () => store.lease('ses_a'),
        verify: () => store.verify('ses_a'),
        repair: () => store.repair('ses_a', note),
        setAside: () => store.setAside('ses_a'),
        reindex: () => store.reindex(),
        delete: () => store.delete('ses_a'),
      };
      for (const [name, use] of Object.entries(uses))
        expect(await failureOf(use()), name).toMatchObject({
          code: 'store-unavailable',
          message: 'the store was closed; open it again',
        });
    });
  });
}
