import { cutEnd, plural } from '../../base/text.js';
import type { Captured } from '../../tool/port.js';
import type { PathChange } from '../../tool/version.js';

const maxLines = 20;
/** What the lines may take of the result; the words around them included. */
export const maxChangesChars = 1200;

/** What a command changed, as short lines; nothing is said when there is nothing to say. */
export function describeChanges(captured: Captured): {
  readonly changed?: readonly string[];
  readonly undo?: string;
} {
  const { paths } = captured;
  const undo = undoNote(captured);
  return {
    ...(paths.length > 0 && { changed: boundedLines(paths) }),
    ...(undo !== undefined && { undo }),
  };
}

function boundedLines(paths: readonly PathChange[]): readonly string[] {
  // Of a folder that is made or removed, what is in it tells enough; an empty one is told itself.
  const told = paths.filter((change, index) => !isCoveredFolder(change, paths[index + 1]));
  const lines: string[] = [];
  let chars = 0;
  for (const change of told) {
    const line = `${letterOf(change)} ${shownPath(change.path)}`;
    chars += line.length + 3;
    if (lines.length === maxLines || chars > maxChangesChars - 400) break;
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
