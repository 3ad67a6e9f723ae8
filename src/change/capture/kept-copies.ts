import { closeSync, constants, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomText } from '../../base/id.js';
import { createPrivateFolder } from '../../store/private-file.js';
import type { Copy } from './copy.js';
import { type FileEntry, markOf } from './entry.js';

export type KeptCopies = ReturnType<typeof createKeptCopies>;

/** Larger files get a file of their own, shared with the original where the file system can; a file each costs too much for all. */
const ownFileBytes = 256 * 1024;
const flushBytes = 1024 * 1024;

/** Copies of files as they are now, kept between commands: what was not touched since is not copied again. */
export function createKeptCopies(folder: string) {
  const kept = new Map<string, { readonly mark: string; readonly copy: Copy }>();
  /** What an earlier process left in the folder stays apart. */
  const run = randomText(8);
  let pack: { readonly name: string; readonly descriptor: number; end: number } | undefined;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let files = 0;
  let bytes = 0;

  const freshName = (kind: 'pack' | 'copy'): string => {
    createPrivateFolder(folder);
    files += 1;
    return `${kind}-${run}-${files}`;
  };

  function openPack() {
    if (pack !== undefined) return pack;
    const name = freshName('pack');
    pack = { name, descriptor: openSync(join(folder, name), 'wx', 0o600), end: 0 };
    return pack;
  }

  /** Puts what is still in memory on disk. */
  function flush(): void {
    if (pendingBytes === 0 || pack === undefined) return;
    // A nearly full disk writes less than asked for without an error: this writes on until it has all, or fails.
    writeFileSync(pack.descriptor, Buffer.concat(pending));
    pending = [];
    pendingBytes = 0;
  }

  function packed(content: Uint8Array): Copy {
    const open = openPack();
    const copy = { file: open.name, offset: open.end, bytes: content.length };
    pending.push(content);
    pendingBytes += content.length;
    open.end += content.length;
    if (pendingBytes >= flushBytes) flush();
    return copy;
  }

  async function copied(entry: FileEntry, descriptor: number): Promise<Copy> {
    const file = freshName('copy');
    const path = join(folder, file);
    await copyFile(`/proc/self/fd/${descriptor}`, path, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    // It was given the mode of the original.
    await chmod(path, 0o600);
    return { file, offset: 0, bytes: entry.bytes };
  }

  return {
    /** What all copies take on disk, those nobody needs any more too. */
    get bytes() {
      return bytes;
    },
    find(path: string, entry: FileEntry): Copy | undefined {
      const found = kept.get(path);
      return found?.mark === entry.mark ? found.copy : undefined;
    },
    /** Copies an open file. `changing` when it does not stay as the scan found it. */
    async take(path: string, entry: FileEntry, descriptor: number): Promise<Copy | 'changing'> {
      const isStill = (): boolean => markOf(fstatSync(descriptor, { bigint: true })) === entry.mark;
      if (!isStill()) return 'changing';
      const content = entry.bytes <= ownFileBytes || !byDescriptor ? readAll(descriptor, entry.bytes) : undefined;
      if (content === 'changing') return content;
      const copy = content === undefined ? await copied(entry, descriptor) : packed(content);
      bytes += copy.bytes;
      if (!isStill()) return 'changing';
      // A later touch of a fresh file may leave its mark as it is: its copy is good for this capture only.
      if (entry.fresh) kept.delete(path);
      else kept.set(path, { mark: entry.mark, copy });
      return copy;
    },
    /** The file was touched and is what it was. */
    stillHas(path: string, entry: FileEntry): void {
      const found = kept.get(path);
      if (found !== undefined && !entry.fresh) kept.set(path, { ...found, mark: entry.mark });
    },
    forget: (path: string): void => void kept.delete(path),
    flush,
    /** Removes everything. */
    clear(): void {
      if (pack !== undefined) closeSync(pack.descriptor);
      pack = undefined;
      kept.clear();
      pending = [];
      pendingBytes = 0;
      bytes = 0;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where an open file has no path of its own it is read. */
const byDescriptor = process.platform === 'linux';

function readAll(descriptor: number, bytes: number): Uint8Array | 'changing' {
  const content = Buffer.allocUnsafe(bytes);
  for (let done = 0; done < bytes; ) {
    const read = readSync(descriptor, content, done, bytes - done, done);
    if (read === 0) return 'changing';
    done += read;
  }
  return content;
}
