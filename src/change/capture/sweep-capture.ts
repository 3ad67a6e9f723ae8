import { unlinkSync } from 'node:fs';
import { attempt } from '../../base/attempt.js';
import { randomText } from '../../base/id.js';
import { isBeneath } from '../../base/is-beneath.js';
import type { Fact } from '../../tool/fact.js';
import type { LostChange, RefusedChange } from '../../tool/port.js';
import { type PathChange, sameVersion } from '../../tool/version.js';
import { renderBlobAddress } from '../../workspace/blob-address.js';
import { type Folder, splitPath, type WalkMode, withFolder } from '../../workspace/descriptor-walk.js';
import { absoluteIn } from '../undo-plan.js';
import { withWritable } from './closed-folders.js';
import { type Entry, type FileEntry, lookAt } from './entry.js';
import { type Before, type FoundChanges, findChanges } from './find-changes.js';
import { isHeld } from './held-places.js';
import { outerFolders } from './outer-folders.js';
import { putBackChanges } from './put-back.js';
import type { Scan } from './scan-scope.js';
import { createShield, type Shield } from './shield.js';
import type { EndOptions, Taken } from './taken.js';

export interface Swept extends FoundChanges {
  /** What is as it was before. */
  readonly swept: readonly string[];
  readonly refused: readonly RefusedChange[];
  readonly left: readonly LostChange[];
}

interface SweepCaptureOptions extends EndOptions {
  isLate(path: string): boolean;
}

/** The start of the names of temporary files by which those of a sweep are told; a command cannot know the rest. */
export const sweepName = (callId: string): string => `sweep-${callId}`;

/** What a confined command changed; what it did to protected paths that its facts do not name is put back. */
export async function sweepCapture(
  { before, callId, guarded, held = [], others = new Map() }: Taken & { readonly guarded: readonly Fact[] },
  after: Scan,
  options: SweepCaptureOptions,
): Promise<Swept> {
  const { root, isLate } = options;
  const covers = createShield({ facts: guarded, entries: before.entries, root });
  // A link at the top can be replaced, and a file with a second name be changed by that.
  const isFixed = (path: string): boolean => {
    const entry = before.entries.get(path);
    return isHeld(path, held) && entry?.kind !== 'link' && !(entry?.kind === 'file' && entry.shared === true);
  };
  const shield: Shield = (path, how) => !isLate(path) && covers(path, how) && !isFixed(path);
  const { removed, rest } = removeUnkept(before, after, { ...options, shield });
  const found = await findChanges(before, rest, { ...options, shield });
  const chosen = chooseSwept(found.paths, shield);
  const { done, left } = await withWritable(
    chosen.map(({ path }) => path),
    { ...options, entries: rest.entries },
    () => putBackChanges(chosen, { ...options, batch: `${sweepName(callId)}-${randomText(8)}` }),
  );
  const paths = found.paths.filter(({ path }) => !done.has(path));
  const unkept = new Set(removed);
  return {
    ...found,
    paths,
    swept: [...done],
    refused: [
      ...removed.map((path) => ({ path, fact: refusedFact(path, 'write') })),
      ...chosen.filter(({ path }) => done.has(path) && !unkept.has(path)).flatMap(refusedChange),
    ],
    left: [
      ...left,
      ...found.lost.filter(({ path }) => shield(path, { written: true })),
      ...found.paths.filter((change) => isMixed(change, others) && covers(change.path, written)).map(changedByOthers),
    ],
  };
}

const written = { written: true } as const;

/** Another call changed it too, and it is not as that one left it. */
const isMixed = ({ path, after }: PathChange, others: NonNullable<Taken['others']>): boolean => {
  const left = others.get(path);
  return left !== undefined && !sameVersion(left, after);
};

const changedByOthers = ({ path }: PathChange): LostChange => ({
  path,
  why: 'another call changed it as well, and it was changed again',
});

/** A new folder is told by what is in it. */
function refusedChange({ path, before, after }: PathChange): readonly RefusedChange[] {
  if (before.kind === 'absent' && after.kind === 'folder') return [];
  const fact = refusedFact(path, after.kind === 'absent' ? 'delete' : 'write');
  const isOther = after.kind === 'file' && !(before.kind === 'file' && before.hash === after.hash);
  return [{ path, fact, ...(isOther && { blob: renderBlobAddress(after.hash) }) }];
}

