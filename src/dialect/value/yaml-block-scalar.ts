/** What the mark of a block says: `|` keeps line breaks, `>` folds them. */
export interface BlockHeader {
  readonly folded: boolean;
  /** What becomes of the line breaks at its end; one of them stays by default. */
  readonly end: 'one' | 'none' | 'all';
  /** By how much it is indented more than its parent, where that is said. */
  readonly indent: number | undefined;
}

export function blockHeader(text: string): BlockHeader | undefined {
  const form = /^([|>])(?:([+-])([1-9])?|([1-9])([+-])?)?\s*(?:\s#.*)?$/.exec(text);
  if (form === null) return undefined;
  const sign = form[2] ?? form[5];
  const digit = form[3] ?? form[4];
  return {
    folded: form[1] === '>',
    end: sign === '-' ? 'none' : sign === '+' ? 'all' : 'one',
    indent: digit === undefined ? undefined : Number(digit),
  };
}

export interface BlockLine {
  readonly indent: number;
  /** Without its indent. */
  readonly text: string;
}

/** The text of a block whose lines are indented by so much. */
export function renderBlock(lines: readonly BlockLine[], indent: number, { folded, end }: BlockHeader): string {
  const texts = lines.map((line) =>
    line.indent > indent || line.text !== '' ? ' '.repeat(Math.max(0, line.indent - indent)) + line.text : '',
  );
  let last = texts.length;
  // A line of more blanks than the indent has is text, also at the end.
  while (last > 0 && texts[last - 1] === '') last -= 1;
  const body = texts.slice(0, last);
  const text = folded ? foldLines(body) : body.join('\n');
  const breaks = texts.length - last;
  if (end === 'none') return text;
  if (end === 'one') return text === '' ? '' : `${text}\n`;
  return body.length === 0 ? '\n'.repeat(breaks) : `${text}${'\n'.repeat(breaks + 1)}`;
}

/** Lines become one, but for empty lines and those that are indented more. */
function foldLines(lines: readonly string[]): string {
  let out = '';
  let breaks = 0;
  let before: string | undefined;
  for (const line of lines) {
    if (line === '') {
      breaks += 1;
      continue;
    }
    if (before === undefined) out += '\n'.repeat(breaks);
    else if (isDeeper(line) || isDeeper(before)) out += '\n'.repeat(breaks + 1);
    else out += breaks === 0 ? ' ' : '\n'.repeat(breaks);
    out += line;
    before = line;
    breaks = 0;
  }
  return out;
}

const isDeeper = (line: string): boolean => line.startsWith(' ') || line.startsWith('\t');
