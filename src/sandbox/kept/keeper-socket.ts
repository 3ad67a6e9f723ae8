import { closeSync, constants, openSync } from 'node:fs';
import { connect, type Server, type Socket } from 'node:net';
import { attempt } from '../../base/attempt.js';
import { defer } from '../../base/defer.js';
import { within } from '../../base/ended-within.js';

/** Resolves when somebody may connect. */
export const listenIn = (server: Server, folder: string): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const { path, close } = shortPath(folder);
    server.once('error', (error) => {
      close();
      reject(error);
    });
    // The folder is its owner's alone, and the name of the socket is taken away by its descriptor.
    server.listen(path, () => resolve(close));
  });

/** Undefined when nobody listens, or the folder is gone. */
export async function connectIn(folder: string): Promise<Socket | undefined> {
  const place = attempt(() => shortPath(folder), undefined);
  if (place === undefined) return undefined;
  const socket = connect(place.path);
  const { promise, resolve } = defer<boolean>();
  socket.once('error', () => resolve(false));
  socket.once('connect', () => resolve(true));
  const isOpen = await within(promise, connectMs);
  place.close();
  if (isOpen) return socket;
  socket.destroy();
  return undefined;
}

const connectMs = 2000;

/** The path of a socket has at most 108 bytes; a folder by its descriptor always fits. */
function shortPath(folder: string): { readonly path: string; readonly close: () => void } {
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${fd}/socket`, close: () => closeSync(fd) };
}
