import { readdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '../../base/clock.js';
import { messageOf, systemCode } from '../../base/error.js';
import { isBeneath } from '../../base/is-beneath.js';
import { enterFolder, type Folder, openFolder, type WalkMode } from '../../workspace/descriptor-walk.js';
import type { Scope } from './capture-scope.js';
import { type Entry, lookAt } from './entry.js';
import { outerFolders } from './outer-folders.js';

/** Beyond these nothing is kept, and the question says so. */
const maxFiles = 10_000;
export const maxBytes = 200_000_000;

/** More names in one another than any project has; each holds a descriptor. */
const maxDepth = 256;
/** Where only some names count, so many entries are looked at to find them. */
const maxLooks = 100_000;
/** So many entries are looked at before others get their turn. */
const entriesPerTick = 500;

/** A part of the workspace as it is now. */
export interface Scan {
  /** By path, relative to the workspace; `.` is the workspace itself. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Folders that could not be looked into, and why: nothing is known of what is in them. */
  readonly blind: ReadonlyMap<string, string>;
  /** How many entries are there besides, that nothing is known of. */
  readonly more: number;
}

export interface ScanOptions {
  readonly root: string;
  readonly mode: WalkMode;
  /** Absolute paths that are left out, with what lies below them and beside them under longer names (`store.db-wal`). */
  readonly own: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** What was there before: then these are looked at however many there are, and of others only so many. */
  readonly known?: ReadonlyMap<string, Entry>;
  /** Only these names count, with the folders that lead to them; absent: all. */
  readonly only?: NameFilter;
}

interface NameFilter {
  counts(path: string): boolean;
  /** Whether names that count may lie below this folder. */
  enters(folder: string): boolean;
}

export type ScanEnd = Scan | { readonly refused: string };

/** Looks at all that is in the scope: no link is followed, nothing is opened but folders. */
export async function scanScope(scope: Scope, options: ScanOptions): Promise<ScanEnd> {
  const walk = startWalk(scope, options);
  if (scope.kind === 'none') return walk;
  let root: Folder;
  try {
    root = openFolder(options.root, options);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') walk.blind.set('.', `it cannot be opened (${systemCode(error)})`);
    return walk;
  }
  try {
    walk.note('.', lookAt(root.at('.'), walk.nowMs));
    if (scope.kind === 'whole') await scanFolder(root, { path: '', depth: 0 }, walk);
    else for (const path of scope.paths) await scanPath(root, path, walk);
    return walk;
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    return { refused: `the workspace could not be looked at: ${systemCode(error) ?? messageOf(error)}` };
  } finally {
    root.close();
  }
}

class Refused extends Error {}

interface Walk extends Scan {
  readonly entries: Map<string, Entry>;
  readonly blind: Map<string, string>;
  more: number;
  readonly options: ScanOptions;
  readonly nowMs: number;
  /** The file system the workspace lies on. */
  device: bigint | undefined;
  /** Folders that do not count themselves. */
  readonly passed: Map<string, Entry>;
  /** Takes what is at a path; answers whether it counts, or something in it may. */
  note(path: string, entry: Entry | undefined): boolean;
  /** Lets others have their turn now and then. */
  pause(): Promise<void> | undefined;
}

function startWalk(scope: Scope, options: ScanOptions): Walk {
  const entries = new Map<string, Entry>();
  const passed = new Map<string, Entry>();
  const { known, own, root, signal, only } = options;
  const left = own
    .filter((path) => isBeneath(path, root))
    .map((path) => path.slice(root === '/' ? 1 : root.length + 1));
  const isOwn = (path: string): boolean =>
    left.some((place) => path === place || (path.startsWith(place) && '/-.'.includes(path.charAt(place.length))));
  const what = scope.kind === 'whole' ? 'the workspace has' : 'it can change';
  const count = { files: 0, folders: 0, bytes: 0, seen: 0 };

  function admit(entry: Entry): boolean {
    if (entry.kind === 'folder') count.folders += 1;
    else count.files += 1;
    if (entry.kind === 'file') count.bytes += entry.bytes;
    const tooMany = count.files > maxFiles || count.folders > maxFiles;
    if (known !== undefined) return !tooMany;
    if (tooMany) throw new Refused(`${what} more than 10,000 ${count.files > maxFiles ? 'files' : 'folders'}`);
    if (count.bytes > maxBytes) throw new Refused(`${what} more than 200 MB of files`);
    return true;
  }

  /** What leads to something that counts has to be there for it. */
  function admitFolders(path: string): void {
    for (const folder of outerFolders(path)) {
      const entry = passed.get(folder);
      if (entry !== undefined) entries.set(folder, entry);
    }
  }

  return {
    entries,
    passed,
    blind: new Map(),
    more: 0,
    options,
    nowMs: systemClock.now(),
    device: undefined,
    note(path, entry) {
      if (entry === undefined || isOwn(path) || entries.has(path)) return false;
      if (only !== undefined && path !== '.' && known?.has(path) !== true) {
        if (!only.counts(path)) {
          if (entry.kind === 'folder') passed.set(path, entry);
          return entry.kind === 'folder' && only.enters(path);
        }
        if (known === undefined) admitFolders(path);
      }
      if (known?.has(path) !== true && !admit(entry)) {
        this.more += 1;
        return false;
      }
      if (path === '.' && entry.kind === 'folder') this.device = entry.device;
      entries.set(path, entry);
      return true;
    },
    pause() {
      count.seen += 1;
      if (only !== undefined && count.seen > maxLooks)
        throw new Refused('the workspace has more than 100,000 files and folders');
      if (count.seen % entriesPerTick !== 0) return undefined;
      if (signal?.aborted === true) throw new Refused('it was cancelled before');
      return nextTurn();
    },
  };
}

interface Place {
  /** Empty for the workspace itself. */
  readonly path: string;
  readonly depth: number;
}

async function scanFolder(folder: Folder, { path, depth }: Place, walk: Walk): Promise<void> {
  let names: readonly string[];
  try {
    names = readdirSync(folder.path);
    folder.confirm();
  } catch (error) {
    walk.blind.set(path || '.', `it cannot be listed (${systemCode(error) ?? messageOf(error)})`);
    return;
  }
  if (names.some((name) => name.includes('\ufffd'))) names = plainNames(folder, path, walk);
  for (const name of names) {
    const pause = walk.pause();
    if (pause !== undefined) await pause;
    const at = path === '' ? name : `${path}/${name}`;
    const entry = lookAt(folder.at(name), walk.nowMs);
    if (walk.note(at, entry) && entry?.kind === 'folder') await scanInto(folder, { path: at, depth: depth + 1 }, walk);
  }
}

/** A folder that is entered through the one it lies in, so that no link put in its place is followed. */
async function scanInto(parent: Folder, place: Place, walk: Walk): Promise<void> {
  const { entries, passed, blind, device, options } = walk;
  const entry = entries.get(place.path) ?? passed.get(place.path);
  if (entry?.kind === 'folder' && device !== undefined && entry.device !== device)
    return void blind.set(place.path, 'another file system is mounted there');
  if (place.depth > maxDepth) return void blind.set(place.path, 'it lies too deep');
  const name = place.path.slice(place.path.lastIndexOf('/') + 1);
  let folder: Folder;
  try {
    folder = enterFolder(parent, { name, path: `${options.root}/${place.path}`, mode: options.mode });
  } catch (error) {
    return void blind.set(place.path, `it cannot be opened (${systemCode(error) ?? messageOf(error)})`);
  }
  try {
    await scanFolder(folder, place, walk);
  } finally {
    folder.close();
  }
}

/** One path of a scope: the folders on the way to it, which may be made or removed too, and all below it. */
async function scanPath(root: Folder, path: string, walk: Walk): Promise<void> {
  if (path === '.') return scanFolder(root, { path: '', depth: 0 }, walk);
  const names = path.split('/');
  const held: Folder[] = [];
  try {
    let folder = root;
    for (const [index, name] of names.entries()) {
      const at = names.slice(0, index + 1).join('/');
      const entry = lookAt(folder.at(name), walk.nowMs);
      const isNew = walk.note(at, entry);
      if (entry?.kind !== 'folder' || (!isNew && !walk.entries.has(at))) return;
      if (index === names.length - 1) {
        if (isNew) await scanInto(folder, { path: at, depth: index + 1 }, walk);
        return;
      }
      folder = enterFolder(folder, { name, path: `${walk.options.root}/${at}`, mode: walk.options.mode });
      held.push(folder);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    walk.blind.set(path, `it cannot be opened (${systemCode(error) ?? messageOf(error)})`);
  } finally {
    for (const folder of held) folder.close();
  }
}

/** Names that are not UTF-8 cannot be told, nor kept; that they are there, and whether they change, can. */
function plainNames(folder: Folder, path: string, walk: Walk): readonly string[] {
  return readdirSync(folder.path, { encoding: 'buffer' }).flatMap((bytes) => {
    const name = bytes.toString();
    if (Buffer.from(name).equals(bytes)) return [name];
    const found = lookAt(Buffer.concat([Buffer.from(`${folder.path}/`), bytes]), walk.nowMs);
    const shown = `${path === '' ? '' : `${path}/`}${name} (${bytes.toString('hex')})`;
    const mark = found === undefined || found.kind === 'link' || found.kind === 'folder' ? '' : found.mark;
    if (found !== undefined) walk.note(shown, { kind: 'other', why: 'its name is not UTF-8', mark });
    return [];
  });
}
