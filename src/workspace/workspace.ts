import { closeSync, fstatSync, lstatSync, readdirSync, read as readWithCallback, realpathSync } from 'node:fs';
import { promisify } from 'node:util';
import { messageOf, ToolwrightError } from '../base/error.js';
import { humanSize } from '../base/text.js';
import { fail, isFailure, type ToolFailure } from '../tool/outcome.js';
import type { DirectoryEntry, HeldDirectory, Place, WorkspacePort } from '../tool/port.js';
import { defaultWalkMode, type Folder, openFile, openFolder, splitPath, type WalkMode } from './descriptor-walk.js';
import { type FailedAccess, fileFailure, isFolder } from './file-failure.js';
import { resolvePath } from './resolve-path.js';
import { closedIn, provideScopes, reachScoped, resolveScoped, type WorkspaceScopes } from './scopes.js';

const readAt = promisify(readWithCallback);
const defaultMaxBytes = 256 * 1024 * 1024;
const chunkBytes = 1024 * 1024;
const pieceBytes = 256 * 1024;

export interface WorkspaceOptions {
  readonly root: string;
  /** Where there are scopes, models reach files through them alone. */
  readonly scopes?: WorkspaceScopes | undefined;
  /** Where a path that a model gives leads, as a real path; undefined leaves it to root and scopes. Throws for one that leads nowhere. */
  readonly lead?: ((path: string) => string | undefined) | undefined;
  /** False: the folders of the scopes are not made where they are missing. */
  readonly providesScopes?: boolean;
  /** How folders are held; what the system can do when absent. */
  readonly walk?: WalkMode;
}

/** The files of a session, seen from its root. */
export function createWorkspace(options: WorkspaceOptions): WorkspacePort {
  const root = canonicalRoot(options.root);
  const mode = options.walk ?? defaultWalkMode();
  const scoped = options.scopes === undefined ? undefined : { root, scopes: options.scopes };
  if (scoped !== undefined && options.providesScopes !== false) provideScopes(scoped);
  const access = (place: Place, doing: FailedAccess['doing']): FailedAccess => ({
    shown: place.shown,
    doing,
    root: place.inside ? root : undefined,
  });

  const reading = async <T>(place: Place, use: (fd: number) => Promise<T>): Promise<T | ToolFailure> => {
    try {
      return await withFile(place, mode, use);
    } catch (error) {
      return fileFailure(error, access(place, 'read'));
    }
  };

  const reach = (path: string): Place | ToolFailure =>
    scoped === undefined ? resolvePath(path, root) : reachScoped(path, scoped);
  const resolve = (path: string): Place | ToolFailure =>
    scoped === undefined ? resolvePath(path, root) : resolveScoped(path, scoped);

  return {
    root,
    ...(scoped?.scopes.closed !== undefined && { closed: () => closedIn(scoped) }),
    resolve(path) {
      const led = options.lead === undefined ? undefined : leadTo(path, options.lead);
      if (led === undefined || isFailure(led)) return led ?? resolve(path);
      const place = reach(led.path);
      return isFailure(place) ? place : { ...place, given: path };
    },
    reach,
    read: (place, limits = {}) => reading(place, (fd) => readWhole(fd, place, limits.maxBytes ?? defaultMaxBytes)),
    peek: (place, bytes) => reading(place, (fd) => readUpTo(fd, bytes)),
    scan: (place, visit) => reading(place, (fd) => readPieces(fd, visit)),
    async list(place) {
      try {
        return await withFolder(place, mode, listEntries);
      } catch (error) {
        return isNoFolder(place) ? notFolder(place) : fileFailure(error, access(place, 'listed'));
      }
    },
    hold(place) {
      try {
        return held(openFolder(place.path, { mode }), place);
      } catch (error) {
        return isNoFolder(place) ? notFolder(place) : fileFailure(error, access(place, 'opened'));
      }
    },
  };
}

/** What a host throws for a path is for the model to read. */
function leadTo(
  path: string,
  lead: NonNullable<WorkspaceOptions['lead']>,
): { readonly path: string } | ToolFailure | undefined {
  try {
    const led = lead(path);
    return led === undefined ? undefined : { path: led };
  } catch (error) {
    return fail('validation_failed', messageOf(error));
  }
}

function canonicalRoot(root: string): string {
  if (root !== '' && !root.includes('\0') && isFolder(root)) return realpathSync(root);
  throw new ToolwrightError(
    'workspace-missing',
    `The workspace ${JSON.stringify(root)} is not a folder: create it, or name another one.`,
    {
      details: { root },
    },
  );
}

