import { createHash } from 'node:crypto';
import {
  closeSync,
  fsync,
  futimesSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { lstat, lutimes, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { succeeds } from '../base/attempt.js';
import type { Clock } from '../base/clock.js';
import { sha256 } from '../base/digest.js';
import { systemCode, ToolwrightError } from '../base/error.js';
import type { BlobWriter } from '../tool/port.js';
import { parseBlobAddress, renderBlobAddress } from '../workspace/blob-address.js';
import { createTemporaryFolder, readWhole, syncFolder } from './blob-file.js';
import type { BlobStore } from './store.js';
import { storeError } from './store-error.js';

interface BlobsOptions {
  readonly folder: string;
  readonly clock: Clock;
  /** Every blob survives power loss once it was answered, whatever was asked for. */
  readonly durable?: boolean;
}

/** Up to here a writer touches no disk: most outputs are short, and many are discarded. */
const bufferedBytes = 64 * 1024;
const recentMs = 60_000;

const sync = promisify(fsync);

/** One file a blob, `<folder>/ab/<sha256>`, readable by its owner only; whole and on disk before its name appears. */
export function createFileBlobs({ folder, clock, durable = false }: BlobsOptions) {
  const pathOf = (hash: string): string => join(folder, hash.slice(0, 2), hash);
  const temporary = createTemporaryFolder(join(folder, 'tmp'));
  /** Whether the folder itself is known to be on disk. */
  let rooted = false;

  async function syncName(path: string): Promise<void> {
    const file = await open(path, 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await syncFolders(path);
  }

  async function syncFolders(path: string): Promise<void> {
    await syncFolder(dirname(path));
    await syncFolder(folder);
    if (!rooted) await syncFolder(dirname(folder));
    rooted = true;
  }

  async function publish(from: string, hash: string): Promise<void> {
    const target = pathOf(hash);
    const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await rename(from, target);
    // The time of the file says when it was last written here, by the store's clock.
    const now = new Date(clock.now());
    await lutimes(target, now, now);
    if (durable || made !== undefined) await syncFolders(target);
    else await syncFolder(dirname(target));
  }

  /** Whether the blob is there already; marks it as written now. */
  function isThere(hash: string, bytes: number): boolean {
    const now = new Date(clock.now());
    if (!succeeds(() => lutimesSync(pathOf(hash), now, now))) return false;
    const found = lstatSync(pathOf(hash), { throwIfNoEntry: false });
    return found?.isFile() === true && found.size === bytes;
  }

  /** What is at hand as a whole is written at once: sooner than another thread would begin with it, and without a copy. */
  async function writeContent(
    content: Uint8Array,
    { hash, synced }: { readonly hash: string; readonly synced: boolean },
  ): Promise<void> {
    const file = temporary.create();
    try {
      writeFileSync(file.descriptor, content);
      const now = new Date(clock.now());
      futimesSync(file.descriptor, now, now);
      if (synced) await sync(file.descriptor);
    } catch (thrown) {
      rmSync(file.path, { force: true });
      throw thrown;
    } finally {
      closeSync(file.descriptor);
    }
    const target = pathOf(hash);
    try {
      renameSync(file.path, target);
    } catch (thrown) {
      if (systemCode(thrown) !== 'ENOENT') throw thrown;
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      renameSync(file.path, target);
    }
  }

  function writer(): BlobWriter {
    const digest = createHash('sha256');
    let pending: Uint8Array[] = [];
    let bytes = 0;
    let file: { readonly path: string; readonly descriptor: number } | undefined;
    let failure: unknown;

    function flush(): void {
      file ??= temporary.create();
      // A nearly full disk writes less than asked for without an error: this writes on until it has all, or fails.
      for (const chunk of pending) writeFileSync(file.descriptor, chunk);
      pending = [];
    }

    function discard(): void {
      pending = [];
      if (file === undefined) return;
      closeSync(file.descriptor);
      rmSync(file.path, { force: true });
      file = undefined;
    }

    return {
      write(chunk) {
        if (failure !== undefined) return;
        digest.update(chunk);
        bytes += chunk.length;
        // A copy: the caller may use its buffer again.
        pending.push(Buffer.from(chunk));
        if (bytes <= bufferedBytes) return;
        try {
          flush();
        } catch (thrown) {
          failure = thrown;
        }
      },
      async end() {
        try {
          if (failure !== undefined) throw failure;
          const hash = digest.digest('hex');
          if (isThere(hash, bytes)) {
            // Whoever wrote it may not have put it on disk.
            if (durable) await syncName(pathOf(hash));
          } else {
            flush();
            if (file !== undefined) {
              await sync(file.descriptor);
              await publish(file.path, hash);
            }
          }
          return { address: renderBlobAddress(hash), bytes };
        } catch (thrown) {
          throw storeError(thrown, folder);
        } finally {
          discard();
        }
      },
      discard,
    };
  }

  const blobs: BlobStore = {
    writer,

    async write(content, { fsync: wanted = 'full' } = {}) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      if (durable || wanted === 'full') {
        const blob = writer();
        blob.write(bytes);
        return (await blob.end()).address;
      }
      const hash = sha256(bytes);
      try {
        if (!isThere(hash, bytes.length)) await writeContent(bytes, { hash, synced: wanted === 'on' });
      } catch (thrown) {
        throw storeError(thrown, folder);
      }
      return renderBlobAddress(hash);
    },

    async size(address) {
      const hash = parseBlobAddress(address);
      if (hash === undefined) return undefined;
      const found = await lstat(pathOf(hash)).catch(() => undefined);
      return found?.isFile() ? found.size : undefined;
    },

    async read(address) {
      const hash = parseBlobAddress(address);
      if (hash === undefined) return undefined;
      const content = await readWhole(pathOf(hash));
      if (content === undefined || sha256(content) === hash) return content;
      throw new ToolwrightError('store-damaged', `${address} is damaged: its content is not what was written`, {
        details: { address },
      });
    },
  };
  return {
    ...blobs,
    /** Removes the blob unless it was written after `lastUse`, within the last minute: somebody is about to name it. */
    async remove(address: string, lastUse: number): Promise<void> {
      const hash = parseBlobAddress(address);
      const found = hash === undefined ? undefined : await lstat(pathOf(hash)).catch(() => undefined);
      if (hash === undefined || found === undefined) return;
      if (found.mtimeMs > lastUse && found.mtimeMs > clock.now() - recentMs) return;
      await rm(pathOf(hash), { force: true });
    },
  };
}
