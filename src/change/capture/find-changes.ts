import { createHash } from 'node:crypto';
import { createReadStream, fstatSync, readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sha256 } from '../../base/digest.js';
import { messageOf, systemCode } from '../../base/error.js';
import type { BlobPort, LostChange } from '../../tool/port.js';
import { absent, type PathChange, sameVersion, type Version } from '../../tool/version.js';
import type { WalkMode } from '../../workspace/descriptor-walk.js';
import { type Copy, type CopyReader, createCopyReader } from './copy.js';
import type { Entry } from './entry.js';
import { outerFolders } from './outer-folders.js';
import type { Scan } from './scan-scope.js';
import type { Shield } from './shield.js';
import { createFileOpener } from './workspace-file.js';

/** What a capture keeps of the workspace before a command. */
export interface Before extends Omit<Scan, 'more'> {
  /** The contents of its files. */
  readonly copies: ReadonlyMap<string, Copy>;
  /** Files whose content could not be copied, and why. */
  readonly uncopied: ReadonlyMap<string, string>;
}

export interface FindOptions {
  readonly root: string;
  readonly mode: WalkMode;
  /** Where the copies lie. */
  readonly folder: string;
  readonly blobs: Pick<BlobPort, 'write' | 'writer'>;
  /** What is found out whatever else was written. */
  shield?: Shield;
}

export type FoundChanges = Awaited<ReturnType<typeof findChanges>>;

/** So many are read and kept at a time. */
const workers = 8;
/** Files up to here are read at once. */
const smallBytes = 256 * 1024;
/** Of so many small files what they hold now is kept too, for showing what was done. */
const maxShownFiles = 100;
const pathsPerTick = 50;
/** What takes longer to read again than anyone waits. */
const maxReadBytes = 1_000_000_000;

/** Compares two scans; what every changed file held before is kept as a blob when this answers. */
export async function findChanges(before: Before, after: Scan, options: FindOptions) {
  const paths = candidates(before, after);
  const found: (PathChange | LostChange | undefined)[] = [];
  const touched: string[] = [];
  const budget: Budget = { shownFiles: maxShownFiles, readBytes: maxReadBytes };
  const copies = createCopyReader(options.folder);
  let next = 0;
  const work = async (): Promise<void> => {
    const opener = createFileOpener(options);
    try {
      for (let at = next++; at < paths.length; at = next++) {
        const path = paths[at] ?? '';
        const change = await compare({ path, before, after }, { ...options, opener, copies, budget });
        found[at] = change;
        if (change === undefined) touched.push(path);
        if (at % pathsPerTick === 0) await nextTurn();
      }
    } finally {
      opener.close();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(workers, paths.length) }, work));
  } finally {
    copies.close();
  }
  const all = found.filter((change) => change !== undefined);
  return {
    paths: all.filter((change) => 'before' in change),
    lost: [...all.filter((change) => 'why' in change), ...blindFolders(before, after), ...beyond(after)],
    /** Files that were touched and are what they were. */
    touched,
  };
}

/** Every path that is not plainly the same; a folder before what is in it. */
function candidates(before: Before, after: Scan): readonly string[] {
  const all = [...before.entries.keys(), ...[...after.entries.keys()].filter((path) => !before.entries.has(path))];
  const differing = all.filter((path) => !isSame(before.entries.get(path), after.entries.get(path)));
  if (before.blind.size + after.blind.size === 0) return differing.sort();
  return differing.filter((path) => !isHidden(path, before.blind) && !isHidden(path, after.blind)).sort();
}

function isSame(before: Entry | undefined, after: Entry | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  if (before.kind === 'file' && after.kind === 'file') return before.mark === after.mark && !before.fresh;
  if (before.kind === 'link' && after.kind === 'link') return before.target === after.target;
  if (before.kind === 'folder' && after.kind === 'folder') return before.mode === after.mode;
  return before.kind === 'other' && after.kind === 'other' && before.mark === after.mark;
}

/** Beneath a folder that could not be looked into, nothing can be said. */
function isHidden(path: string, blind: ReadonlyMap<string, string>): boolean {
  if (blind.has('.')) return path !== '.';
  for (const folder of outerFolders(path)) if (blind.has(folder)) return true;
  return false;
}

