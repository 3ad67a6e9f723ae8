import { join } from 'node:path';
import { createMemoryStore } from '../../src/store/memory.js';
import { openSqliteStore } from '../../src/store/sqlite.js';
import { findSuite, suiteIndexes } from './find-suite.js';
import { storeSuite } from './store-suite.js';
import { temporaryFolder } from './support.js';

storeSuite('memory', async (clock) => createMemoryStore({ clock }));
storeSuite('SQLite', (clock) => openSqliteStore({ path: join(temporaryFolder(), 'store.db'), clock }));
storeSuite('indexed SQLite', (clock) =>
  openSqliteStore({ path: join(temporaryFolder(), 'i.db'), clock, indexes: suiteIndexes }),
);
storeSuite('durable SQLite', (clock) =>
  openSqliteStore({ path: join(temporaryFolder(), 's.db'), clock, durable: true }),
);

findSuite('memory', async (clock) => createMemoryStore({ clock }));
findSuite('SQLite', (clock) => openSqliteStore({ path: join(temporaryFolder(), 'store.db'), clock }));
findSuite('indexed SQLite', (clock) =>
  openSqliteStore({ path: join(temporaryFolder(), 'store.db'), clock, indexes: suiteIndexes }),
);