const refusedFact = (target: string, kind: 'write' | 'delete'): Fact => ({
  kind,
  target,
  where: 'workspace',
  known: true,
  refused: true,
});

/** Of what a command changed: what is to be put back, and what has to go with it. In the order given, folders first. */
function chooseSwept(paths: readonly PathChange[], shield: Shield): readonly PathChange[] {
  const chosen = new Set(
    paths.filter(({ path, after }) => path !== '.' && shield(path, { written: after.kind !== 'absent' })),
  );
  if (chosen.size === 0) return [];
  const byPath = new Map(paths.map((change) => [change.path, change]));
  for (const change of chosen) {
    if (change.before.kind !== 'absent') for (const way of lostWays(change, byPath)) chosen.add(way);
    if (isInTheWay(change)) for (const one of paths) if (isBeneath(one.path, change.path)) chosen.add(one);
  }
  const staying = paths.filter((change) => change.after.kind !== 'absent' && !chosen.has(change));
  const occupied = new Set(staying.flatMap(({ path }) => [...outerFolders(path)]));
  return paths.filter((change) => chosen.has(change) && !(isMadeFolder(change) && occupied.has(change.path)));
}

/** Folders that led to it and are none any more. */
function lostWays({ path }: PathChange, byPath: ReadonlyMap<string, PathChange>): readonly PathChange[] {
  const ways = Array.from(outerFolders(path), (folder) => byPath.get(folder)).filter((way) => way !== undefined);
  return ways.filter(({ before, after }) => before.kind === 'folder' && after.kind !== 'folder');
}

/** A folder where something else was: it has to be empty to give way. */
const isInTheWay = ({ before, after }: PathChange): boolean =>
  after.kind === 'folder' && before.kind !== 'folder' && before.kind !== 'absent';

const isMadeFolder = ({ before, after }: PathChange): boolean => before.kind === 'absent' && after.kind === 'folder';

/** No setting is as large; it would have to be read whole to be kept. */
const maxFileBytes = 64 * 1024 * 1024;
const maxBytes = 256 * 1024 * 1024;

/** Neither a folder nor a link. */
type Marked = Extract<Entry, { readonly mark: string }>;

interface UnkeptOptions {
  readonly root: string;
  readonly mode: WalkMode;
  readonly shield: Shield;
}

/**
 * Removes from protected paths what a command left there and nobody can keep: pipes, sockets, files that are too large or
 * closed to their owner. Answers with the paths, and with the scan as it is without them.
 */
function removeUnkept(before: Before, after: Scan, options: UnkeptOptions) {
  const entries = new Map(after.entries);
  const removed: string[] = [];
  let bytes = 0;
  for (const [path, entry] of after.entries) {
    if (entry.kind === 'folder' || entry.kind === 'link' || !isReplaceable(path, entry, before)) continue;
    if (!options.shield(path, { written: true })) continue;
    if (entry.kind === 'file') bytes += entry.bytes;
    if ((entry.kind === 'other' || isUnkeepable(entry) || bytes > maxBytes) && remove(path, entry, options)) {
      entries.delete(path);
      removed.push(path);
    }
  }
  return { removed, rest: removed.length === 0 ? after : { ...after, entries } };
}

/** It was touched, and what was there before can be put back. */
function isReplaceable(path: string, entry: Marked, { entries, uncopied }: Before): boolean {
  const was = entries.get(path);
  if (was?.kind === 'other' || uncopied.has(path)) return false;
  return !(was?.kind === 'file' && entry.kind === 'file' && was.mark === entry.mark);
}

const isUnkeepable = ({ bytes, mode }: FileEntry): boolean => bytes > maxFileBytes || (mode & 0o400) === 0;

/** Only what is still what the command left. */
function remove(path: string, { mark }: Marked, { root, mode: walk }: UnkeptOptions): boolean {
  const { folder, name } = splitPath(absoluteIn(root, path));
  const unlink = ({ at }: Folder): boolean => {
    const now = lookAt(at(name), 0);
    if (now === undefined || !('mark' in now) || now.mark !== mark || mark === '') return false;
    unlinkSync(at(name));
    return true;
  };
  return attempt(() => withFolder(folder, walk, unlink), false);
}
