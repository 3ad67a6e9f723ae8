import { fail, type ToolFailure } from '../../tool/outcome.js';
import { sameVersion } from '../../tool/version.js';
import type { PathWrite } from '../path-write.js';

/** One write a path: a folder that several need is made once, and of changes that follow each other the net effect counts. */
export function mergeWrites(
  writes: readonly PathWrite[],
): { readonly writes: readonly PathWrite[] } | { readonly failure: ToolFailure } {
  const byPath = new Map<string, PathWrite>();
  for (const write of writes) {
    const first = byPath.get(write.at);
    const net = first === undefined ? write : merged(first, write);
    if (net === undefined) return { failure: twice(write.path) };
    byPath.set(write.at, net);
  }
  return { writes: byPath.size === writes.length ? writes : [...byPath.values()] };
}

function merged(first: PathWrite, second: PathWrite): PathWrite | undefined {
  if (first.after.kind === 'folder' && second.after.kind === 'folder' && sameVersion(first.before, second.before))
    return first;
  const follows = sameVersion(first.after, second.before);
  if (!follows || first.tree !== undefined || second.tree !== undefined) return undefined;
  return { ...second, before: first.before };
}

const twice = (path: string): ToolFailure =>
  fail(
    'validation_failed',
    `${path} is changed twice in one batch, from the same state. Nothing was changed; make one change of it.`,
  );
