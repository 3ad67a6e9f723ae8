import type { Mask } from '../../../policy/secret/mask.js';

export interface ScreenRow {
  readonly text: string;
  /** It goes on with what stands in the row above. */
  readonly continues: boolean;
}

/**
 * The rows of a screen with the secrets in them masked, also those that go over from one row to the next. There are as many
 * rows as before.
 */
export function maskRows(rows: readonly ScreenRow[], columns: number, mask: Mask): readonly string[] {
  return logicalLines(rows, columns).flatMap((line) => {
    const { text, count } = mask.text(line.join(''));
    if (count === 0) return line;
    return line.map((_, at) => text.slice(at * columns, at === line.length - 1 ? undefined : (at + 1) * columns));
  });
}

/** Rows that are one line of text: a program that breaks its lines itself fills them to the last column. */
function logicalLines(rows: readonly ScreenRow[], columns: number): readonly (readonly string[])[] {
  const lines: string[][] = [];
  let isFull = false;
  for (const { text, continues } of rows) {
    const last = lines.at(-1);
    if (last !== undefined && (continues || isFull)) last.push(text);
    else lines.push([text]);
    isFull = text.length >= columns;
  }
  return lines;
}
