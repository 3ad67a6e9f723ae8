import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { onTestFinished } from 'vitest';
import { openSqliteStore, type SqliteStoreOptions } from '../../src/store/sqlite.js';
import { temporaryFolder } from './support.js';

/** A store with five events in `ses_a`, made by `body`, and one in `ses_b`, and a second way to its rows. */
export async function openWithRows(
  body: (number: number) => object,
  options: Pick<SqliteStoreOptions, 'indexes'> = {},
) {
  const path = join(temporaryFolder(), 'store.db');
  const store = await openSqliteStore({ path, ...options });
  await store.append(
    'ses_a',
    [1, 2, 3, 4, 5].map((number) => ({ type: 'counted', body: body(number) })),
  );
  await store.append('ses_b', [{ type: 'other', body: {} }]);
  const rows = new DatabaseSync(path);
  onTestFinished(async () => {
    rows.close();
    await store.close();
  });
  return { path, store, rows };
}
