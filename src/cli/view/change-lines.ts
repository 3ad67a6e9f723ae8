import { cutEnd, plural } from '../../base/text.js';
import { diffLines, headLines } from './preview-lines.js';
import type { Style } from './style.js';

const maxLines = 16;
const maxWidth = 110;

/** The beginning of a difference nobody was asked about, below the result of its call. */
export function changeLines(
  { diff, left }: { readonly diff: string; readonly left: number },
  style: Style,
): readonly string[] {
  const lines = diff.split('\n').map(cutLine);
  const heads = headLines(lines);
  // The path of a single file stands in the title of the call.
  const one = lines.filter((line, at) => heads.has(at) && line.startsWith('+++ ')).length <= 1;
  const shown = diffLines(lines.join('\n'), style).filter((_, at) => !(one && heads.has(at)));
  const more = shown.length - maxLines + left;
  return [
    ...shown.slice(0, maxLines).map((line) => `    ${line}`),
    ...(more > 0 ? [style.dim(`    … ${plural(more, 'line')} more`)] : []),
  ];
}

/** A line end that shows on every line is told once, and must not be cut away on one. */
function cutLine(line: string): string {
  if (line.length <= maxWidth) return line;
  return `${cutEnd(line, maxWidth)}…${line.endsWith('\r') ? '\r' : ''}`;
}
