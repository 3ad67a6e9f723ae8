import { accessSync, constants, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sha256 } from '../base/digest.js';
import { humanSize } from '../base/text.js';
import type { Version } from '../tool/version.js';
import { splitPath, systemError, type WalkMode } from '../workspace/descriptor-walk.js';
import { type HeldFolders, holdFolders } from './apply/held-folders.js';
import { readContent } from './apply/look.js';

/** Something that lies in a tree; `below` is its path from the root of the tree, which itself is ''. */
export interface TreeEntry {
  readonly below: string;
  readonly version: Version;
}

export type TreeListing =
  | { readonly type: 'listed'; readonly entries: readonly TreeEntry[] }
  /** It is too much, or holds what cannot be kept. */
  | { readonly type: 'unlisted'; readonly root: Version; readonly why: string };

export const treeLimits = { files: 10_000, bytes: 200_000_000 };

const breathEvery = 200;
/** More names in one another than any project has. */
const maxDepth = 256;

export interface ListOptions {
  readonly mode: WalkMode;
  /** Told of the content of each file. */
  onContent(below: string, content: Uint8Array): void;
}

/** What lies at a path and beneath it, parents first. No link is followed. Throws system errors. */
export async function listTree(at: string, options: ListOptions): Promise<TreeListing> {
  const folders = holdFolders(options.mode);
  try {
    const found = await survey(at, folders);
    if ('why' in found) return { type: 'unlisted', ...found };
    return { type: 'listed', entries: await read(found.sightings, { at, folders, options }) };
  } finally {
    folders.close();
  }
}

/** What is known of an entry without reading it. */
type Sighting = { readonly below: string } & (
  | { readonly kind: 'file'; readonly mode: number }
  | { readonly kind: 'ready'; readonly version: Version }
);

type Survey = { readonly sightings: readonly Sighting[] } | { readonly root: Version; readonly why: string };

async function survey(at: string, folders: HeldFolders): Promise<Survey> {
  const sightings: Sighting[] = [];
  const pending = [''];
  let bytes = 0;
  let root: Version = { kind: 'absent' };
  for (let below = pending.pop(); below !== undefined; below = pending.pop()) {
    if (sightings.length % breathEvery === breathEvery - 1) await nextTurn();
    const { folder, name } = splitPath(at + below);
    const path = folders.open(folder).at(name);
    const stats = lstatSync(path);
    const mode = stats.mode & 0o7777;
    if (stats.isDirectory()) {
      const version: Version = { kind: 'folder', mode };
      if (below === '') root = version;
      sightings.push({ below, kind: 'ready', version });
      const names = entriesOf(folders, at + below);
      if (names.some((entry) => entry.includes('\ufffd'))) return { root, why: 'a name in it is not text' };
      if (below.split('/').length > maxDepth)
        return { root, why: `it holds more than ${maxDepth} folders in one another` };
      for (const entry of names.toReversed()) pending.push(`${below}/${entry}`);
    } else if (stats.isSymbolicLink()) {
      const target = readlinkSync(path);
      const version: Version = { kind: 'link', target };
      if (below === '') root = version;
      if (target.includes('\ufffd')) return { root, why: 'a link leads to a name that is not text' };
      sightings.push({ below, kind: 'ready', version });
    } else if (stats.isFile()) {
      sightings.push({ below, kind: 'file', mode });
      bytes += stats.size;
    } else if (below === '') throw systemError('ENOTREG', 'it is a pipe (FIFO), a socket or a device');
    else return { root, why: `it holds a pipe, a socket or a device (${below.slice(1)})` };
    if (sightings.length + pending.length > treeLimits.files)
      return { root, why: `it holds more than ${treeLimits.files} files` };
    if (bytes > treeLimits.bytes) return { root, why: `it holds more than ${humanSize(treeLimits.bytes)}` };
  }
  return { sightings };
}

function entriesOf(folders: HeldFolders, path: string): readonly string[] {
  const folder = folders.open(path);
  const names = readdirSync(folder.path).sort();
  // What cannot be removed wholly is not begun with.
  if (names.length > 0 && process.geteuid?.() !== 0) accessSync(`${folder.path}/.`, constants.W_OK | constants.X_OK);
  return names;
}

interface Reading {
  readonly at: string;
  readonly folders: HeldFolders;
  readonly options: ListOptions;
}

async function read(sightings: readonly Sighting[], { at, folders, options }: Reading): Promise<readonly TreeEntry[]> {
  const entries: TreeEntry[] = [];
  for (const [index, sighting] of sightings.entries()) {
    if (index % breathEvery === breathEvery - 1) await nextTurn();
    const { below } = sighting;
    if (sighting.kind === 'ready') {
      entries.push({ below, version: sighting.version });
      continue;
    }
    const { folder, name } = splitPath(at + below);
    const content = readContent(folders.open(folder), name);
    if (content === undefined) throw systemError('ESTALE', 'it went while it was listed');
    options.onContent(below, content);
    const version: Version = { kind: 'file', hash: sha256(content), bytes: content.length, mode: sighting.mode };
    entries.push({ below, version });
  }
  return entries;
}