/** Folders that could be looked into only before, or only now. Of those that never could, nothing says that they changed. */
function blindFolders(before: Before, after: Scan): readonly LostChange[] {
  const only = (one: Scan['blind'], other: Scan['blind']): readonly LostChange[] =>
    [...one].filter(([path]) => !other.has(path)).map(([path, why]) => ({ path, why }));
  return [...only(after.blind, before.blind), ...only(before.blind, after.blind)];
}

const beyond = ({ more }: Scan): readonly LostChange[] =>
  more === 0 ? [] : [{ path: '.', why: `${more} more files or folders were made than are kept track of` }];

interface Compared {
  readonly path: string;
  readonly before: Before;
  readonly after: Scan;
}

interface Tools extends FindOptions {
  readonly opener: ReturnType<typeof createFileOpener>;
  readonly copies: CopyReader;
  readonly budget: Budget;
}

interface Budget {
  shownFiles: number;
  readBytes: number;
}

async function compare({ path, before, after }: Compared, tools: Tools): Promise<PathChange | LostChange | undefined> {
  const was = before.entries.get(path);
  const is = after.entries.get(path);
  const why = notKept(path, before) ?? (is?.kind === 'other' ? is.why : undefined);
  if (why !== undefined) return { path, why };
  try {
    const now = await versionNow(path, is, tools);
    const then = await versionBefore(was, before.copies.get(path), { now, tools });
    return sameVersion(then, now) ? undefined : { path, before: then, after: now };
  } catch (error) {
    return { path, why: `it cannot be read (${systemCode(error) ?? messageOf(error)})` };
  }
}

function notKept(path: string, { entries, uncopied }: Before): string | undefined {
  const entry = entries.get(path);
  return entry?.kind === 'other' ? entry.why : uncopied.get(path);
}

/** Of what has no content. */
function unreadVersion(entry: Exclude<Entry, { kind: 'file' }> | undefined): Version {
  if (entry?.kind === 'link') return { kind: 'link', target: entry.target };
  return entry?.kind === 'folder' ? { kind: 'folder', mode: entry.mode } : absent;
}

async function versionNow(path: string, entry: Entry | undefined, tools: Tools): Promise<Version> {
  if (entry?.kind !== 'file') return unreadVersion(entry);
  const { budget, blobs, shield } = tools;
  if (shield?.(path, { written: true }) !== true) {
    budget.readBytes -= entry.bytes;
    if (budget.readBytes < 0) throw new Error('more was written than can be read again');
  }
  return tools.opener.with(path, async (descriptor) => {
    const stats = fstatSync(descriptor);
    const mode = stats.mode & 0o7777;
    if (stats.size > smallBytes) return { kind: 'file', ...(await digestOf(chunksOf(descriptor))), mode };
    const content = readFileSync(descriptor);
    budget.shownFiles -= 1;
    if (budget.shownFiles >= 0) await blobs.write(content);
    return { kind: 'file', hash: sha256(content), bytes: content.length, mode };
  });
}

async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<{ readonly hash: string; readonly bytes: number }> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const chunk of chunks) {
    digest.update(chunk);
    bytes += chunk.length;
  }
  return { hash: digest.digest('hex'), bytes };
}

const chunksOf = (fd: number): AsyncIterable<Uint8Array> =>
  createReadStream('', { fd, start: 0, autoClose: false, highWaterMark: 256 * 1024 });

async function versionBefore(
  entry: Entry | undefined,
  copy: Copy | undefined,
  { now, tools }: { readonly now: Version; readonly tools: Tools },
): Promise<Version> {
  if (entry?.kind !== 'file') return unreadVersion(entry);
  if (copy === undefined) throw new Error('there is no copy of it');
  const { copies, blobs } = tools;
  const content = copy.bytes <= smallBytes ? copies.whole(copy) : undefined;
  const { hash } = content === undefined ? await digestOf(copies.pieces(copy)) : { hash: sha256(content) };
  const version: Version = { kind: 'file', hash, bytes: copy.bytes, mode: entry.mode };
  if (sameVersion(version, now)) return version;
  if (content === undefined) await keepCopy(copy, tools);
  else await blobs.write(content);
  return version;
}

async function keepCopy(copy: Copy, { copies, blobs }: Tools): Promise<void> {
  const blob = blobs.writer();
  try {
    for await (const piece of copies.pieces(copy)) blob.write(piece);
    await blob.end();
  } catch (error) {
    blob.discard();
    throw error;
  }
}
