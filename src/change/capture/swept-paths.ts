import { isBeneath } from '../../base/is-beneath.js';
import type { PathChange } from '../../tool/version.js';
import { outerFolders } from './outer-folders.js';
import type { Shield } from './shield.js';

/** Of what a command changed: what is to be put back, and what has to go with it. In the order given, folders first. */
export function chooseSwept(paths: readonly PathChange[], shield: Shield): readonly PathChange[] {
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
