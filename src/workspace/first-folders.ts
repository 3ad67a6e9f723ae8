import { opendirSync } from 'node:fs';
import type { HeldDirectory } from '../tool/port.js';

/**
 * The names of the first folders in a folder, and of links, which may lead to one. One at a time: a folder of millions is
 * given up long before its end. Throws system errors.
 */
export function firstFolders({ path }: HeldDirectory, most: number): readonly string[] {
  const names: string[] = [];
  const listed = opendirSync(path);
  try {
    for (let entry = listed.readSync(), looked = 0; entry !== null; entry = listed.readSync()) {
      looked += 1;
      if (names.length >= most || looked > most * 10) break;
      // A name that is not UTF-8 cannot be asked for.
      if (!entry.isFile() && !entry.name.includes('\ufffd')) names.push(entry.name);
    }
  } finally {
    listed.closeSync();
  }
  return names;
}
