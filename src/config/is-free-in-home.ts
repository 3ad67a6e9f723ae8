import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOwnPath } from '../workspace/own-path.js';

/** Whether nothing lies there yet, and what is put there would be gone by. */
export function isFreeInHome(path: string, home: string): boolean {
  const isThere = (one: string): boolean => lstatSync(one, { throwIfNoEntry: false }) !== undefined;
  const file = join(home, path);
  return !isThere(file) && (!isThere(dirname(file)) || isOwnPath(dirname(file), home));
}
