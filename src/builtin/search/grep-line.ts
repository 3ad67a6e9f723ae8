export interface FoundLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** False for a line of context. */
  readonly match: boolean;
}

const form = /^([^\0]+)\0(\d+)([:-])(.*)$/s;

/** Reads a line that ripgrep printed with `--null --line-number`; undefined for what stands between groups. */
export function parseLine(record: string): FoundLine | undefined {
  const [, path, line, sign, text] = form.exec(record) ?? [];
  if (path === undefined || text === undefined) return undefined;
  return { path, line: Number(line), text: text.replace(/\r$/, ''), match: sign === ':' };
}
