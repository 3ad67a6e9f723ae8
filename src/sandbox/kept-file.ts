import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomText } from '../base/id.js';

/** A descriptor of a file that has no name and lasts as long as this process, for reading. */
export function keepFile(content: string | Uint8Array): number {
  const path = join(tmpdir(), `toolwright-kept-${randomText(16)}`);
  const written = openSync(path, 'wx', 0o444);
  try {
    writeFileSync(written, content);
    // By its descriptor: whoever can change the folder could have put something else there.
    return openSync(`/proc/self/fd/${written}`, 'r');
  } finally {
    closeSync(written);
    rmSync(path, { force: true });
  }
}
