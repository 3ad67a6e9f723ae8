import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { succeeds } from '../base/attempt.js';
import { randomText } from '../base/id.js';
import { createPrivateFolder } from './private-file.js';

/** Writes a file that only its owner can read, wholly or not at all, in a folder that only its owner can enter. */
export function writePrivateText(path: string, text: string): void {
  createPrivateFolder(dirname(path));
  const temporary = join(dirname(path), `.${randomText(16)}.tmp`);
  try {
    const fd = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Whether there was one. */
export const removePrivateText = (path: string): boolean => succeeds(() => rmSync(path));
