import type { BlobPort, LostChange } from '../../tool/port.js';
import { type PathChange, sameVersion } from '../../tool/version.js';
import type { WalkMode } from '../../workspace/descriptor-walk.js';
import { applyPaths } from '../apply-paths.js';
import { backwardWrite } from '../backward-write.js';

export interface PutBackOptions {
  readonly root: string;
  readonly mode: WalkMode;
  readonly blobs: Pick<BlobPort, 'read' | 'write'>;
  /** Part of the names of temporary files. */
  readonly batch: string;
}

export interface PutBack {
  /** Paths that are what they were before. */
  readonly done: ReadonlySet<string>;
  /** What is not, and why. */
  readonly left: readonly LostChange[];
}

/**
 * Takes changes back that are not journaled. Only what is still as they left it is touched, and that is kept first. All
 * together; where that does not work, without what others changed, and at last one by one.
 */
export async function putBackChanges(changes: readonly PathChange[], options: PutBackOptions): Promise<PutBack> {
  const done = new Set<string>();
  const left: LostChange[] = [];
  let open = changes;
  while (open.length > 0) {
    const end = await apply(open, options);
    if (end.type === 'applied') {
      for (const { path } of end.paths) done.add(path);
      return { done, left };
    }
    if (end.conflicts.length === 0) break;
    const found = new Map(end.conflicts.map((conflict) => [conflict.path, conflict.found]));
    for (const { path, before } of open) {
      const now = found.get(path);
      if (now === undefined) continue;
      if (sameVersion(now, before)) done.add(path);
      else left.push({ path, why: changedMeanwhile });
    }
    const rest = open.filter(({ path }) => !found.has(path));
    if (rest.length === open.length) break;
    open = rest;
  }
  for (const change of oneByOne(open)) {
    const end = await apply([change], options);
    if (end.type === 'refused') left.push({ path: change.path, why: end.failure.message });
    else for (const { path } of end.paths) done.add(path);
  }
  return { done, left };
}

const changedMeanwhile = 'it was changed by somebody else meanwhile';

/** What goes, from the inside out; then what comes back, from the outside in. */
function oneByOne(changes: readonly PathChange[]): readonly PathChange[] {
  const [gone, back] = [true, false].map((goes) => changes.filter(({ before }) => (before.kind === 'absent') === goes));
  return [...(gone ?? []).toReversed(), ...(back ?? [])];
}

const apply = (changes: readonly PathChange[], { root, mode, blobs, batch }: PutBackOptions) =>
  applyPaths(
    changes.map((change) => backwardWrite(change, { root, blobs })),
    { root, mode, batch, fsync: 'on', keep: async (content) => void (await blobs.write(content)) },
  );
