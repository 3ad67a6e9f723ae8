import { chmod, mkdtemp, realpath } from 'node:fs/promises';
import type { AddressInfo, ListenOptions, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderPrefix, socketName, sweepStaleFolders } from './stale-folders.js';

/** Where a proxy listens. */
export type ProxyPlace =
  /** Only its owner may enter the folder; the socket is all it holds. */
  | { readonly type: 'socket'; readonly folder: string; readonly socket: string }
  | { readonly type: 'port'; readonly port: number };

let hasSwept = false;

export async function listenOnSocket(server: Server): Promise<ProxyPlace & { readonly type: 'socket' }> {
  const parent = await realpath(tmpdir());
  if (!hasSwept) void sweepStaleFolders(parent);
  hasSwept = true;
  const folder = await mkdtemp(join(parent, folderPrefix));
  const socket = join(folder, socketName);
  await listen(server, { path: socket });
  await chmod(socket, 0o600);
  return { type: 'socket', folder, socket };
}

/** Others on this machine can use it too while it is there; it leads them to the same hosts and no further. */
export async function listenOnPort(server: Server): Promise<ProxyPlace & { readonly type: 'port' }> {
  await listen(server, { host: '127.0.0.1', port: 0 });
  return { type: 'port', port: (server.address() as AddressInfo).port };
}

function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, resolve);
  });
}
