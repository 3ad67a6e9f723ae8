import { cutEnd, plural } from '../../base/text.js';
import { splitLines } from '../../change/line-diff.js';

const maxLines = 80;
const maxColumns = 400;

/** The change as one hunk, without the lines both texts begin and end with; of a long one its head and its tail. */
export function renderDiffPreview(path: string, before: string, after: string): string {
  if (before === after) return `No changes: ${path} has exactly this content already.`;
  const a = splitLines(before);
  const b = splitLines(after);
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const removed = a.slice(start, a.length - end);
  const added = b.slice(start, b.length - end);
  const body = [...removed.map((line) => renderLine('-', line)), ...added.map((line) => renderLine('+', line))];
  return [
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -${renderRange(start, removed.length)} +${renderRange(start, added.length)} @@`,
    ...bound(body),
  ].join('\n');
}

function renderLine(sign: string, line: string): string {
  const text = line.replace(/\n$/, '');
  const shown = text.length > maxColumns ? `${cutEnd(text, maxColumns)}[… ${text.length - maxColumns} more …]` : text;
  return `${sign}${shown}${line.endsWith('\n') ? '' : ' [no line end]'}`;
}

const renderRange = (start: number, count: number): string => `${count === 0 ? start : start + 1},${count}`;

function bound(body: readonly string[]): readonly string[] {
  if (body.length <= maxLines) return body;
  const half = maxLines / 2;
  const note = `[… ${plural(body.length - maxLines, 'line')} left out …]`;
  return [...body.slice(0, half), note, ...body.slice(-half)];
}
