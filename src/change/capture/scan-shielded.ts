import { isShielded, isUnshielded } from '../../policy/path/shielded-path.js';
import type { Entry } from './entry.js';
import { type Scan, type ScanEnd, type ScanOptions, scanScope } from './scan-scope.js';
import { targetOf } from './shield.js';

/** Looks at protected paths alone, and at what links among them lead to: for workspaces that are too large to be captured. */
export async function scanShielded(options: ScanOptions): Promise<ScanEnd> {
  const found = await scanScope({ kind: 'whole' }, { ...options, only: shieldedNames });
  if ('refused' in found) return found;
  const paths = targetsOf(options.known ?? found.entries, options.root);
  if (paths.length === 0) return found;
  const behind = await scanScope({ kind: 'paths', paths }, options);
  if ('refused' in behind) return { ...found, blind: new Map([...found.blind, ...paths.map(hidden)]) };
  return mergeScans(found, behind);
}

const shieldedNames = { counts: (path: string) => isShielded(path, []), enters: (path: string) => !isUnshielded(path) };

const hidden = (path: string): readonly [string, string] => [path, 'a link leads there, and it is too large'];

function targetsOf(entries: ReadonlyMap<string, Entry>, root: string): readonly string[] {
  const targets = new Set<string>();
  for (const [path, entry] of entries) {
    const target = entry.kind === 'link' && isShielded(path, []) ? targetOf(path, entry.target, root) : undefined;
    if (target !== undefined && target !== '.') targets.add(target);
  }
  return [...targets];
}

export const mergeScans = (one: Scan, other: Scan): Scan => ({
  entries: new Map([...one.entries, ...other.entries]),
  blind: new Map([...one.blind, ...other.blind]),
  more: one.more + other.more,
});
