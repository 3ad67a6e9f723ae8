import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { takeLease } from '../../src/store/lease.js';
import { loadSqlite, type OpenDatabase } from '../../src/store/sqlite-driver.js';
import { failureOf, temporaryFolder } from './support.js';

/** What opens lock files, and removes the first `times` of them at a moment at which their last holder may. */
async function removing(when: 'before' | 'after', times: number) {
  const open = await loadSqlite();
  const opened: string[] = [];
  const openAndRemove: OpenDatabase = (path, options) => {
    const database = open(path, options);
    opened.push(path);
    if (opened.length > times) return database;
    const exec = (sql: string): void => {
      if (when === 'before') rmSync(path);
      database.exec(sql);
      if (when === 'after') rmSync(path);
    };
    return { isTransaction: false, prepare: (sql) => database.prepare(sql), exec, close: () => database.close() };
  };
  return { open: openAndRemove, opened };
}

it.each(['before', 'after'] as const)('counts no lock on a file that was removed, %s it was locked', async (when) => {
  const folder = temporaryFolder();
  const once = await removing(when, 1);
  const lease = await takeLease({ open: once.open, folder, stream: 'ses_a' });
  expect(once.opened).toHaveLength(2);
  const always = await removing(when, 99);
  expect(await failureOf(takeLease({ open: always.open, folder, stream: 'ses_b' }))).toMatchObject({
    code: 'session-leased',
    details: { stream: 'ses_b' },
  });
  expect(always.opened).toHaveLength(5);
  lease.release();
});

it('reports a lock file that cannot be used as a failure of the store, and closes it', async () => {
  const folder = temporaryFolder();
  let closed = 0;
  const fails = () => {
    throw new Error('disk I/O error');
  };
  const close = (): void => {
    closed += 1;
  };
  const broken: OpenDatabase = () => ({ isTransaction: false, prepare: fails, exec: fails, close });
  const failure = await failureOf(takeLease({ open: broken, folder, stream: 'ses_a' }));
  expect(failure).toMatchObject({ code: 'store-unavailable', message: expect.stringContaining('disk I/O error') });
  expect(closed).toBe(1);
});
