import type { WordNode } from './ast.js';
import { type Atom, addQuoted } from './atom.js';
import { type Cursor, fail, peek, takeRun, within } from './cursor.js';
import { findSingle, type ReadDollar, readBackticks, readDouble, readQuotedEscape, readQuotedRun } from './quote.js';
import { wordParts } from './word-parts.js';

interface ArithmeticRun {
  readonly closing: ')' | ']';
  readonly readDollar: ReadDollar;
  /** Bash ends this one at a `#` behind a blank, when it runs it. */
  readonly comments?: boolean;
}

const plainRun = /[^()[\]'"\\$`#<>]+/y;

/**
 * Text up to the bracket that closes it, which is left unread. Bash finds that bracket by counting, with quotes passed
 * over; what is within it then reads as if between double quotes, so that nothing is safe in single ones.
 */
export function readArithmeticRun(
  cursor: Cursor,
  atoms: Atom[],
  { closing, readDollar, comments }: ArithmeticRun,
): void {
  const opening = closing === ')' ? '(' : '[';
  const start = cursor.at;
  let depth = 0;
  for (;;) {
    const next = peek(cursor);
    if (next === '') {
      fail(cursor, `a \`${opening}\` is not closed`, start);
      return;
    }
    if (next === closing && depth === 0) return;
    if (next === '$') readDollar(cursor, atoms, 'arithmetic');
    else if (next === '`') readBackticks(cursor, atoms, 'arithmetic');
    else if (next === '"') readDouble(cursor, atoms, readDollar);
    else if (next === "'") readUnsafeSingle(cursor, atoms, readDollar);
    else if (next === '\\') readQuotedEscape(cursor, atoms, '$`"\\');
    else if ('()[]#<>'.includes(next)) {
      if (next === opening) depth += 1;
      if (next === closing) depth -= 1;
      const before = cursor.at === start ? ' ' : (cursor.text[cursor.at - 1] as string);
      if (next === '#' && comments === true && ' \t\n'.includes(before))
        fail(cursor, '`#` in arithmetic cannot be read');
      addQuoted(atoms, next);
      cursor.at += 1;
    } else addQuoted(atoms, takeRun(cursor, plainRun));
  }
}

/** Single quotes that keep their text together but do not keep it from being expanded. */
export function readUnsafeSingle(cursor: Cursor, atoms: Atom[], readDollar: ReadDollar): void {
  const close = findSingle(cursor);
  if (close === undefined) return;
  addQuoted(atoms, "'");
  cursor.at += 1;
  within(cursor, { end: close }, () =>
    readQuotedRun(cursor, atoms, { closing: '', quoting: 'arithmetic', readDollar }),
  );
  addQuoted(atoms, "'");
  cursor.at += 1;
}

/** A word of text that was read as if between double quotes. */
export function quotedWord(atoms: readonly Atom[], start: number, end: number): WordNode {
  return { parts: wordParts(atoms, { tildes: 'none', globs: false }), start, end };
}

/** The words within that are expanded: none when there is only text. */
export function expandedWords(word: WordNode): readonly WordNode[] {
  return word.parts.every(({ type }) => type === 'text') ? [] : [word];
}
