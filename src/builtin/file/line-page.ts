import { cutEnd, plural } from '../../base/text.js';

export interface PageOptions {
  /** The number of the first line. */
  readonly start: number;
  /** The first character of the first line that is wanted, from 1. */
  readonly column: number;
  /** How many lines are wanted. */
  readonly wanted: number;
  /** The most characters, counted as they are written in JSON. */
  readonly room: number;
  readonly numbered: boolean;
  /** The name of the argument that says where to read on. */
  readonly startName: string;
}

export interface Page {
  readonly lines: readonly string[];
  /** How to read on, when something wanted is missing. */
  readonly notice?: string;
}

/** As many whole lines as a result holds; of a first line that is too long, as many characters. */
export function fitPage(all: readonly string[], options: PageOptions): Page {
  const { start, column, wanted, room, numbered, startName } = options;
  const lines = all.map((line, index) => (index === 0 ? line.slice(column - 1) : line));
  let used = 0;
  let count = 0;
  for (const line of lines) {
    used += JSON.stringify(line).length + (numbered ? String(start + count).length + 2 : 0);
    if (used > room) break;
    count += 1;
  }
  if (count === lines.length && count >= wanted) return { lines };
  if (count > 0) return { lines: lines.slice(0, count), notice: `go on with ${startName} ${start + count}` };
  const part = cutEscaped(lines[0] ?? '', Math.max(100, room - 12));
  const next = column + part.length;
  return {
    lines: [part],
    notice: `line ${start} is too long and cut after character ${next - 1}; go on with ${startName} ${start} and column_start ${next}`,
  };
}

/** The first characters, whatever lines they are. */
export function startPage(all: readonly string[], maxChars: number): Page {
  const text = all.join('\n');
  const part = cutEnd(text, maxChars);
  if (part.length === text.length) return { lines: all };
  return { lines: part.split('\n'), notice: `cut after ${plural(part.length, 'character')}` };
}

/** Cuts so that the text written as JSON has at most `max` characters. */
function cutEscaped(line: string, max: number): string {
  let part = cutEnd(line, max);
  while (part.length > 2 && JSON.stringify(part).length > max) part = cutEnd(part, Math.floor(part.length * 0.8));
  return part;
}
