import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadSqlite, value } from '../../src/store/sqlite-driver.js';
import { openFile } from '../../src/store/sqlite-file.js';
import { temporaryFolder } from './support.js';

// As SQLite counts them, 1 is NORMAL and 2 is FULL.
it.each([
  [false, 1],
  [true, 2],
])('syncs every append where it has to survive power loss: %s', async (durable, synchronous) => {
  const path = join(temporaryFolder(), 'store.db');
  const database = openFile(await loadSqlite(), path, { readOnly: false, durable, now: 1 });
  onTestFinished(() => database.close());
  const pragmas = ['journal_mode', 'synchronous', 'foreign_keys', 'secure_delete'];
  expect(pragmas.map((name) => value(database, `PRAGMA ${name}`))).toEqual(['wal', synchronous, 1, 1]);
});
