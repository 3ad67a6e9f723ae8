import { constants, openSync } from 'node:fs';
import { lstat, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../base/error.js';
import { randomText } from '../base/id.js';
import { createPrivateFolder, isUnsyncable } from './private-file.js';
import { storeError } from './store-error.js';

const abandonedMs = 24 * 60 * 60_000;

/** Files that are being written. What a killed process left there is removed a day later. */
export function createTemporaryFolder(folder: string) {
  let swept = false;

  async function sweep(): Promise<void> {
    for (const name of await readdir(folder)) {
      const { mtimeMs } = await lstat(join(folder, name));
      if (mtimeMs < Date.now() - abandonedMs) await rm(join(folder, name), { force: true });
    }
  }

  return {
    create() {
      createPrivateFolder(folder);
      if (!swept) void sweep().catch(() => {});
      swept = true;
      const path = join(folder, randomText(20));
      return { path, descriptor: openSync(path, 'wx', 0o600) };
    },
  };
}

export async function readWhole(path: string): Promise<Uint8Array | undefined> {
  let file: Awaited<ReturnType<typeof open>> | undefined;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    return await file.readFile();
  } catch (thrown) {
    if (['ENOENT', 'ELOOP', 'ENOTDIR'].includes(systemCode(thrown) ?? '')) return undefined;
    throw storeError(thrown, path);
  } finally {
    await file?.close();
  }
}

/** So that the new name survives power loss; where folders cannot be synced there is nothing to do. */
export async function syncFolder(path: string): Promise<void> {
  let folder: Awaited<ReturnType<typeof open>> | undefined;
  try {
    folder = await open(path, 'r');
    await folder.sync();
  } catch (thrown) {
    if (!isUnsyncable(thrown)) throw thrown;
  } finally {
    await folder?.close();
  }
}
