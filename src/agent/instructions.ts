import { dirname, join, parse } from 'node:path';
import { attempt } from '../base/attempt.js';
import { sha256 } from '../base/digest.js';
import { isBeneath } from '../base/is-beneath.js';
import { cutEnd } from '../base/text.js';
import { isFailure } from '../tool/outcome.js';
import type { WorkspacePort } from '../tool/port.js';
import { isOwnPath } from '../workspace/own-path.js';

/** A file of standing instructions for the model. */
export interface Instructions {
  readonly path: string;
  readonly text: string;
  /** There is more of it than is told. */
  readonly cut?: true;
  /** It is among the files whose text nobody vouches for. */
  readonly untrusted?: true;
}

export interface FoundInstructions {
  readonly files: readonly Instructions[];
  /** Files that are there and are not used. */
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
}

export interface InstructionSearch {
  /** Each of these is looked for in every folder. */
  readonly names: readonly string[];
  /** Only the nearest of them counts: it is looked for up to the root of the file system. */
  readonly nearest?: boolean;
  /** The home folder: a workspace that is in no repository is looked above up to there. */
  readonly home?: string | undefined;
  isUntrusted?(path: string): boolean;
}

/** Of all files together: they are part of every request. */
const maxChars = 24_000;
const maxFolders = 40;

/**
 * The instruction files of the workspace and of the folders above it, up to the one that holds `.git`, or else up to
 * home; only of the workspace itself where it is in neither. Where the nearest counts alone, up to the root. The outermost come first, those of the workspace last. Where
 * there is too much, the nearest are told whole. Above the workspace a folder or file that others can write ends the
 * search, and no link is followed; in it, none that leads out: such text would reach the model unasked.
 */
export async function findInstructions(
  workspace: WorkspacePort,
  { names, home, isUntrusted, nearest = false }: InstructionSearch,
): Promise<FoundInstructions> {
  const files: Instructions[] = [];
  const leftOut: { path: string; why: string }[] = [];
  const known = new Set<string>();
  let room = maxChars;
  for (const folder of foldersAbove(workspace, nearest ? rootOf(workspace) : topOf(workspace, home))) {
    const here: Instructions[] = [];
    for (const name of names) {
      const path = join(folder, name);
      const read = await readInstructions(workspace, path);
      if ('why' in read) leftOut.push({ path, why: read.why });
      // One file under two names is common: CLAUDE.md as a link to AGENTS.md, or a copy of it.
      if (!('text' in read) || known.has(sha256(read.text))) continue;
      const { text } = read;
      known.add(sha256(text));
      here.push({ path, ...fitInto(text, room), ...(isUntrusted?.(path) === true && { untrusted: true }) });
      room -= Math.min(room, text.length);
    }
    files.unshift(...here);
    if (nearest && here.length > 0) break;
  }
  return { files, leftOut };
}

function fitInto(text: string, room: number): Omit<Instructions, 'path'> {
  if (text.length <= room) return { text };
  const note = room === 0 ? `[left out: there is room for ${maxChars} characters]` : `\n[cut at ${room} characters]`;
  return { text: `${cutEnd(text, room)}${note}`, cut: true };
}

type Read = { readonly text: string } | { readonly why: string } | Readonly<Record<string, never>>;

async function readInstructions(workspace: WorkspacePort, path: string): Promise<Read> {
  const place = workspace.reach(path);
  if (isFailure(place)) return { why: place.message };
  if (place.kind === 'missing') return place.via === undefined ? {} : { why: 'it is a link that leads nowhere' };
  if (place.kind !== 'file') return { why: 'it is no regular file' };
  const within = isBeneath(path, workspace.root);
  if (within && !place.inside) return { why: 'it is a link that leads out of the workspace' };
  if (!within && place.path !== path) return { why: 'it is a link, and above the workspace none is followed' };
  if (!within && !isOwnPath(path, workspace.root)) return { why: 'others can write it' };
  const bytes = await workspace.peek(place, (maxChars + 1) * 4);
  if (isFailure(bytes)) return { why: bytes.message };
  const text = decode(bytes)?.trim();
  if (text === undefined) return { why: 'it is no UTF-8 text' };
  return text === '' ? {} : { text };
}

/** The last character may be cut. */
function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }), undefined);
}

/** The workspace first, then outwards. */
function foldersAbove({ root }: WorkspacePort, top: string): readonly string[] {
  const above: string[] = [root];
  for (let folder = root; folder !== top && above.length < maxFolders; ) {
    folder = dirname(folder);
    // Whoever can write here speaks for all folders below it: what lies beyond is not ours to trust either.
    if (!isOwnPath(folder, root)) break;
    above.push(folder);
  }
  return above;
}

const rootOf = ({ root }: WorkspacePort): string => parse(root).root;

function topOf(workspace: WorkspacePort, home: string | undefined): string {
  const { root } = workspace;
  return repositoryOf(workspace) ?? (home !== undefined && isBeneath(root, home) ? home : root);
}

/** The nearest folder that holds `.git`, as far as the folders are ours: anybody can make one in /tmp. */
function repositoryOf({ root, reach }: WorkspacePort): string | undefined {
  let folder = root;
  for (let steps = 0; steps < maxFolders; steps += 1) {
    const isRoot = folder === root;
    if (!isRoot && !isOwnPath(folder, root)) return undefined;
    const git = join(folder, '.git');
    const place = reach(git);
    const there = !isFailure(place) && place.kind !== 'missing';
    if (there && (isRoot || isOwnPath(git, root))) return folder;
    if (dirname(folder) === folder) return undefined;
    folder = dirname(folder);
  }
  return undefined;
}
