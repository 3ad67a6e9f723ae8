import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  type Stats,
  statSync,
} from 'node:fs';

/**
 * How a folder is held. `descriptor` (Linux): by an open descriptor that every step goes through, so that no link put
 * anywhere on the way is ever followed. `identity` (where /proc is missing): by path, compared before and after.
 */
export type WalkMode = 'descriptor' | 'identity';

/** A folder that is open. */
export interface Folder {
  /** Leads to the folder as long as it is open. */
  readonly path: string;
  /** A path to one of its entries. */
  at(name: string): string;
  /** Throws ESTALE when the path no longer leads to what was opened. */
  confirm(leaf?: { readonly name: string; readonly stats: Stats }): void;
  /** Puts its entries on disk, where the file system can. */
  sync(): void;
  close(): void;
}

// O_PATH: a folder that may be passed but not listed can be held too. Node does not name the flag.
const holdFlags = constants.O_DIRECTORY | constants.O_NOFOLLOW | (process.platform === 'linux' ? 0o10000000 : 0);
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

let knownWalkMode: WalkMode | undefined;

export function defaultWalkMode(): WalkMode {
  knownWalkMode ??= existsSync('/proc/self/fd') ? 'descriptor' : 'identity';
  return knownWalkMode;
}

/** Opens the folder at a canonical path, following no link. Throws system errors; ESTALE or ENOTDIR when a link is there. */
export function openFolder(path: string, options: { readonly mode: WalkMode }): Folder {
  return options.mode === 'descriptor' ? walk(path) : compare(path);
}

/** What `use` makes of a folder that is held meanwhile. Throws as `openFolder` does. */
export function withFolder<T>(path: string, mode: WalkMode, use: (folder: Folder) => T): T {
  const folder = openFolder(path, { mode });
  try {
    return use(folder);
  } finally {
    folder.close();
  }
}

/** Opens a folder that is an entry of an open one; `path` is where that entry lies. Throws as `openFolder` does. */
export function enterFolder(
  folder: Folder,
  { name, path, mode }: { readonly name: string; readonly path: string; readonly mode: WalkMode },
): Folder {
  return mode === 'descriptor' ? holding(openSync(folder.at(name), holdFlags), path) : openFolder(path, { mode });
}

/** Opens a regular file of a folder for reading; nothing else is opened, so neither a FIFO nor a device can hang. */
export function openFile(folder: Folder, name: string): { readonly fd: number; readonly stats: Stats } {
  requireFile(lstatSync(folder.at(name)));
  const fd = openSync(folder.at(name), readFlags);
  try {
    const stats = fstatSync(fd);
    requireFile(stats);
    folder.confirm({ name, stats });
    return { fd, stats };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Folder and name of a canonical path. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const at = path.lastIndexOf('/');
  return { folder: path.slice(0, at) || '/', name: path.slice(at + 1) };
}

function walk(path: string): Folder {
  let fd = openSync('/', holdFlags);
  for (const name of namesOf(path)) {
    try {
      const next = openSync(`/proc/self/fd/${fd}/${name}`, holdFlags);
      closeSync(fd);
      fd = next;
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }
  return holding(fd, path);
}

function holding(fd: number, path: string): Folder {
  const held = `/proc/self/fd/${fd}`;
  return {
    path: held,
    at: (name) => `${held}/${name}`,
    confirm: () => confirmHeld(fd, path),
    sync: () => syncFolder(`${held}/.`),
    close: () => closeSync(fd),
  };
}

/** The system knows where a folder that is held lies now; where it is spelt otherwise, the way there is gone again. */
function confirmHeld(fd: number, path: string): void {
  if (readlinkSync(`/proc/self/fd/${fd}`) === path) return;
  const again = walk(path);
  try {
    requireIdentity(statSync(`${again.path}/.`), statSync(`/proc/self/fd/${fd}/.`));
  } finally {
    again.close();
  }
}

function compare(path: string): Folder {
  const fd = openSync(path, holdFlags);
  const confirm: Folder['confirm'] = (leaf) => {
    requireIdentity(folderAt(path), fstatSync(fd));
    if (leaf !== undefined) requireIdentity(lstatSync(join(path, leaf.name)), leaf.stats);
  };
  try {
    confirm();
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return { path, at: (name) => join(path, name), confirm, sync: () => syncFolder(path), close: () => closeSync(fd) };
}

/** The folder at a path none of whose parts is a link. */
function folderAt(path: string): Stats {
  let current = '';
  let stats = lstatSync('/');
  for (const name of namesOf(path)) {
    current += `/${name}`;
    stats = lstatSync(current);
    if (!stats.isDirectory()) throw systemError('ESTALE', 'a part of the path is no folder any more');
  }
  return stats;
}

function syncFolder(path: string): void {
  try {
    const fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Not every file system can; the entry is then as durable as that file system makes it.
  }
}

function requireFile(stats: Stats): void {
  if (stats.isFile()) return;
  if (stats.isSymbolicLink()) throw systemError('ESTALE', 'a link is in its place');
  if (stats.isDirectory()) throw systemError('EISDIR', 'it is a folder');
  throw systemError('ENOTREG', `it is a ${kindOf(stats)}`);
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'pipe (FIFO)';
  return stats.isSocket() ? 'socket' : 'device';
}

function requireIdentity(now: Stats, then: Stats): void {
  if (now.dev !== then.dev || now.ino !== then.ino) throw systemError('ESTALE', 'something else is in its place');
}

/** What the system itself would have thrown. */
export const systemError = (code: string, message: string): Error => Object.assign(new Error(message), { code });
const namesOf = (path: string): readonly string[] => path.split('/').filter((name) => name !== '');
const join = (path: string, name: string): string => (path === '/' ? `/${name}` : `${path}/${name}`);
