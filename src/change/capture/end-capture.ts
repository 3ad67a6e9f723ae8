import { isBeneath } from '../../base/is-beneath.js';
import { realPath } from '../../sandbox/look.js';
import type { Captured } from '../../tool/port.js';
import type { PathChange } from '../../tool/version.js';
import { absoluteIn } from '../undo-plan.js';
import { openClosed } from './closed-folders.js';
import { type FileEntry, isUnnamed } from './entry.js';
import { type Before, findChanges } from './find-changes.js';
import { type Scan, type ScanEnd, scanScope } from './scan-scope.js';
import { mergeScans, scanShielded } from './scan-shielded.js';
import { targetOf } from './shield.js';
import { type Swept, sweepCapture } from './sweep-capture.js';
import type { EndOptions, LookOptions, Taken } from './taken.js';

export interface EndedCapture {
  readonly captured: Captured;
  /** Files whose copies are not what is there any more. */
  readonly changed: readonly string[];
  /** Files that were touched and are what they were. */
  readonly touched: ReadonlyMap<string, FileEntry>;
}

/** Finds out what a command changed, and puts back what it must not have. Throws when that cannot be done. */
export async function endCapture(taken: Taken, options: EndOptions): Promise<EndedCapture> {
  const { before, guarded, missing } = taken;
  const seen = await lookAgain(taken, options);
  if ('refused' in seen) return { captured: unknownEnd(seen.refused, taken), changed: [], touched: new Map() };
  const { after, unchecked } = seen;
  const isLate = (path: string): boolean => {
    if (taken.others?.has(path) === true) return true;
    const entry = after.entries.get(path);
    return entry?.kind === 'file' && entry.touchedMs > (options.untilMs ?? Number.POSITIVE_INFINITY);
  };
  const found: Swept =
    guarded === undefined
      ? { ...(await findChanges(before, after, options)), swept: [], refused: [], left: [] }
      : await sweepCapture({ ...taken, guarded }, after, { ...options, isLate });
  const { paths, lost, swept, refused, left } = found;
  const own = paths.filter(({ path }) => !isLate(path));
  const late = paths.filter(({ path }) => isLate(path)).map(({ path }) => ({ path, why: changedLater }));
  const outward = own.filter((change) => leadsOut(change, options.root)).map(({ path }) => path);
  const hidden = guarded === undefined ? [] : [...unchecked, ...hiddenPlaces(before, after)];
  return {
    captured: {
      ...(missing === undefined ? { paths: own, lost: [...lost, ...late] } : { paths: [], lost: [], unknown: missing }),
      ...(outward.length > 0 && { outward }),
      ...(refused.length > 0 && { refused }),
      ...(left.length > 0 && { left }),
      ...(hidden.length > 0 && { unchecked: hidden.slice(0, maxTold).join('; ') }),
    },
    changed: [...paths.map(({ path }) => path), ...swept],
    touched: new Map(
      found.touched.flatMap((path) => {
        const entry = after.entries.get(path);
        return entry?.kind === 'file' ? [[path, entry] as const] : [];
      }),
    ),
  };
}

const maxTold = 5;
const changedLater = 'it was changed after Toolwright had ended, perhaps by somebody else';

/** When nothing was found out. */
export const unknownEnd = (why: string, { guarded }: Pick<Taken, 'guarded'>): Captured => ({
  paths: [],
  lost: [],
  unknown: why,
  ...(guarded !== undefined && { unchecked: why }),
});

interface Seen {
  readonly after: Scan;
  /** Where protected paths may lie that were not looked at, and why. */
  readonly unchecked: readonly string[];
}

/** How often folders are opened to find more of them in there. */
const rounds = 10;

/** The workspace after a command. One that is guarded hides nothing by closing folders or by making too much. */
async function lookAgain(
  { scope, before, guarded, missing }: Taken,
  { root, mode, own }: LookOptions,
): Promise<Seen | { readonly refused: string }> {
  const options = { root, mode, own, known: before.entries };
  const scan = (): Promise<ScanEnd> => (missing === undefined ? scanScope(scope, options) : scanShielded(options));
  let after = await scan();
  if ('refused' in after) return after;
  if (guarded === undefined) return { after, unchecked: [] };
  for (let round = 0; round < rounds; round += 1) {
    const closed = [...after.blind.keys()].filter((path) => !before.blind.has(path));
    if (openClosed(closed, { root, mode }) === 0) break;
    const again = await scan();
    if ('refused' in again) return again;
    after = again;
  }
  if (after.more === 0) return { after, unchecked: [] };
  if (missing !== undefined) return { after, unchecked: [tooMany(after)] };
  const shielded = await scanShielded(options);
  if ('refused' in shielded) return { after, unchecked: [shielded.refused] };
  const unchecked = shielded.more === 0 ? [] : [tooMany(shielded)];
  return { after: { ...mergeScans(after, shielded), more: after.more }, unchecked };
}

const tooMany = ({ more }: Scan): string => `${more} more protected paths were made than are kept track of`;

/** What could be looked into only before, or only after, what cannot be named, and what another file system hides. */
function hiddenPlaces(before: Before, after: Scan): readonly string[] {
  const told = new Map([
    ...[...after.blind].filter(([path, why]) => !before.blind.has(path) || !why.startsWith('it cannot be')),
    ...[...before.blind].filter(([path]) => !after.blind.has(path)),
    ...[...after.entries].flatMap(([path, entry]) =>
      isUnnamed(entry) && !before.entries.has(path) ? [[path, 'its name is not UTF-8'] as const] : [],
    ),
  ]);
  return Array.from(told, ([path, why]) => `${path}: ${why}`);
}

/** Whether a change left a link out of the workspace: programs that are not confined would follow it later. */
function leadsOut({ path, after }: PathChange, root: string): boolean {
  if (after.kind !== 'link') return false;
  const real = realPath(absoluteIn(root, path));
  // Where it leads nothing may be yet.
  return real === undefined ? targetOf(path, after.target, root) === undefined : !isBeneath(real, root);
}
