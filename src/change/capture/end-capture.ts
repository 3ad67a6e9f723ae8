import type { Captured } from '../../tool/port.js';
import type { FileEntry } from './entry.js';
import { findChanges } from './find-changes.js';
import { hiddenPlaces, lookAgain } from './look-again.js';
import { leadsOut } from './outward-link.js';
import { type Swept, sweepCapture } from './sweep-capture.js';
import type { EndOptions, Taken } from './taken.js';

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
