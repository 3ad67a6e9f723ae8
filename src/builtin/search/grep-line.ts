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

/** Hands over records that begin with the name of a file and NUL: a name that holds line feeds is put together again. */
export function wholeRecords(take: (record: string) => boolean): (record: string) => boolean {
  let held = '';
  return (record) => {
    // What stands between groups begins with no name.
    if (held === '' && !record.startsWith('./')) return true;
    if (!record.includes('\0')) {
      held += `${record}\n`;
      return true;
    }
    const whole = held + record;
    held = '';
    return take(whole);
  };
}
