import { attempt } from '../base/attempt.js';
import type { BlobPort } from '../tool/port.js';
import type { PathChange, Version } from '../tool/version.js';
import { renderBlobAddress } from '../workspace/blob-address.js';
import { defaultWalkMode } from '../workspace/descriptor-walk.js';
import type { JournalChange } from './journal.js';
import { readPresent } from './present-path.js';
import { absoluteIn } from './undo-plan.js';
import type { UnifiedDiff } from './unified-diff.js';
import { diffVersions } from './version-diff.js';

/** A change with its diffs. */
export interface ListedChange extends JournalChange {
  readonly paths: readonly ListedPath[];
}

/** Without a diff where there are too many, or the contents are not at hand. */
export type ListedPath = PathChange & Partial<UnifiedDiff>;

/** Of a change that touched more, the rest is listed without diffs. */
const maxDiffs = 100;

/** The changes of a session with what they did, line by line. */
export async function listChanges(
  changes: readonly JournalChange[],
  blobs: Pick<BlobPort, 'read'>,
): Promise<readonly ListedChange[]> {
  const listed: ListedChange[] = [];
  for (const change of changes) {
    const paths: ListedPath[] = [];
    for (const one of change.paths) paths.push(paths.length < maxDiffs ? await withDiff(one, change, blobs) : one);
    listed.push({ ...change, paths });
  }
  return listed;
}

async function withDiff(one: PathChange, { root }: JournalChange, blobs: Pick<BlobPort, 'read'>): Promise<ListedPath> {
  const at = absoluteIn(root, one.path);
  const side = async (version: Version) => ({ version, content: await contentOf(version, at, blobs) });
  const from = await side(one.before);
  const to = await side(one.after);
  const atHand = [from, to].every(({ version, content }) => version.kind !== 'file' || content !== undefined);
  return atHand ? { ...one, ...diffVersions(one.path, from, to) } : one;
}

/** From its blob, else from the file itself as long as that is what the change left. */
async function contentOf(version: Version, at: string, blobs: Pick<BlobPort, 'read'>): Promise<Uint8Array | undefined> {
  if (version.kind !== 'file') return undefined;
  const kept = await blobs.read(renderBlobAddress(version.hash)).catch(() => undefined);
  if (kept !== undefined) return kept;
  const present = attempt(() => readPresent(at, defaultWalkMode()), undefined);
  return present?.version.kind === 'file' && present.version.hash === version.hash ? present.content : undefined;
}
