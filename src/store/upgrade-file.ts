import { renameSync, rmSync } from 'node:fs';
import { createPrivateFile } from './private-file.js';
import { type Database, value } from './sqlite-driver.js';
import { schemaVersion, upgradeFrom } from './sqlite-schema.js';

/** Where the file as it was before stays. No call may touch what begins with the name of the store and a dash. */
const copyBefore = (path: string, version: number): string => `${path}-v${version}`;

/**
 * Brings a store of an earlier version to the present one. What it was stays beside it, so that the earlier release can
 * still be used: that one refuses what this one leaves.
 */
export function upgradeFile(database: Database, path: string, version: number): void {
  keepCopy(database, copyBefore(path, version));
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have been faster.
    const now = Number(value(database, 'PRAGMA user_version'));
    if (now < schemaVersion) database.exec(upgradeFrom(now));
    database.exec('COMMIT');
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}

/** The whole of it, also what is in the write-ahead log only. A copy that was not finished never has the name. */
function keepCopy(database: Database, copy: string): void {
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  try {
    createPrivateFile(part);
    database.exec(`VACUUM INTO '${part.replaceAll("'", "''")}'`);
    renameSync(part, copy);
  } catch (thrown) {
    rmSync(part, { force: true });
    throw thrown;
  }
}
