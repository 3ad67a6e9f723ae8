import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';

/** Larger files hold no credentials. */
const maxFileSize = 256 * 1024;
/** Of a folder with more entries, none are looked at. */
const maxEntries = 20_000;

// A pipe in its place must not be waited for.
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** What tells that a file or a folder is another than before; empty when there is none. */
export function stampOf(path: string): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats === undefined ? '' : `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
  } catch {
    return '';
  }
}

/** The text of a small regular file; undefined where there is none that can be read. */
export function readSmallFile(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, readFlags);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxFileSize) return undefined;
    const bytes = Buffer.alloc(stats.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    return bytes.toString('utf8', 0, length);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The names in a folder, in order; none where it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder);
    return names.length > maxEntries ? [] : names.sort();
  } catch {
    return [];
  }
}
