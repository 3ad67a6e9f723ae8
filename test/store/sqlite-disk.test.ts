import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ToolwrightError } from '../../src/base/error.js';
import { openSqliteStore } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { verifies } from '../requirements.js';
import { failureOf, noMount, startChild, temporaryFolder, temporaryMount } from './support.js';

const event = (body: unknown) => ({ type: 'tested', body });

async function open(path: string): Promise<Store> {
  const store = await openSqliteStore({ path });
  onTestFinished(() => store.close());
  return store;
}

describe.skipIf(noMount !== undefined)(`a disk of its own${noMount === undefined ? '' : ` (${noMount})`}`, () => {
  for (const [size, ballastBytes] of [
    ['1m', 300_000],
    ['4m', 1_500_000],
    ['16m', 6_000_000],
  ] as const) {
    it(`loses no acknowledged event when a disk of ${size} is full, and goes on when there is space`, async () => {
      verifies('core.bad-input.store-full');
      const { folder } = temporaryMount(`size=${size}`);
      const ballast = join(folder, 'ballast');
      writeFileSync(ballast, Buffer.alloc(ballastBytes));
      const store = await open(join(folder, 'store.db'));
      const fill = async () => {
        for (let number = 1; ; number += 1) {
          try {
            await store.append('ses_a', [event({ number, text: 'x'.repeat(9000) }), event({ number })]);
          } catch (thrown) {
            return { stored: (number - 1) * 2, failure: thrown as ToolwrightError };
          }
        }
      };
      const { stored, failure } = await fill();
      expect(failure).toMatchObject({
        code: 'store-full',
        message: expect.stringMatching(/is full.*what was stored before is safe. Free some space and go on/s),
      });
      expect((await failureOf(store.blobs.write('x'.repeat(200_000)))).code).toBe('store-full');
      const before = await store.read('ses_a');
      expect(before).toHaveLength(stored);

      rmSync(ballast);
      await store.append('ses_a', [event('after')]);
      expect(await store.verify('ses_a')).toMatchObject({ ok: true, events: stored + 1 });
      await store.blobs.write('x'.repeat(10_000));
      await store.close();
      const again = await open(join(folder, 'store.db'));
      expect((await again.read('ses_a')).slice(0, -1)).toEqual(before);
    });
  }

  it('says so when a full disk has no room for a new store', async () => {
    const { folder } = temporaryMount('size=64k');
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(60_000));
    const failure = await failureOf(openSqliteStore({ path: join(folder, 'store.db') }));
    expect(failure.code).toBe('store-full');
    rmSync(join(folder, 'ballast'));
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(1000));
  });

  it('reads from a read-only file system and refuses to write', async () => {
    verifies('core.bad-input.store-read-only');
    const { folder, remount } = temporaryMount('size=8m');
    const path = join(folder, 'store.db');
    // Other processes: this one may keep the files open for a while, and then the mount is busy.
    await (await startChild('append', path, 'ses_a', '2')).ended;
    const child = await startChild('write-blob', path, 'kept');
    await child.ended;
    const address = child.lines[0] ?? '';
    remount('ro');

    const store = await open(path);
    expect((await store.read('ses_a')).map(({ body }) => body)).toMatchObject([{ number: 1 }, { number: 2 }]);
    expect(await store.streams()).toMatchObject([{ id: 'ses_a', events: 2 }]);
    expect(await store.verify('ses_a')).toMatchObject({ ok: true });
    expect(await store.blobs.size(address)).toBe(4);
    const failure = await failureOf(store.append('ses_a', [event(3)]));
    expect(failure.code).toBe('store-read-only');
    expect(failure.message).toMatch(/cannot be written.*can still be read.*--store PATH/s);
    expect((await failureOf(store.lease('ses_a'))).code).toBe('store-read-only');
    expect((await failureOf(store.delete('ses_a'))).code).toBe('store-read-only');
    expect((await failureOf(store.blobs.write('more'))).code).toBe('store-read-only');
    expect((await failureOf(openSqliteStore({ path: join(folder, 'new.db') }))).code).toBe('store-read-only');
    expect((await failureOf(openSqliteStore({ path: join(folder, 'a', 'new.db') }))).code).toBe('store-read-only');
  });

  it('reads, read-only, what a killed process left in the log, or says that it cannot', async () => {
    const { folder, remount } = temporaryMount('size=8m');
    const path = join(temporaryFolder(), 'store.db');
    await (await open(path)).append('ses_a', [event(1), event(2)]);
    for (const end of ['', '-wal', '-shm']) copyFileSync(`${path}${end}`, join(folder, `all.db${end}`));
    for (const end of ['', '-wal']) copyFileSync(`${path}${end}`, join(folder, `log.db${end}`));
    remount('ro');

    expect(await (await open(join(folder, 'all.db'))).read('ses_a')).toHaveLength(2);
    expect(await failureOf(openSqliteStore({ path: join(folder, 'log.db') }))).toMatchObject({
      code: 'store-read-only',
      message: expect.stringMatching(/Copy both files to a folder that can be written/),
    });
  });
});
