import { messageOf, ToolwrightError } from '../base/error.js';

/** The part of the `node:sqlite` API that is used here, with what it answers as `unknown`. */
export interface Statement {
  run(...values: readonly (string | number)[]): unknown;
  get(...values: readonly (string | number)[]): unknown;
  all(...values: readonly (string | number)[]): unknown[];
  setReturnArrays(on: boolean): void;
}

export interface Database {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): Statement;
  /** The package closes the files only once every prepared statement was garbage-collected; nothing stays locked. */
  close(): void;
}

interface OpenOptions {
  readonly readOnly?: boolean;
  /** How long a statement blocks this thread for a lock before it fails as busy. */
  readonly timeout: number;
}

export type OpenDatabase = (location: string, options: OpenOptions) => Database;

/** Loads SQLite when the first store is opened: whoever needs none does not pay for it. */
export async function loadSqlite(): Promise<OpenDatabase> {
  try {
    const { DatabaseSync } = await import('@photostructure/sqlite');
    return (location, options) => new DatabaseSync(location, options);
  } catch (thrown) {
    throw new ToolwrightError(
      'store-unavailable',
      `SQLite could not be loaded: ${messageOf(thrown)}. Install again with npm, or use --store memory`,
      { cause: thrown },
    );
  }
}

/** All of the work or nothing of it, and nobody else writes meanwhile. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (thrown) {
    // Some failures, a full disk for one, have ended the transaction already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}

/** The first column of the only row. */
export function value(database: Database, sql: string): unknown {
  const row = database.prepare(sql).get();
  return typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined;
}