async function withFolder<T>(place: Place, mode: WalkMode, use: (folder: Folder) => Promise<T>): Promise<T> {
  const folder = openFolder(place.path, { mode });
  try {
    return await use(folder);
  } finally {
    folder.close();
  }
}

async function withFile<T>(place: Place, mode: WalkMode, use: (fd: number) => Promise<T>): Promise<T> {
  const { folder: path, name } = splitPath(place.path);
  const folder = openFolder(path, { mode });
  let fd: number | undefined;
  try {
    fd = openFile(folder, name).fd;
  } finally {
    folder.close();
  }
  try {
    return await use(fd);
  } finally {
    closeSync(fd);
  }
}

/** The size of a file is a hint only: it may grow, and files of /proc have none. */
async function readWhole(fd: number, place: Place, maxBytes: number): Promise<Uint8Array | ToolFailure> {
  const { size } = fstatSync(fd);
  const tooLarge = (bytes: number): ToolFailure =>
    fail(
      'validation_failed',
      `${place.shown} has ${bytes > maxBytes + 1 ? humanSize(bytes) : `more than ${humanSize(maxBytes)}`}; at most ${humanSize(maxBytes)} can be read this way. Search it with grep, or read a part of it.`,
    );
  if (size > maxBytes) return tooLarge(size);
  const content = await readUpTo(fd, maxBytes + 1, size + 1);
  return content.length > maxBytes ? tooLarge(content.length) : content;
}

async function readUpTo(fd: number, bytes: number, expected = bytes): Promise<Uint8Array> {
  let buffer = Buffer.allocUnsafe(Math.max(1, Math.min(bytes, expected)));
  let length = 0;
  while (length < bytes) {
    if (length === buffer.length) {
      buffer = Buffer.concat([buffer, Buffer.allocUnsafe(Math.min(bytes - length, Math.max(chunkBytes, length)))]);
    }
    const { bytesRead } = await readAt(fd, buffer, length, buffer.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

/** One buffer for all pieces. The size is a hint only. */
async function readPieces(fd: number, visit: (piece: Uint8Array) => boolean): Promise<undefined> {
  const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(4096, fstatSync(fd).size + 1)));
  for (let at = 0; ; ) {
    const { bytesRead } = await readAt(fd, buffer, 0, buffer.length, at);
    if (bytesRead === 0 || !visit(buffer.subarray(0, bytesRead))) return undefined;
    at += bytesRead;
  }
}

async function listEntries(folder: Folder): Promise<readonly DirectoryEntry[]> {
  const entries: DirectoryEntry[] = [];
  const names = readdirSync(folder.path);
  folder.confirm();
  for (const [index, name] of names.entries()) {
    const entry = describeEntry(folder, name);
    if (entry !== undefined) entries.push(entry);
    if (index % 2000 === 1999) await new Promise((resolve) => setImmediate(resolve));
  }
  return entries;
}

function describeEntry(folder: Folder, name: string): DirectoryEntry | undefined {
  const stats = lstatOf(folder.at(name));
  // A name that is not UTF-8 cannot be asked for, but it is there; any other was deleted meanwhile.
  if (stats === undefined) return name.includes('\ufffd') ? { name, type: 'OTHER', size: 0, modifiedMs: 0 } : undefined;
  return { name, type: typeOf(stats), size: stats.size, modifiedMs: stats.mtimeMs };
}

function typeOf(stats: NonNullable<ReturnType<typeof lstatOf>>): DirectoryEntry['type'] {
  if (stats.isFile()) return 'FILE';
  if (stats.isDirectory()) return 'DIR';
  return stats.isSymbolicLink() ? 'LINK' : 'OTHER';
}

function lstatOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function held(folder: Folder, { path: named }: Place): HeldDirectory {
  let open = true;
  return {
    path: folder.path,
    // By its name, which is much faster than by the descriptor: a swap in between gives another time, and nothing else.
    modifiedMs: (name) => lstatOf(`${named}/${name}`)?.mtimeMs,
    entries(below) {
      try {
        return readdirSync(below === '' ? folder.path : folder.at(below), { withFileTypes: true });
      } catch {
        return undefined;
      }
    },
    close() {
      if (open) folder.close();
      open = false;
    },
  };
}

const isNoFolder = (place: Place): boolean => place.kind === 'file' || place.kind === 'other';

const notFolder = (place: Place): ToolFailure =>
  fail('validation_failed', `${place.shown} is a file, not a folder. Use read_file for a file, or name its folder.`);
