import { safeLine } from '../safe-text.js';
import type { Style } from '../view/style.js';

const width = 76;

/** The line of a text that holds a place, cut to fit, with a mark below it. */
export function markPlace(text: string, place: number, style: Style): string {
  const at = Math.max(0, Math.min(place, text.length));
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  const newline = text.indexOf('\n', at);
  const line = text.slice(start, newline === -1 ? text.length : newline);
  const column = at - start;
  const from = Math.max(0, column - Math.floor(width / 2));
  const lead = from > 0 ? '…' : '';
  const shown = line.slice(from, from + width);
  const left = lead + safeLine(line.slice(from, column));
  const row = before.split('\n').length;
  return [
    `  ${style.dim(`line ${row}, column ${column + 1}`)}`,
    `    ${lead}${safeLine(shown)}${from + width < line.length ? '…' : ''}`,
    `    ${' '.repeat(left.length)}${style.yellow('^')}`,
  ].join('\n');
}
