import { openClosed } from './closed-folders.js';
import { isUnnamed } from './entry.js';
import type { Before } from './find-changes.js';
import { type Scan, type ScanEnd, scanScope } from './scan-scope.js';
import { mergeScans, scanShielded } from './scan-shielded.js';
import type { LookOptions, Taken } from './taken.js';

export interface Seen {
  readonly after: Scan;
  /** Where protected paths may lie that were not looked at, and why. */
  readonly unchecked: readonly string[];
}

/** How often folders are opened to find more of them in there. */
const rounds = 10;

/** The workspace after a command. One that is guarded hides nothing by closing folders or by making too much. */
export async function lookAgain(
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
export function hiddenPlaces(before: Before, after: Scan): readonly string[] {
  const told = new Map([
    ...[...after.blind].filter(([path, why]) => !before.blind.has(path) || !why.startsWith('it cannot be')),
    ...[...before.blind].filter(([path]) => !after.blind.has(path)),
    ...[...after.entries].flatMap(([path, entry]) =>
      isUnnamed(entry) && !before.entries.has(path) ? [[path, 'its name is not UTF-8'] as const] : [],
    ),
  ]);
  return Array.from(told, ([path, why]) => `${path}: ${why}`);
}
