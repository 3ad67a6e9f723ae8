import { parseAnsiC } from './ansi-c.js';
import { type Atom, addPart, addQuoted } from './atom.js';
import { type Cursor, createInnerCursor, fail, failed, nested, peek, takeRun, within } from './cursor.js';
import { readWholeScript } from './whole-script.js';

/**
 * Where an expansion stands: by itself, between double quotes, in what follows the operator of a `${ … }` between double
 * quotes, in arithmetic or a subscript (which bash reads as if between double quotes), or in a here-document.
 */
export type Quoting = 'none' | 'double' | 'operand' | 'arithmetic' | 'here';

/** Reads an expansion at `$`. */
export type ReadDollar = (cursor: Cursor, atoms: Atom[], quoting: Quoting) => void;

/** `'…'`, with the cursor at the quote. */
export function readSingle(cursor: Cursor, atoms: Atom[]): void {
  const close = findSingle(cursor);
  if (close === undefined) return;
  addQuoted(atoms, cursor.text.slice(cursor.at + 1, close));
  cursor.at = close + 1;
}

/** Where the single quote at the cursor is closed. */
export function findSingle(cursor: Cursor): number | undefined {
  const close = cursor.text.indexOf("'", cursor.at + 1);
  if (close >= 0 && close < cursor.end) return close;
  fail(cursor, 'a single quote is not closed');
  return undefined;
}

/** `$'…'`, with the cursor at the quote. */
export function readAnsiC(cursor: Cursor, atoms: Atom[]): void {
  const start = cursor.at + 1;
  ansiCBody.lastIndex = start;
  const body = ansiCBody.exec(cursor.text)?.[0] ?? '';
  const close = start + body.length;
  if (close >= cursor.end || cursor.text[close] !== "'") {
    fail(cursor, "a quote $' is not closed");
    return;
  }
  const text = parseAnsiC(body);
  if (text === undefined) fail(cursor, `$'${body}' makes bytes that are no text`);
  addQuoted(atoms, text ?? '');
  cursor.at = close + 1;
}

const ansiCBody = /(?:[^'\\]|\\[\s\S])*/y;

/** `"…"`, with the cursor at the quote. */
export function readDouble(cursor: Cursor, atoms: Atom[], readDollar: ReadDollar): void {
  cursor.at += 1;
  const before = atoms[atoms.length - 1];
  nested(cursor, () =>
    within(cursor, { place: { quoted: true } }, () =>
      readQuotedRun(cursor, atoms, { closing: '"', quoting: 'double', readDollar }),
    ),
  );
  if (peek(cursor) === '') fail(cursor, 'a double quote is not closed');
  if (atoms[atoms.length - 1] === before) addQuoted(atoms, '');
  cursor.at += 1;
}

interface QuotedRun {
  /** Left unread; without it, reads to the end. */
  readonly closing: '"' | '';
  readonly quoting: Quoting;
  readonly readDollar: ReadDollar;
}

const doubleRun = /[^"\\$`]+/y;
const openRun = /[^\\$`]+/y;

/** Text in which only `$`, backticks and some escapes mean something. */
export function readQuotedRun(cursor: Cursor, atoms: Atom[], { closing, quoting, readDollar }: QuotedRun): void {
  const escaped = closing === '"' ? '$`"\\' : '$`\\';
  for (;;) {
    const next = peek(cursor);
    if (next === '' || next === closing) return;
    if (next === '$') readDollar(cursor, atoms, quoting);
    else if (next === '`') readBackticks(cursor, atoms, quoting);
    else if (next === '\\') readQuotedEscape(cursor, atoms, escaped);
    else addQuoted(atoms, takeRun(cursor, closing === '"' ? doubleRun : openRun));
  }
}

/** A backslash between double quotes: it stays, unless it stands before one of those it escapes. */
export function readQuotedEscape(cursor: Cursor, atoms: Atom[], escaped: string): void {
  const character = cursor.at + 1 < cursor.end ? (cursor.text[cursor.at + 1] as string) : '';
  // Bash may expand a subscript once more, when the escape is gone.
  if (cursor.place.arithmetic !== '' && (character === '$' || character === '`')) {
    fail(cursor, `\`\\${character}\` in arithmetic cannot be read`);
  }
  addQuoted(atoms, character !== '' && escaped.includes(character) ? character : `\\${character}`);
  cursor.at += 1 + character.length;
}

/** `` `…` ``, with the cursor at the first one. What is within is a script once its escapes are undone. */
export function readBackticks(cursor: Cursor, atoms: Atom[], quoting: Quoting): void {
  const start = cursor.at;
  backtickBody.lastIndex = start + 1;
  const body = backtickBody.exec(cursor.text)?.[0] ?? '';
  const close = start + 1 + body.length;
  if (close >= cursor.end || cursor.text[close] !== '`') {
    fail(cursor, 'a backtick is not closed');
    return;
  }
  if (body.includes('\\"') && quoting !== 'none' && quoting !== 'double') {
    fail(cursor, 'an escaped quote between backticks cannot be read here');
  }
  const text = body.replaceAll(quoting === 'double' ? doubleBacktickEscape : backtickEscape, '$1');
  const inner = createInnerCursor(cursor, text, start);
  const script = nested(cursor, () => readWholeScript(inner));
  if (!failed(cursor)) cursor.at = close + 1;
  const steady = quoting === 'none' || !body.includes('"');
  addPart(atoms, { type: 'command', body: script, quoted: quoting !== 'none', text }, steady);
}

const backtickBody = /(?:[^`\\]|\\[\s\S])*/y;
const backtickEscape = /\\(?:([$`\\])|\n)/g;
const doubleBacktickEscape = /\\(?:([$`\\"])|\n)/g;
