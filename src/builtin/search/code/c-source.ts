/**
 * C as the grammar of C++ reads it, letter for letter at the same places: words that C++ keeps for itself are names, and
 * the parameters that old functions declare behind their brackets stand within them.
 */
export function asCpp(text: string): string {
  const named = text.replaceAll(text.includes('<iso646.h>') ? keptWords : allWords, hideWord);
  return moveParameters(named, hiddenComments(text));
}

/** The names in a text of `asCpp`, as they stand in the program. */
export const asWritten = (text: string): string => text.replaceAll(hiddenWord, (word) => written.get(word) ?? word);

/** Stands for the last letter of a hidden word: a letter that no program has there. */
const hidden = '\ua7ff';
const hideWord = (word: string): string => word.slice(0, -1) + hidden;
const hiddenWord = new RegExp(`\\w+${hidden}`, 'g');

const kept =
  'catch class concept const_cast co_await co_return co_yield decltype delete dynamic_cast explicit export final friend mutable namespace new noexcept operator override private protected public reinterpret_cast requires static_cast template this throw try typeid typename using virtual'.split(
    ' ',
  );
const operators = 'and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq'.split(' ');
const wordsOf = (words: readonly string[]): RegExp => new RegExp(`(?<![\\w$])(?:${words.join('|')})(?![\\w$])`, 'g');
const keptWords = wordsOf(kept);
const allWords = wordsOf([...kept, ...operators]);
const written: ReadonlyMap<string, string> = new Map([...kept, ...operators].map((word) => [hideWord(word), word]));

/** A comment that is not closed goes to the end: so it is looked for once. */
const hiddenComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g, (comment) => comment.replaceAll(/[^\n]/g, ' '));

/** `int add(a, b) int a; char *b; {` becomes `int add(      int a, char *b) {`. */
function moveParameters(text: string, bare: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { index } of bare.matchAll(/;\s*\{/g)) {
    const start = startOfHead(bare, index, done);
    const list = parameterList(bare.slice(start, index + 1));
    if (list === undefined) continue;
    const open = start + list.open + 1;
    const close = start + list.close + 1;
    parts.push(text.slice(done, open), text.slice(open, close).replaceAll(/[^\n]/g, ' '));
    for (let at = close; at < index; at += 1) parts.push(bare[at] === ';' ? ',' : (text[at] ?? ''));
    parts.push(')');
    done = index + 1;
  }
  return parts.join('') + text.slice(done);
}

const inHead = /[\w\s*,[\]();]/;

/** Where what could be the head of a function begins; behind a line for the preprocessor. */
function startOfHead(bare: string, end: number, from: number): number {
  let start = end;
  while (start > from && inHead.test(bare[start - 1] ?? '')) start -= 1;
  if (!'#\\'.includes(bare[start - 1] ?? ' ')) return start;
  const line = bare.indexOf('\n', start);
  return line === -1 || line > end ? end : line;
}

/** The brackets with names alone, where declarations follow them; undefined for any other text. */
function parameterList(head: string): Brackets | undefined {
  for (let from = 0, end = head.indexOf(';'); end !== -1; from = end + 1, end = head.indexOf(';', from)) {
    const found = bracketsOf(head.slice(from, end));
    if (found !== undefined) return { open: from + found.open, close: from + found.close };
  }
  return undefined;
}

interface Brackets {
  readonly open: number;
  readonly close: number;
}

/** In `int add(a, b) int a`. */
function bracketsOf(part: string): Brackets | undefined {
  const open = part.indexOf('(');
  const close = part.indexOf(')', open);
  if (open === -1 || close === -1) return undefined;
  const before = part.slice(0, open).trimEnd().slice(-20);
  const names = part.slice(open + 1, close).split(',');
  const isDeclared = /^[A-Za-z_]/.test(part.slice(close + 1).trimStart());
  const isHead = /\w$/.test(before) && !statement.test(before);
  return isHead && isDeclared && names.every((name) => /^[A-Za-z_]\w*$/.test(name.trim()))
    ? { open, close }
    : undefined;
}

const statement = /\b(?:else|for|if|return|switch|while)$/;
