import { splitLines } from '../../change/line-diff.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Hunk } from './parse-hunks.js';
import { type PlacedHunk, placeHunks } from './place-hunks.js';

export interface PatchedText {
  readonly text: string;
  /** What was done that the patch does not say. */
  readonly notes: readonly string[];
}

const bom = '\ufeff';

/** The text of a file with all hunks of it applied. What no hunk names stays as it is, byte for byte. */
export function patchText(text: string, hunks: readonly Hunk[], shown: string): PatchedText | ToolFailure {
  const hasBom = text.startsWith(bom) && !hunks.some(({ lines }) => lines[0]?.text.startsWith(bom));
  const lines = splitLines(hasBom ? text.slice(1) : text);
  // A patch without any CR says nothing of line ends: those of the file stay.
  const adapts = text.includes('\r\n') && !hunks.some((hunk) => hunk.lines.some((line) => line.text.endsWith('\r')));
  const compared = adapts ? lines.map((line) => line.replace(/\r\n$/, '\n')) : lines;
  const placed = placeHunks(hunks, compared, shown);
  if (isFailure(placed)) return placed;
  const parts: string[] = [];
  let at = 0;
  for (const one of placed) {
    for (; at < one.at; at += 1) parts.push(lines[at] ?? '');
    const end = changedLines(one, { lines, adapts, parts });
    if (end === undefined) return misplacedEnd(one, shown);
    at = end;
    if (parts.at(-1)?.endsWith('\n') === false && at < lines.length) return misplacedEnd(one, shown);
  }
  for (; at < lines.length; at += 1) parts.push(lines[at] ?? '');
  const patched = (hasBom ? bom : '') + parts.join('');
  return { text: patched, notes: [...movedNotes(placed), ...(adapts ? ['Line ends were kept as CRLF.'] : [])] };
}

interface Within {
  readonly lines: readonly string[];
  readonly adapts: boolean;
  readonly parts: string[];
}

/** Adds the lines a hunk leaves, and answers where the file goes on; undefined when more follows the end of the file. */
function changedLines({ hunk, at: from }: PlacedHunk, { lines, adapts, parts }: Within): number | undefined {
  let at = from;
  /** As the line before it ends, or the nearest that has an end. */
  const lineEnd = (): string => {
    const near = [at > from ? lines[at - 1] : undefined, lines[from], lines[0]];
    return adapts && near.find((line) => line?.endsWith('\n'))?.endsWith('\r\n') === true ? '\r\n' : '\n';
  };
  for (const { sign, text, last } of hunk.lines) {
    if (sign !== '-' && parts.length > 0 && parts.at(-1)?.endsWith('\n') === false) return undefined;
    if (sign === '+') parts.push(last === true ? text : text + lineEnd());
    if (sign === ' ') parts.push(lines[at] ?? '');
    if (sign !== '+') at += 1;
  }
  return at;
}

const misplacedEnd = ({ hunk }: PlacedHunk, shown: string): ToolFailure =>
  fail(
    'parse_error',
    `${shown}, hunk ${hunk.number} (patch line ${hunk.line}): "\\ No newline at end of file" stands behind a line that more lines follow. Nothing was changed: leave it out, or put it behind the last line.`,
  );

function movedNotes(placed: readonly PlacedHunk[]): readonly string[] {
  return placed
    .map(({ hunk, at }) => ({ hunk, offset: at - Math.max(0, hunk.oldStart - 1) }))
    .filter(({ offset }) => offset !== 0)
    .map(
      ({ hunk, offset }) =>
        `Hunk ${hunk.number} was found ${Math.abs(offset)} ${offset > 0 ? 'below' : 'above'} the line it names.`,
    )
    .slice(0, 20);
}
