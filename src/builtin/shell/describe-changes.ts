import { defined } from '../../base/defined.js';
import { cutEnd, plural } from '../../base/text.js';
import type { Captured, RefusedChange } from '../../tool/port.js';
import type { PathChange, Version } from '../../tool/version.js';

const maxLines = 20;
const maxRefusedLines = 10;
/** What the lines may take of the result; the words around them included. */
export const maxChangesChars = 2400;
const changedChars = 800;
const refusedChars = 1200;

export interface DescribedChanges {
  readonly changed?: readonly string[];
  /** What was done to protected paths: put back, or not. */
  readonly protected_paths?: readonly string[];
  readonly undo?: string;
}

/** What a command changed, as short lines; nothing is said when there is nothing to say. */
export function describeChanges(captured: Captured): DescribedChanges {
  const changed = changedLines(captured);
  const shielded = protectedLines(captured);
  const undo = undoNote(captured);
  return {
    ...(changed.length > 0 && { changed: bounded(changed, { lines: maxLines, chars: changedChars }) }),
    ...(shielded.length > 0 && { protected_paths: bounded(shielded, { lines: maxRefusedLines, chars: refusedChars }) }),
    ...defined({ undo }),
  };
}

function changedLines({ paths, outward = [] }: Captured): readonly string[] {
  const moves = findMoves(paths);
  const sources = new Set(moves.values());
  const out = new Set(outward);
  // Of a folder that is made or removed, what is in it tells enough; an empty one is told itself.
  const told = paths.filter((change, index) => !sources.has(change) && !isCoveredFolder(change, paths[index + 1]));
  return told.map((change) => {
    const source = moves.get(change);
    if (source !== undefined) return `R ${shownPath(source.path)} -> ${shownPath(change.path)}`;
    const line = `${letterOf(change)} ${shownPath(change.path)}`;
    return out.has(change.path) && change.after.kind === 'link'
      ? `${line} (link to OUTSIDE: ${shownPath(change.after.target)})`
      : line;
  });
}

function bounded(told: readonly string[], max: { readonly lines: number; readonly chars: number }): readonly string[] {
  const lines: string[] = [];
  let chars = 0;
  for (const line of told) {
    chars += line.length + 3;
    if (lines.length === max.lines || chars > max.chars) break;
    lines.push(line);
  }
  return lines.length === told.length ? lines : [...lines, `… and ${told.length - lines.length} more`];
}

/** Paths stand in order: what is in a folder comes behind it. */
function isCoveredFolder({ path, before, after }: PathChange, next: PathChange | undefined): boolean {
  const isFolder =
    (before.kind === 'folder' && after.kind === 'absent') || (before.kind === 'absent' && after.kind === 'folder');
  return isFolder && next?.path.startsWith(`${path}/`) === true;
}

function letterOf({ before, after }: PathChange): 'A' | 'D' | 'M' {
  if (before.kind === 'absent') return 'A';
  return after.kind === 'absent' ? 'D' : 'M';
}

/** What is not as it should be comes first. */
const protectedLines = ({ refused = [], left = [], unchecked }: Captured): readonly string[] => [
  ...left.map(({ path, why }) => `${shownPath(path)}: NOT put back: ${cutEnd(shownPath(why), 100)}`),
  ...(unchecked === undefined ? [] : [`not checked: ${shownPath(unchecked)}`]),
  ...refused.map(refusedLine),
];

function refusedLine({ path, fact, blob }: RefusedChange): string {
  const kept = blob === undefined ? '' : `, kept as ${blob}`;
  return `${fact.kind === 'delete' ? 'deleted' : 'wrote'} ${shownPath(path)}: put back${kept}`;
}

function undoNote({ lost, unknown }: Captured): string | undefined {
  if (unknown !== undefined) return `what it changed cannot be undone: ${cutEnd(unknown, 200)}`;
  const [first] = lost;
  if (first === undefined) return undefined;
  const others = lost.length === 1 ? '' : `, nor ${plural(lost.length - 1, 'other change')}`;
  return `its change of ${shownPath(first.path)} cannot be undone: ${cutEnd(first.why, 100)}${others}`;
}

const maxPathChars = 200;

/** On one line, whatever a file is called. */
function shownPath(path: string): string {
  const text = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(path) ? escaped(path) : path;
  return text.length <= maxPathChars ? text : `${cutEnd(text, maxPathChars)}…`;
}

const escaped = (path: string): string =>
  path.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/gu, (character) =>
    character === '\\' ? '\\\\' : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );

/** Files that were moved: by the change that made one, the change that took it away. Only where no other can be meant. */
function findMoves(paths: readonly PathChange[]): ReadonlyMap<PathChange, PathChange> {
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
