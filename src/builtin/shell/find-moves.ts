import type { PathChange, Version } from '../../tool/version.js';

/** Files that were moved: by the change that made one, the change that took it away. Only where no other can be meant. */
export function findMoves(paths: readonly PathChange[]): ReadonlyMap<PathChange, PathChange> {
  const gone = byContent(paths.filter(({ after }) => after.kind === 'absent').map((one) => [one, one.before]));
  const made = byContent(paths.filter(({ before }) => before.kind === 'absent').map((one) => [one, one.after]));
  const moves = new Map<PathChange, PathChange>();
  for (const [hash, targets] of made) {
    const sources = gone.get(hash) ?? [];
    const [source, target] = [sources[0], targets[0]];
    if (source !== undefined && target !== undefined && sources.length + targets.length === 2)
      moves.set(target, source);
  }
  return moves;
}

/** Empty files are all the same, and say nothing. */
function byContent(versions: readonly (readonly [PathChange, Version])[]): ReadonlyMap<string, readonly PathChange[]> {
  const found = new Map<string, PathChange[]>();
  for (const [change, version] of versions) {
    if (version.kind !== 'file' || version.bytes === 0) continue;
    const known = found.get(version.hash);
    if (known === undefined) found.set(version.hash, [change]);
    else known.push(change);
  }
  return found;
}
