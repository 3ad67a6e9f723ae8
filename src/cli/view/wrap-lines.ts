/**
 * Breaks lines where the terminal would, and begins what follows with `lead`: no text of others ever stands at the left
 * edge. Colour codes, which are ours alone by now, take no room. With `words`, for sentences of ours, behind a space.
 */
export function wrapLines(lines: readonly string[], options: WrapOptions): readonly string[] {
  const width = Math.max(options.width, 20);
  return lines.flatMap((line) =>
    line.length * 2 < width && !line.includes('\t') ? [line] : wrapLine(line, { ...options, width }),
  );
}

interface WrapOptions {
  readonly width: number;
  readonly lead: string;
  readonly words?: boolean;
}

function wrapLine(line: string, { width, lead, words = false }: WrapOptions): readonly string[] {
  const rows: string[] = [];
  let row = '';
  let used = 0;
  const wrap = (): void => {
    rows.push(row);
    row = lead;
    used = lead.length;
  };
  for (const [piece] of line.matchAll(pieces)) {
    if (isPlain(piece)) {
      // As much as fits at once: most of what is shown is this.
      for (let at = 0; at < piece.length; ) {
        if (used >= width) wrap();
        const fitting = piece.slice(at, at + width - used);
        const space = words && at + fitting.length < piece.length ? fitting.lastIndexOf(' ') : -1;
        const some = space >= 0 && used + space > width / 2 ? fitting.slice(0, space + 1) : fitting;
        row += some;
        used = some === fitting ? used + some.length : width;
        at += some.length;
      }
      continue;
    }
    const wide = widthOf(piece, used);
    if (used + wide > width) wrap();
    row += piece;
    used += wide;
  }
  return [...rows, row];
}

// Bounded: for a run of millions of characters the stack of regular expressions is too small, once they are compiled.
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours begin with one
const pieces = /\u001b\[\d+m|[\x20-\x7e]{1,4000}|[\s\S]/gu;

const isPlain = (piece: string): boolean => piece >= ' ' && piece < '\x7f';

function widthOf(piece: string, used: number): number {
  if (piece.startsWith('\u001b')) return 0;
  if (piece === '\t') return 8 - (used % 8);
  if (piece.length === 1 && piece < '\u0300') return 1;
  if (/\p{M}/u.test(piece)) return 0;
  return wide.test(piece) ? 2 : 1;
}

const wide =
  /[\p{Extended_Pictographic}\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;
