import { createWords } from '../../../../base/words.js';

export interface XargsInput {
  /** What parts the words; undefined for blanks with quotes and backslashes. */
  readonly separator: string | undefined;
  /** One word a line, as `-I` has it. */
  readonly lines: boolean;
}

const maxLength = 65_536;
const maxWords = 1000;

/** The words `xargs` makes of its input; undefined when they are too many, or their quotes do not end. */
export function xargsWords(text: string, { separator, lines }: XargsInput): readonly string[] | undefined {
  if (text.length > maxLength) return undefined;
  const words = separator === undefined ? quotedWords(text, lines) : parts(text, separator);
  return words !== undefined && words.length <= maxWords ? words : undefined;
}

function parts(text: string, separator: string): readonly string[] {
  const words = text.split(separator);
  return words.at(-1) === '' ? words.slice(0, -1) : words;
}

function quotedWords(text: string, lines: boolean): readonly string[] | undefined {
  const words = createWords();
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (sign === '\\') {
      at += 1;
      words.add(text[at] ?? '');
    } else if (sign === '"' || sign === "'") {
      const close = text.indexOf(sign, at + 1);
      const inside = text.slice(at + 1, close);
      if (close === -1 || inside.includes('\n')) return undefined;
      words.add(inside);
      at = close;
    } else if (sign === '\n' || (!lines && /[ \t]/.test(sign))) words.end();
    else if (words.isOpen() || !/[ \t]/.test(sign)) words.add(sign);
  }
  words.end();
  return words.list;
}
