import { safeText } from '../safe-text.js';
import type { Style } from '../view/style.js';

/** The lines of a diff, coloured, every hidden character as an escape. */
export function renderDiffLines(
  diff: string,
  { style, max = Number.POSITIVE_INFINITY }: { readonly style: Style; readonly max?: number },
): readonly string[] {
  const lines = safeText(diff.replace(/\n$/, ''), { strict: true }).split('\n');
  const shown = lines.slice(0, max).map((line) => colour(line, style));
  return lines.length <= max ? shown : [...shown, style.yellow(`… ${lines.length - max} more lines`)];
}

function colour(line: string, style: Style): string {
  if (line.startsWith('+++') || line.startsWith('---')) return style.dim(line);
  if (line.startsWith('+')) return style.green(line);
  if (line.startsWith('-')) return style.red(line);
  return line.startsWith('@@') ? style.cyan(line) : line;
}
