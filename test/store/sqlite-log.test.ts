import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadSqlite } from '../../src/store/sqlite-driver.js';
import { openFile } from '../../src/store/sqlite-file.js';
import { createSqliteLog } from '../../src/store/sqlite-log.js';
import { temporaryFolder } from './support.js';

async function openLog() {
  const path = join(temporaryFolder(), 'store.db');
  const database = openFile(await loadSqlite(), path, { readOnly: false, durable: false, now: 1 });
  onTestFinished(() => database.close());
  return createSqliteLog(database);
}

const addition = (stream: string, count: number, at = 7) => ({
  stream,
  events: Array.from({ length: count }, (_, body) => ({ type: 'counted', body })),
  texts: Array.from({ length: count }, (_, body) => `${body}`),
  at,
});

it('knows the length, the ends and the rows of a stream by its id', async () => {
  const log = await openLog();
  const stored = [...log.append(addition('a', 40)), ...log.append(addition('a', 2, 9))];
  const [others] = log.appendAll([addition('b', 1), addition('a', 1, 9)]);
  expect(others).toMatchObject([{ seq: 1, at: 7 }]);
  expect(['a', 'b', 'never'].map((stream) => log.lengthOf(stream))).toEqual([43, 1, 0]);
  const id = log.idOf('a') ?? 0;
  expect([log.idOf('never'), log.nameOf(id), log.nameOf(99)]).toEqual([undefined, 'a', undefined]);
  expect(log.headAt(id, 41)).toEqual({ seq: 41, hash: stored[40]?.hash });
  expect([log.headAt(id, 44), log.rowAt(id, 44)]).toEqual([undefined, undefined]);
  const row = { seq: 42, v: 1, at: 9, type: 'counted', bodyText: '1', hash: stored[41]?.hash };
  expect(log.rowAt(id, 42)).toEqual(row);
  expect(log.page(id, 41, 5).map(({ seq }) => seq)).toEqual([42, 43]);
  expect(log.page(id, 41, 1)).toEqual([row]);
  expect(log.streams()).toEqual([
    { rowId: id, id: 'a', events: 43, firstAt: 7, lastAt: 9 },
    { rowId: log.idOf('b'), id: 'b', events: 1, firstAt: 7, lastAt: 7 },
  ]);
});
