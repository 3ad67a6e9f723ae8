import { plural } from '../../base/text.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import { type Cursor, patchError } from './patch-cursor.js';

/** Some lines of a file and what becomes of them. */
export interface Hunk {
  /** Its line in the patch, from 1. */
  readonly line: number;
  /** Which of its file it is, from 1. */
  readonly number: number;
  /** The first of its lines in the old file, from 1; without old lines, the one before it. */
  readonly oldStart: number;
  readonly lines: readonly HunkLine[];
}

export interface HunkLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
  /** The file ends with it, without a line end. */
  readonly last?: true;
}

const header = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/** The hunks of one file. */
export function parseHunks(cursor: Cursor, path: string): readonly Hunk[] | ToolFailure {
  const hunks: Hunk[] = [];
  while (cursor.lines[cursor.at]?.startsWith('@@') === true) {
    const hunk = parseHunk(cursor, { path, number: hunks.length + 1 });
    if (isFailure(hunk)) return hunk;
    hunks.push(hunk);
  }
  return hunks;
}

interface Which {
  readonly path: string;
  readonly number: number;
}

function parseHunk(cursor: Cursor, which: Which): Hunk | ToolFailure {
  const line = cursor.at + 1;
  const found = header.exec(cursor.lines[cursor.at] ?? '');
  if (found === null)
    return patchError(line, `hunk ${which.number} of ${which.path} has no line numbers: write @@ -1,3 +1,4 @@.`);
  const oldStart = Number(found[1]);
  const counts = { old: Number(found[2] ?? 1), fresh: Number(found[4] ?? 1) };
  cursor.at += 1;
  const from = cursor.at;
  const lines: HunkLine[] = [];
  let { old, fresh } = counts;
  for (; old > 0 || fresh > 0 || isMarker(cursor); cursor.at += 1) {
    const text = cursor.lines[cursor.at];
    if (text?.startsWith('\\') === true) {
      const last = lines.pop();
      if (last === undefined) return patchError(cursor.at + 1, 'no line stands before it.');
      lines.push({ ...last, last: true });
      continue;
    }
    const sign = signOf(text);
    if (text === undefined || sign === undefined) return miscounted({ cursor, from, line, counts, which });
    if (sign !== '+') old -= 1;
    if (sign !== '-') fresh -= 1;
    if (old < 0 || fresh < 0) return miscounted({ cursor, from, line, counts, which });
    lines.push({ sign, text: text.startsWith(sign) ? text.slice(1) : text });
  }
  const more = signOf(cursor.lines[cursor.at]);
  if (more !== undefined && cursor.lines[cursor.at] !== '' && !isBoundary(cursor, cursor.at))
    return miscounted({ cursor, from, line, counts, which });
  if (lines.length === 0) return patchError(line, `hunk ${which.number} of ${which.path} is empty.`);
  return { line, number: which.number, oldStart, lines };
}

const isMarker = ({ lines, at }: Cursor): boolean => lines[at]?.startsWith('\\') === true;

/** An empty line is a context line whose space was lost. */
function signOf(text: string | undefined): HunkLine['sign'] | undefined {
  if (text === '' || text === '\r') return ' ';
  const first = text?.[0];
  return first === ' ' || first === '-' || first === '+' ? first : undefined;
}

/** Where the next hunk or file begins. */
function isBoundary({ lines }: Cursor, at: number): boolean {
  const text = lines[at];
  if (text === undefined || text.startsWith('@@') || text.startsWith('diff --git ')) return true;
  return text.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true;
}

interface Miscount {
  readonly cursor: Cursor;
  /** The first line of the hunk. */
  readonly from: number;
  readonly line: number;
  readonly counts: { readonly old: number; readonly fresh: number };
  readonly which: Which;
}

function miscounted({ cursor, from, line, counts, which }: Miscount): ToolFailure {
  let old = 0;
  let fresh = 0;
  let blank = 0;
  let at = from;
  for (; !isBoundary(cursor, at); at += 1) {
    const sign = signOf(cursor.lines[at]);
    if (sign === undefined && cursor.lines[at]?.startsWith('\\') !== true) break;
    // Blank lines at its end may stand between it and what follows.
    blank = cursor.lines[at] === '' ? blank + 1 : 0;
    if (sign !== undefined && sign !== '+') old += 1;
    if (sign !== undefined && sign !== '-') fresh += 1;
  }
  const said = `${plural(counts.old, 'old line')} and ${counts.fresh} new`;
  const odd = isBoundary(cursor, at) ? '' : ` Line ${at + 1} begins with neither a space, "-" nor "+".`;
  return patchError(
    line,
    `hunk ${which.number} of ${which.path} says that it has ${said}, and it has ${old - blank} and ${fresh - blank}.${odd} Correct its @@ line, or its lines.`,
  );
}
