import { expect, it } from 'vitest';
import { ToolwrightError } from '../../src/base/error.js';
import type { SqliteLog } from '../../src/store/sqlite-log.js';
import { createSqliteReader } from '../../src/store/sqlite-reader.js';

it('takes nothing for damage but damage: a store that is locked is not to be repaired', async () => {
  const locked = new ToolwrightError('store-locked', 'in use');
  const asked: number[] = [];
  const log: Pick<SqliteLog, 'idOf' | 'page'> = {
    idOf: () => 1,
    page(_id, _after, limit) {
      asked.push(limit);
      throw locked;
    },
  };
  const reader = createSqliteReader({ log: log as SqliteLog, path: '/s.db', attempt: async (work) => work() });
  await expect(reader.verify('ses_a')).rejects.toBe(locked);
  await expect(reader.read('ses_a', {})).rejects.toBe(locked);
  expect(asked).toHaveLength(2);
});
