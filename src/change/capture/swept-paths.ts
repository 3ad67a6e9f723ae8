import { isBeneath } from '../../base/is-beneath.js';
import type { PathChange } from '../../tool/version.js';
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
  const occupied = foldersOf(paths.filter((change) => change.after.kind !== 'absent' && !chosen.has(change)));
  return paths.filter((change) => chosen.has(change) && !(isMadeFolder(change) && occupied.has(change.path)));
}

/** Folders that led to it and are none any more. */
function lostWays({ path }: PathChange, byPath: ReadonlyMap<string, PathChange>): readonly PathChange[] {
  const ways: PathChange[] = [];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const way = byPath.get(path.slice(0, at));
    if (way !== undefined && way.before.kind === 'folder' && way.after.kind !== 'folder') ways.push(way);
  }
  return ways;
}

/** A folder where something else was: it has to be empty to give way. */
const isInTheWay = ({ before, after }: PathChange): boolean =>
  after.kind === 'folder' && before.kind !== 'folder' && before.kind !== 'absent';

const isMadeFolder = ({ before, after }: PathChange): boolean => before.kind === 'absent' && after.kind === 'folder';

/** The folders that these lie in: they stay when something in them does. */
function foldersOf(paths: readonly PathChange[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path } of paths)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at));
  return folders;
}
