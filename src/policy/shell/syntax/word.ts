import type { WordNode } from './ast.js';
import { type Atom, addPart, addPlain, addQuoted, bareText } from './atom.js';
import { braceParts } from './brace.js';
import { type Cursor, countNodes, fail, isNext, peek, take, takeRun } from './cursor.js';
import { readDollar, readSubstitution } from './expansion.js';
import { readBackticks, readDouble, readSingle } from './quote.js';
import { type PartOptions, wordParts } from './word-parts.js';

export interface WordOptions extends PartOptions {
  readonly braces: boolean;
  /** Parentheses belong to the word: those of a regular expression, or of `@(…)` and its like in `[[ … ]]`. */
  readonly parentheses?: 'regex' | 'extglob';
}

/** A word of a command: everything is looked for. */
export const commandWord: WordOptions = { braces: true, tildes: 'word', globs: true };

/** A word that stays one, and is no pattern for file names: the value of an assignment, say. */
export const valueWord: WordOptions = { braces: false, tildes: 'value', globs: false };

export interface ReadWord {
  readonly node: WordNode;
  readonly atoms: readonly Atom[];
  /** Its text when nothing in it is quoted or expanded. */
  readonly bare: string | undefined;
}

/** The word at the cursor; undefined when none begins there. */
export function readWord(cursor: Cursor, options: WordOptions): ReadWord | undefined {
  const atoms: Atom[] = [];
  peek(cursor);
  const start = cursor.at;
  const end = readAtoms(cursor, atoms, options);
  if (end === start) return undefined;
  return { node: wordNode(cursor, atoms, options, { start, end }), atoms, bare: bareText(atoms) };
}

export function wordNode(
  cursor: Cursor,
  atoms: readonly Atom[],
  options: WordOptions,
  { start, end }: { readonly start: number; readonly end: number },
): WordNode {
  const expanded = options.braces ? braceParts(cursor, atoms, cursor.text.slice(start, end)) : undefined;
  const parts = expanded ?? wordParts(atoms, options);
  countNodes(cursor, parts.length + 1);
  return { parts, start, end };
}

// Blanks are space and tab only: a carriage return or any other space is part of a word.
const plainRun = /[^ \t\n;&|<>()\\'"`$]+/y;

/** Reads the atoms of a word; answers where its last one ends. */
export function readAtoms(cursor: Cursor, atoms: Atom[], { parentheses }: Pick<WordOptions, 'parentheses'>): number {
  let end = cursor.at;
  for (;;) {
    const next = peek(cursor);
    if (next === '' || ' \t\n;&)'.includes(next)) return end;
    if (next === '|') {
      if (parentheses !== 'regex') return end;
      addPlain(atoms, next);
      cursor.at += 1;
    } else if (next === '(') {
      if (!opensGroup(atoms, parentheses)) return end;
      readGroup(cursor, atoms);
    } else if (next === '<' || next === '>') {
      if (!isNext(cursor, `${next}(`)) return end;
      cursor.at += 1;
      peek(cursor);
      addPart(atoms, { type: 'process', direction: next, body: readSubstitution(cursor) });
    } else readAtom(cursor, atoms, next);
    end = cursor.at;
  }
}

function readAtom(cursor: Cursor, atoms: Atom[], next: string): void {
  if (next === "'") readSingle(cursor, atoms);
  else if (next === '"') readDouble(cursor, atoms, readDollar);
  else if (next === '`') readBackticks(cursor, atoms, 'none');
  else if (next === '$') readDollar(cursor, atoms, 'none');
  else if (next === '\\') readEscape(cursor, atoms);
  else addPlain(atoms, takeRun(cursor, plainRun));
}

function readEscape(cursor: Cursor, atoms: Atom[]): void {
  const point = cursor.at + 1 < cursor.end ? cursor.text.codePointAt(cursor.at + 1) : undefined;
  if (point === undefined) {
    fail(cursor, 'the text ends in a backslash');
    return;
  }
  const character = String.fromCodePoint(point);
  addQuoted(atoms, character);
  cursor.at += 1 + character.length;
}

function opensGroup(atoms: readonly Atom[], parentheses: WordOptions['parentheses']): boolean {
  if (parentheses !== 'extglob') return parentheses === 'regex';
  const last = atoms[atoms.length - 1];
  return last?.type === 'plain' && /[?*+@!]$/.test(last.text);
}

const groupRun = /[^()\\'"`$]+/y;

/** Parentheses within a word, which bash finds by counting, blanks and all. */
function readGroup(cursor: Cursor, atoms: Atom[]): void {
  const start = cursor.at;
  let depth = 0;
  do {
    const next = peek(cursor);
    if (next === '') {
      fail(cursor, 'a `(` is not closed', start);
      return;
    }
    if (next === '$') readGroupExpansion(cursor, atoms);
    else if (next === '(' || next === ')') {
      depth += next === '(' ? 1 : -1;
      addPart(atoms, { type: 'glob', text: next });
      take(cursor, next);
    } else if ('\'"`\\'.includes(next)) readAtom(cursor, atoms, next);
    else addPlain(atoms, takeRun(cursor, groupRun));
  } while (depth > 0);
}

/** Bash counts parentheses and quotes here even within expansions: only those without any are read. */
function readGroupExpansion(cursor: Cursor, atoms: Atom[]): void {
  const start = cursor.at;
  readDollar(cursor, atoms, 'none');
  if (/[()'"`\\[]/.test(cursor.text.slice(start, cursor.at)))
    fail(cursor, 'an expansion between parentheses cannot be read', start);
}
