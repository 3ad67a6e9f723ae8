import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt } from '../base/attempt.js';
import { isOwnPath } from '../workspace/own-path.js';

const maxBytes = 1024 * 1024;

/**
 * The text of a file below the home folder. Undefined when there is none, or when it is not the user's own: what others
 * could write must not decide what runs unasked.
 */
export function readHome(path: string, home: string): string | undefined {
  const file = join(home, path);
  if (!isOwnPath(dirname(file), home) || !isOwnPath(file, home)) return undefined;
  return attempt(() => {
    const stats = lstatSync(file);
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(file, 'utf8') : undefined;
  }, undefined);
}
