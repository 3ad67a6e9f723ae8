import type { BlobPort } from '../tool/port.js';
import type { Version } from '../tool/version.js';
import { renderBlobAddress } from '../workspace/blob-address.js';
import type { JournalChange } from './journal.js';
import type { Obstacle } from './undo-plan.js';
import { describeVersion, diffVersions } from './version-diff.js';

/** Why a path cannot be put back, for people. */
export interface ToldObstacle {
  readonly path: string;
  readonly type: Obstacle['type'];
  /** What is in the way and what to do. */
  readonly message: string;
  /** Of a path that was changed since. */
  readonly versions?: ThreeVersions;
}

/** What was there before the change, what the change left, and what is there now. */
export interface ThreeVersions {
  readonly before: Version;
  readonly left: Version;
  readonly now: Version;
  /** From the first to the second: the change. */
  readonly change: string;
  /** From the second to the third: what came since. */
  readonly since: string;
}

/** So many are shown with their diffs; of the rest kinds and sizes are told. */
const maxDiffs = 50;

/** Puts into words what stands in the way. */
export async function tellObstacles(
  obstacles: readonly Obstacle[],
  context: { readonly blobs: Pick<BlobPort, 'read'>; contentNow(path: string, hash: string): Uint8Array | undefined },
): Promise<readonly ToldObstacle[]> {
  const told: ToldObstacle[] = [];
  for (const one of obstacles) {
    const { path, type } = one;
    const base = { path, type, message: messageFor(one) };
    if (one.type !== 'changed') {
      told.push(base);
      continue;
    }
    const { before, left, found: now } = one;
    const contentOf = async (version: Version): Promise<Uint8Array | undefined> =>
      told.length < maxDiffs && version.kind === 'file'
        ? await context.blobs.read(renderBlobAddress(version.hash)).catch(() => undefined)
        : undefined;
    const middle = { version: left, content: await contentOf(left) };
    const latest =
      one.next === undefined && now.kind === 'file' ? context.contentNow(path, now.hash) : await contentOf(now);
    const change = diffVersions(path, { version: before, content: await contentOf(before) }, middle).diff;
    const since = diffVersions(path, middle, { version: now, content: latest }).diff;
    told.push({ ...base, versions: { before, left, now, change, since } });
  }
  return told;
}

function messageFor(obstacle: Obstacle): string {
  const { path } = obstacle;
  switch (obstacle.type) {
    case 'later-change':
      return `${path} was changed again by ${callWords(obstacle.later)}: undo that first, or both together.`;
    case 'changed':
      return obstacle.next === undefined
        ? `${path} was changed since (${threeSizes(obstacle)}): put back what the change left there, or leave this path out.`
        : `${path} was changed by somebody else (${threeSizes(obstacle)}) before ${callWords(obstacle.next)} changed it again: undo that call alone.`;
    case 'occupied':
      return `${path} is a folder that now holds other things: move them away first.`;
    case 'lost':
      return `The content that was at ${path} is not kept any more, or damaged: it cannot be put back.`;
    case 'unreadable':
      return `${path} cannot be looked at (${obstacle.why}): change its rights, or move away what is there.`;
    case 'never-kept':
      return `What ${callWords(obstacle.change)} did to ${path} cannot be taken back: ${obstacle.why}.`;
    default:
      return obstacle satisfies never;
  }
}

function threeSizes({ before, left, found, next }: Extract<Obstacle, { type: 'changed' }>): string {
  const [first, second, third] = [before, left, found].map(describeVersion);
  return `before the change: ${first}; as the change left it: ${second}; ${next === undefined ? 'now' : 'then'}: ${third}`;
}

export const callWords = ({ callId, tool, turn }: JournalChange): string =>
  `call ${callId}${tool === '' ? '' : ` (${tool})`} in turn ${turn}`;
