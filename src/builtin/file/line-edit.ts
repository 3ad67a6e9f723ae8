import { splitLines } from '../../change/line-diff.js';

/** Lines `from` to `to` (from 0, the end exclusive) make room for others. */
export interface LineEdit {
  readonly from: number;
  readonly to: number;
  readonly content: string;
}

/** The lines of a text; the byte order mark is none of them. */
export interface TextLines {
  readonly bom: string;
  /** Each with its line end. */
  readonly lines: readonly string[];
}

export function linesOf(text: string): TextLines {
  const bom = text.startsWith('\ufeff') ? '\ufeff' : '';
  return { bom, lines: splitLines(text.slice(bom.length)) };
}

export interface LineEdited {
  readonly text: string;
  /** What was put there, each with its line end. */
  readonly put: readonly string[];
  /** All lines, as they are now. */
  readonly lines: readonly string[];
}

/**
 * Puts lines in the place of others. They take the line end of where they go, and the text ends with one only if it did
 * before: one line end at the end of the content says nothing.
 */
export function editLines({ bom, lines }: TextLines, { from, to, content }: LineEdit): LineEdited {
  if (lines.length === 0) return { text: bom + content, put: splitLines(content), lines: splitLines(content) };
  const ended = /\n$/.test(lines.at(-1) ?? '');
  const end = lineEndAt(lines, from);
  const put = rowsOf(content).map((row) => row + end);
  const before = lines.slice(0, from);
  // What goes behind a last line without an end makes it a line like others.
  const last = before.at(-1);
  if (put.length > 0 && last !== undefined && !last.endsWith('\n')) before[before.length - 1] = last + end;
  const all = [...before, ...put, ...lines.slice(to)];
  if (!ended && all.length > 0) all[all.length - 1] = (all.at(-1) ?? '').replace(/\r?\n$/, '');
  return { text: bom + all.join(''), put, lines: all };
}

function rowsOf(content: string): readonly string[] {
  if (content === '') return [];
  const rows = content.split(/\r?\n/);
  return rows.at(-1) === '' ? rows.slice(0, -1) : rows;
}

/** The line end of the line there; of the line before, where it has none. */
function lineEndAt(lines: readonly string[], at: number): string {
  for (const line of [lines[at], lines[at - 1], lines[0]]) {
    const end = /\r?\n$/.exec(line ?? '')?.[0];
    if (end !== undefined) return end;
  }
  return '\n';
}
