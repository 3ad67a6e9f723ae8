import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../base/error.js';

/** Makes an empty file that only its owner can read, unless there is one. Never opens an existing file. */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (thrown) {
    // A read-only file system may refuse before it looks whether the file is there.
    if (systemCode(thrown) !== 'EEXIST' && !exists(path)) throw thrown;
  }
}

/**
 * Makes a folder that only its owner can enter, and those above it, unless they are there; answers those it made. The
 * `recursive` option of Node.js reports a read-only file system as a missing folder.
 */
export function createPrivateFolder(path: string): readonly string[] {
  if (exists(path)) return [];
  const above = dirname(path) === path ? [] : createPrivateFolder(dirname(path));
  try {
    mkdirSync(path, 0o700);
  } catch (thrown) {
    // Another process may have been faster.
    if (!exists(path)) throw thrown;
  }
  return [...above, path];
}

/** So that the names in it survive power loss; where folders cannot be synced there is nothing to do. */
export function syncFolderNow(path: string): void {
  let folder: number | undefined;
  try {
    folder = openSync(path, 'r');
    fsyncSync(folder);
  } catch (thrown) {
    if (!isUnsyncable(thrown)) throw thrown;
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}

/** Not every file system syncs folders, nor does every system open them: they are as durable as it makes them. */
export const isUnsyncable = (thrown: unknown): boolean =>
  ['EINVAL', 'ENOTSUP', 'EISDIR', 'EACCES', 'EPERM', 'EBADF'].includes(systemCode(thrown) ?? '');

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
