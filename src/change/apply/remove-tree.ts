import { closeSync, constants, lstatSync, openSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { randomText } from '../../base/id.js';
import type { Folder } from '../../workspace/descriptor-walk.js';

/** Every level holds a descriptor; what lies deeper is first brought to the top. */
const maxDepth = 100;

/**
 * Removes an entry of a folder with all beneath it; nothing is followed out of it, links least of all. Names are taken
 * as the bytes they are: not all are text.
 */
export function removeTree(folder: Folder, name: string): void {
  const path = Buffer.from(folder.at(name));
  if (!isFolder(path)) {
    unlinkSync(path);
    return;
  }
  within(path, (top) => {
    for (let names = namesIn(top); names.length > 0; names = namesIn(top)) {
      for (const below of names) remove(join(top, below), { top, depth: 1 });
    }
  });
  rmdirSync(path);
}

function remove(path: Buffer, { top, depth }: { readonly top: Buffer; readonly depth: number }): void {
  if (!isFolder(path)) {
    unlinkSync(path);
  } else if (depth > maxDepth) {
    renameSync(path, join(top, Buffer.from(`.toolwright-${randomText(12)}.tmp`)));
  } else {
    within(path, (held) => {
      for (const name of namesIn(held)) remove(join(held, name), { top, depth: depth + 1 });
    });
    rmdirSync(path);
  }
}

/** Through the descriptor where the system can, so that a folder swapped for a link is not followed. */
function within(path: Buffer, work: (held: Buffer) => void): void {
  const fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    work(process.platform === 'linux' ? Buffer.from(`/proc/self/fd/${fd}`) : path);
  } finally {
    closeSync(fd);
  }
}

const isFolder = (path: Buffer): boolean => lstatSync(path).isDirectory();
const namesIn = (folder: Buffer): readonly Buffer[] => readdirSync(folder, { encoding: 'buffer' });
const join = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, slash, name]);

const slash = Buffer.from('/');
