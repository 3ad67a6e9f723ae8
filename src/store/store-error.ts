import { isToolwrightError, messageOf, systemCode, ToolwrightError } from '../base/error.js';

/** SQLite result codes: https://www.sqlite.org/rescode.html */
const code = { busy: 5, locked: 6, readOnly: 8, ioError: 10, corrupt: 11, full: 13, constraint: 19, notADatabase: 26 };
/** The words of SQLite for them. */
const messages: Readonly<Record<string, number>> = {
  'database is locked': code.busy,
  'database table is locked': code.locked,
  'attempt to write a readonly database': code.readOnly,
  'disk I/O error': code.ioError,
  'database disk image is malformed': code.corrupt,
  'database or disk is full': code.full,
  'file is not a database': code.notADatabase,
};
/** The shared memory of the write-ahead log could not be made larger: the disk is full. */
const shmSize = 4874;

/** Another connection has the lock: worth trying again. */
export const isBusy = (thrown: unknown): boolean => [code.busy, code.locked].includes(primaryCode(thrown));

/** A row could not be inserted because its number is taken or its stream is gone. */
export const isConstraint = (thrown: unknown): boolean => primaryCode(thrown) === code.constraint;

export const isDamage = (thrown: unknown): boolean => [code.corrupt, code.notADatabase].includes(primaryCode(thrown));

/** What went wrong at the file `path`, as one of the `store-…` errors, with what to do about it. */
export function storeError(thrown: unknown, path: string): ToolwrightError {
  if (isToolwrightError(thrown)) return thrown;
  const options = { cause: thrown, details: { path } };
  if (isFull(thrown)) return new ToolwrightError('store-full', fullMessage(path), options);
  if (isReadOnly(thrown)) return readOnlyError(path, thrown);
  if (isBusy(thrown)) return new ToolwrightError('store-locked', lockedMessage(path), options);
  if (isDamage(thrown)) return damagedError(path, thrown);
  const message = `the store ${path} could not be used: ${messageOf(thrown)}; check the path, or use --store PATH`;
  return new ToolwrightError('store-unavailable', message, options);
}

export function readOnlyError(path: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('store-read-only', readOnlyMessage(path), { cause, details: { path } });
}

/** There is no file at `path` that could be opened, and none could be made. */
export function missingError(path: string, cause: unknown): ToolwrightError {
  const message = `the store ${path} does not exist or cannot be reached, and cannot be made there: ${messageOf(cause)}. Make its folder writable, or use --store PATH`;
  const code = isReadOnly(cause) ? 'store-read-only' : 'store-unavailable';
  return new ToolwrightError(code, message, { cause, details: { path } });
}

export function damagedError(path: string, cause?: unknown): ToolwrightError {
  return new ToolwrightError('store-damaged', damagedMessage(path), { cause, details: { path } });
}

export function isFull(thrown: unknown): boolean {
  if (['ENOSPC', 'EDQUOT'].includes(systemCode(thrown) ?? '')) return true;
  return primaryCode(thrown) === code.full || resultCode(thrown) === shmSize;
}

function isReadOnly(thrown: unknown): boolean {
  return ['EROFS', 'EACCES', 'EPERM'].includes(systemCode(thrown) ?? '') || primaryCode(thrown) === code.readOnly;
}

const fullMessage = (path: string): string =>
  `the disk that holds ${path} is full, so nothing more was stored; what was stored before is safe. Free some space and go on, or use --store PATH on another disk`;

const readOnlyMessage = (path: string): string =>
  `${path} cannot be written: it or its folder is read-only. Stored sessions can still be read; to go on, make it writable or use --store PATH`;

const lockedMessage = (path: string): string =>
  `the store ${path} is locked by another process that does not let go. Wait for it or end it, or use --store PATH`;

const damagedMessage = (path: string): string =>
  `the store ${path} is damaged or is not a Toolwright store. Move it away together with its -wal and -shm files to start a new one, or use --store PATH; "sqlite3 FILE .recover" can rescue what is left in it`;

const primaryCode = (thrown: unknown): number => resultCode(thrown) & 0xff;

function resultCode(thrown: unknown): number {
  if (systemCode(thrown) !== 'ERR_SQLITE_ERROR') return 0;
  const { sqliteExtendedCode, errcode } = thrown as { sqliteExtendedCode?: unknown; errcode?: unknown };
  const found = sqliteExtendedCode ?? errcode;
  return typeof found === 'number' ? found : codeByMessage(messageOf(thrown));
}

/** What fails within a statement that gave rows already is thrown with its message alone. */
function codeByMessage(message: string): number {
  const known = Object.entries(messages).find(([text]) => message.startsWith(text));
  return known?.[1] ?? 0;
}
