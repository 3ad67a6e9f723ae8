import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
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
 * Makes a folder that only its owner can enter, and those above it, unless they are there. The `recursive` option of
 * Node.js reports a read-only file system as a missing folder.
 */
export function createPrivateFolder(path: string): void {
  if (exists(path)) return;
  if (dirname(path) !== path) createPrivateFolder(dirname(path));
  try {
    mkdirSync(path, 0o700);
  } catch (thrown) {
    // Another process may have been faster.
    if (!exists(path)) throw thrown;
  }
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
