import { lstat, readdir, rmdir, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { systemCode } from '../../base/error.js';

export const folderPrefix = 'toolwright-net-';
export const socketName = 'proxy.sock';

/** A younger one may belong to a proxy that is about to listen. */
const minAgeMs = 60_000;

/** Takes away what processes left that were killed: folders of ours with a socket that nobody listens on. */
export async function sweepStaleFolders(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const ours = names.filter((name) => name.startsWith(folderPrefix)).slice(0, maxSwept);
  await Promise.all(ours.map((name) => sweep(join(parent, name)).catch(() => {})));
}

const maxSwept = 1000;

async function sweep(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || Date.now() - found.mtimeMs < minAgeMs) return;
  const socket = join(folder, socketName);
  const state = await stateOf(socket);
  if (state === 'dead') await unlink(socket);
  if (state !== 'alive') await rmdir(folder);
}

function stateOf(socket: string): Promise<'alive' | 'dead' | 'missing'> {
  return new Promise((resolve) => {
    const trial = connect(socket);
    trial.once('connect', () => {
      trial.destroy();
      resolve('alive');
    });
    trial.once('error', (error) => {
      const code = systemCode(error);
      resolve(code === 'ECONNREFUSED' ? 'dead' : code === 'ENOENT' ? 'missing' : 'alive');
    });
  });
}
