import { readdirSync } from 'node:fs';
import { messageOf, systemCode } from '../base/error.js';
import type { BlobPort } from '../tool/port.js';
import { type PathChange, sameVersion, type Version } from '../tool/version.js';
import { renderBlobAddress } from '../workspace/blob-address.js';
import { type WalkMode, withFolder } from '../workspace/descriptor-walk.js';
import type { PathWrite } from './path-write.js';
import { type PresentPath, readPresent } from './present-path.js';
import type { Obstacle, RevertPath, RevertPlan } from './undo-plan.js';
import { diffVersions } from './version-diff.js';

/** One path that is put back, with the lines that come and go. */
export interface RevertedPath extends PathChange {
  readonly added: number;
  readonly removed: number;
}

/** What has to be done, path by path, and what stands in the way of it. */
export interface Inspection {
  readonly writes: readonly (PathWrite & RevertedPath)[];
  /** Paths that are already as they shall be. */
  readonly settled: readonly RevertPath[];
  readonly obstacles: readonly Obstacle[];
}

interface Context {
  readonly blobs: Pick<BlobPort, 'read' | 'size'>;
  readonly walk: WalkMode;
}

/** Compares what is there with what a plan expects; changes nothing. */
export async function inspectPlan(plan: RevertPlan, { blobs, walk }: Context): Promise<Inspection> {
  const writes: (PathWrite & RevertedPath)[] = [];
  const settled: RevertPath[] = [];
  const obstacles: Obstacle[] = [...plan.obstacles];
  // What lies in a folder comes before the folder itself.
  const paths = [...plan.paths].sort((a, b) => (a.at < b.at ? 1 : -1));
  const going = new Set(paths.filter(({ after }) => after.kind === 'absent').map(({ at }) => at));
  for (const one of paths) {
    const { at, path, changeIds, before: left, after } = one;
    const present = look(at, walk);
    if ('why' in present) {
      obstacles.push({ type: 'unreadable', path, changeIds, why: present.why });
      continue;
    }
    if (sameVersion(present.version, after)) {
      settled.push(one);
      continue;
    }
    if (!sameVersion(present.version, left) && !isHalfMade(present.version, one)) {
      obstacles.push({ type: 'changed', path, changeIds, before: after, left, found: present.version });
      continue;
    }
    if (left.kind === 'folder' && after.kind !== 'folder' && holdsOthers(at, going, walk)) {
      // A folder that was made for the change and that others use now stays.
      if (after.kind === 'absent') going.delete(at);
      else obstacles.push({ type: 'occupied', path, changeIds });
      continue;
    }
    if (after.kind !== 'file') {
      const { version: before } = present;
      writes.push({ at, path, before, after, ...counts(diffVersions(path, present, { version: after })) });
      continue;
    }
    const address = renderBlobAddress(after.hash);
    // What is damaged is as good as gone.
    const content = await blobs.read(address).catch(() => undefined);
    if (content === undefined) {
      obstacles.push({ type: 'lost', path, changeIds });
      continue;
    }
    const read = async (): Promise<Uint8Array> => {
      const again = await blobs.read(address);
      if (again === undefined) throw new Error(`${address} went away`);
      return again;
    };
    const lines = counts(diffVersions(path, present, { version: after, content }));
    writes.push({ at, path, before: left, after, content: read, ...lines });
  }
  return { writes, settled, obstacles };
}

function look(at: string, walk: WalkMode): PresentPath | { readonly why: string } {
  try {
    return readPresent(at, walk);
  } catch (error) {
    return { why: systemCode(error) ?? messageOf(error) };
  }
}

/** A folder that an undo made which was killed before the folder had its mode. */
const isHalfMade = (version: Version, { before, after }: RevertPath): boolean =>
  before.kind === 'absent' && after.kind === 'folder' && version.kind === 'folder' && version.mode === 0o700;

const counts = ({ added, removed }: { readonly added: number; readonly removed: number }) => ({ added, removed });

const holdsOthers = (at: string, going: ReadonlySet<string>, mode: WalkMode): boolean =>
  withFolder(at, mode, ({ path }) => readdirSync(path).some((name) => !going.has(`${at}/${name}`)));
