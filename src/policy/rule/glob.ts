import { type Parsed, unparsed } from '../../base/parsed.js';
import { many, takesAll } from '../../base/pieces.js';

/** A pattern without folders, read once: `*`, `?`, `[a-z]`, `[!a-z]` and `\` before a character that is meant as it is. */
export interface Glob {
  /** The whole of it, when it holds no wildcard. */
  readonly literal: string | undefined;
  /** What stands before the first wildcard and behind the last star: a quick no. */
  readonly head: string;
  readonly tail: string;
  /** Nothing but one star between the two. */
  readonly simple: boolean;
  readonly tokens: readonly (Token | typeof many)[];
  /** Capital and small letters count as the same. */
  readonly folds: boolean;
}

type Token =
  | { readonly type: 'text'; readonly char: string }
  | { readonly type: 'one' }
  | { readonly type: 'class'; readonly not: boolean; readonly ranges: readonly (readonly [string, string])[] };

/** With `folds` it is for text that went through `fold`. */
export function parseGlob(pattern: string, { folds }: { readonly folds: boolean }): Parsed<{ glob: Glob }> {
  const chars = [...(folds ? pattern.normalize('NFC') : pattern)];
  const tokens: (Token | typeof many)[] = [];
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? '';
    if (char === '*') {
      if (tokens.at(-1) !== many) tokens.push(many);
    } else if (char === '?') tokens.push({ type: 'one' });
    else if (char === '[') {
      const end = classEnd(chars, at);
      if (end === undefined) return unparsed('a [ is not closed: write \\[ if it is meant as it is');
      tokens.push(readClass(chars.slice(at + 1, end)));
      at = end;
    } else if (char === '\\') {
      at += 1;
      const escaped = chars[at];
      if (escaped === undefined || /[\p{L}\p{N}]/u.test(escaped))
        return unparsed('a \\ only makes the character behind it plain, as in \\*: write / between folders');
      tokens.push({ type: 'text', char: escaped });
    } else if (!folds || isFolded(char)) tokens.push({ type: 'text', char });
    else for (const one of fold(char)) tokens.push({ type: 'text', char: one });
  }
  return { ok: true, glob: { ...edges(tokens), tokens, folds } };
}

/** Text as it is compared where capital letters do not count. */
export function fold(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  // The small sigma has two forms, by where it stands.
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

const isAscii = /^[\0-\x7f]*$/;

/** Most characters are what they would become. */
const isFolded = (char: string): boolean => char < 'A' || (char > 'Z' && char < '\x80');

/** Whether it matches the whole text. At most the product of both lengths. */
export function matchesGlob(glob: Glob, text: string): boolean {
  if (glob.literal !== undefined) return text === glob.literal;
  const { head, tail } = glob;
  if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
  return glob.simple || takesAll(glob.tokens, [...text], (token, char) => takes(token, char, glob.folds));
}

function takes(token: Token, char: string, folds: boolean): boolean {
  if (token.type === 'text') return token.char === char;
  if (token.type !== 'class') return true;
  const variants = folds ? [char, char.toUpperCase()] : [char];
  const isIn = (one: string): boolean => token.ranges.some(([low, high]) => low <= one && one <= high);
  return variants.some(isIn) !== token.not;
}

function classEnd(chars: readonly string[], open: number): number | undefined {
  let at = open + 1;
  if (chars[at] === '!' || chars[at] === '^') at += 1;
  // A ] that comes first is one of the characters.
  const end = chars.indexOf(']', at + 1);
  return end === -1 ? undefined : end;
}

function readClass(inside: readonly string[]): Token {
  const not = inside[0] === '!' || inside[0] === '^';
  const chars = not ? inside.slice(1) : inside;
  const ranges: [string, string][] = [];
  for (let at = 0; at < chars.length; at += 1) {
    const low = chars[at] ?? '';
    const high = chars[at + 1] === '-' ? chars[at + 2] : undefined;
    ranges.push([low, high ?? low]);
    if (high !== undefined) at += 2;
  }
  return { type: 'class', not, ranges };
}

function edges(tokens: Glob['tokens']): Pick<Glob, 'literal' | 'head' | 'tail' | 'simple'> {
  const isText = (token: Glob['tokens'][number]) => token !== many && token.type === 'text';
  const textOf = (part: Glob['tokens']): string =>
    part.map((token) => (token !== many && token.type === 'text' ? token.char : '')).join('');
  const first = tokens.findIndex((token) => !isText(token));
  if (first === -1) return { literal: textOf(tokens), head: '', tail: '', simple: false };
  const last = tokens.findLastIndex((token) => !isText(token));
  const simple = first === last && tokens[first] === many;
  return { literal: undefined, head: textOf(tokens.slice(0, first)), tail: textOf(tokens.slice(last + 1)), simple };
}
