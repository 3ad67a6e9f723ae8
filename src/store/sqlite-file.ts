import { accessSync, constants, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { succeeds } from '../base/attempt.js';
import { ToolwrightError } from '../base/error.js';
import { createPrivateFile, createPrivateFolder, syncFolderNow } from './private-file.js';
import { type Database, inTransaction, type OpenDatabase, value } from './sqlite-driver.js';
import { schemaVersion, upgradeFrom } from './sqlite-schema.js';
import { damagedError, isBusy, isFull, missingError, readOnlyError, storeError } from './store-error.js';

/** `application_id` of the file: "TWRT". */
const applicationId = 0x54575254;
const smallestDatabase = 512;
/** Blocks the thread, so it is short; longer waits happen without blocking. */
const blockMs = 20;

/**
 * Makes sure of a file that only its owner can read, and says where it really is. It never opens a file that is there:
 * closing it again would drop the locks that SQLite holds on it in this process.
 */
export function prepareFile(
  given: string,
  { durable = false }: { readonly durable?: boolean } = {},
): { readonly path: string; readonly readOnly: boolean } {
  const path = resolve(given);
  try {
    make(path, durable);
    const real = realpathSync(path);
    const found = statSync(real);
    if (!found.isFile()) {
      throw new ToolwrightError('store-unavailable', `${path} is not a file; name a file with --store PATH`);
    }
    // SQLite takes a few bytes for an empty database and would write over them.
    if (found.size > 0 && found.size < smallestDatabase) throw damagedError(real);
    return { path: real, readOnly: !isWritable(real) || !isWritable(dirname(real)) };
  } catch (thrown) {
    throw storeError(thrown, path);
  }
}

function make(path: string, durable: boolean): void {
  try {
    const made = createPrivateFolder(dirname(path));
    createPrivateFile(path);
    // SQLite syncs the folder of the file, and none above.
    if (durable) for (const folder of made) syncFolderNow(dirname(folder));
  } catch (thrown) {
    throw isFull(thrown) ? thrown : missingError(path, thrown);
  }
}

/** Opens the file, checks that it is a store of a known version, and makes its tables when it is new. */
export function openFile(open: OpenDatabase, path: string, options: FileOptions): Database {
  let database: Database | undefined;
  try {
    database = options.readOnly ? openForReading(open, path) : open(path, { timeout: blockMs });
    const version = versionOf(database, path);
    if (options.readOnly) {
      if (version === 0) throw readOnlyError(path);
    } else {
      database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.durable ? 'FULL' : 'NORMAL'};
        PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;`);
      if (version === 0) createTables(database, path, options.now);
      else if (version < schemaVersion) upgradeFile(database, path, version);
    }
    return database;
  } catch (thrown) {
    database?.close();
    // Not translated: the caller tries again.
    if (isBusy(thrown)) throw thrown;
    throw storeError(thrown, path);
  }
}

interface FileOptions {
  readonly readOnly: boolean;
  /** True: an acknowledged event survives power loss too. */
  readonly durable: boolean;
  readonly now: number;
}

const isWritable = (path: string): boolean => succeeds(() => accessSync(path, constants.W_OK));

/**
 * SQLite reads a write-ahead log only with a shared-memory file beside it, which a read-only folder may lack. Without a
 * log the file alone is the whole truth, and may be read as one that does not change.
 */
function openForReading(open: OpenDatabase, path: string): Database {
  const database = open(path, { readOnly: true, timeout: blockMs });
  try {
    value(database, 'PRAGMA schema_version');
    return database;
  } catch (thrown) {
    database.close();
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) {
      return open(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true, timeout: blockMs });
    }
    if (statSync(`${path}-shm`, { throwIfNoEntry: false }) !== undefined) throw thrown;
    const message = `${path} cannot be read here: its newest events are in ${path}-wal and the folder is read-only. Copy both files to a folder that can be written and use --store PATH`;
    throw new ToolwrightError('store-read-only', message, { cause: thrown, details: { path } });
  }
}

/** Read in one transaction: another process may be making the tables this very moment. */
function versionOf(database: Database, path: string): number {
  database.exec('BEGIN');
  try {
    return checkVersion(database, path);
  } finally {
    if (database.isTransaction) database.exec('COMMIT');
  }
}

function checkVersion(database: Database, path: string): number {
  const version = Number(value(database, 'PRAGMA user_version'));
  const application = Number(value(database, 'PRAGMA application_id'));
  const empty = Number(value(database, 'SELECT count(*) FROM sqlite_schema')) === 0;
  if (application !== applicationId && !empty) {
    const message = `${path} is a database of another program; name another file with --store PATH`;
    throw new ToolwrightError('store-unavailable', message, { details: { path } });
  }
  if (version <= schemaVersion) return version;
  throw newerError(path, { version, known: schemaVersion });
}

export function newerError(path: string, details: Record<string, unknown>): ToolwrightError {
  const message = `the store ${path} was written by a newer Toolwright; update, or use --store PATH. Nothing in it was changed`;
  return new ToolwrightError('store-newer', message, { details: { path, ...details } });
}

function createTables(database: Database, path: string, now: number): void {
  inTransaction(database, () => {
    // Another process may have been faster.
    if (checkVersion(database, path) !== 0) return;
    database.exec(`${upgradeFrom(0)}
      INSERT INTO meta VALUES ('created-at', '${now}');
      PRAGMA application_id = ${applicationId};`);
  });
}

/**
 * Brings a store of an earlier version to the present one. What it was stays beside it, so that the earlier release can
 * still be used: that one refuses what this one leaves. No call may touch what begins with the name of the store and a dash.
 */
function upgradeFile(database: Database, path: string, version: number): void {
  keepCopy(database, `${path}-v${version}`);
  inTransaction(database, () => {
    // Another process may have been faster.
    const now = Number(value(database, 'PRAGMA user_version'));
    if (now < schemaVersion) database.exec(upgradeFrom(now));
  });
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
