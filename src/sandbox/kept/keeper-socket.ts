import { closeSync, constants, openSync } from 'node:fs';
import { connect, type Server, type Socket } from 'node:net';

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
export const connectIn = (folder: string): Promise<Socket | undefined> =>
  new Promise((resolve) => {
    let place: ReturnType<typeof shortPath>;
    try {
      place = shortPath(folder);
    } catch {
      return resolve(undefined);
    }
    const socket = connect(place.path);
    const end = (found: Socket | undefined): void => {
      clearTimeout(timer);
      place.close();
      if (found === undefined) socket.destroy();
      resolve(found);
    };
    const timer = setTimeout(() => end(undefined), connectMs);
    socket.once('error', () => end(undefined));
    socket.once('connect', () => end(socket));
  });

const connectMs = 2000;

/** The path of a socket has at most 108 bytes; a folder by its descriptor always fits. */
function shortPath(folder: string): { readonly path: string; readonly close: () => void } {
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${fd}/socket`, close: () => closeSync(fd) };
}
