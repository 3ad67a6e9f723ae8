import { expandedWords, quotedWord, readArithmeticRun } from './arithmetic.js';
import type { ListNode, WordPart } from './ast.js';
import { type Atom, addPart, addPlain, addQuoted } from './atom.js';
import {
  type Cursor,
  countNodes,
  fail,
  failed,
  isNext,
  nested,
  peek,
  skipBlanks,
  take,
  takeRun,
  within,
} from './cursor.js';
import { readBraceParameter } from './parameter.js';
import { type Quoting, readAnsiC, readDouble } from './quote.js';
import { readWholeScript } from './whole-script.js';

const name = /[A-Za-z_][A-Za-z0-9_]*/y;

/** What begins with `$`: an expansion, a quote, or only the character. */
export function readDollar(cursor: Cursor, atoms: Atom[], quoting: Quoting): void {
  const start = cursor.at;
  countNodes(cursor);
  cursor.at += 1;
  const next = peek(cursor);
  if (next === '(') {
    if (isNext(cursor, '((')) nested(cursor, () => readDoubleParen(cursor, atoms, quoting));
    else addPart(atoms, { type: 'command', body: readSubstitution(cursor), quoted: quoting !== 'none' });
  } else if (next === '{') nested(cursor, () => readBraceParameter(cursor, atoms, { quoting, start, readDollar }));
  else if (next === '[') readBracket(cursor, atoms);
  else if (next === "'" || next === '"') readDollarQuote(cursor, atoms, quoting);
  else if (next !== '' && '@*#?-$!0123456789'.includes(next)) {
    cursor.at += 1;
    addPart(atoms, plainParameter(next, quoting));
  } else if (/[A-Za-z_]/.test(next)) {
    atoms.push({
      type: 'part',
      part: plainParameter(readName(cursor), quoting),
      steady: true,
      open: quoting === 'none',
    });
  } else if (quoting === 'none') addPlain(atoms, '$');
  else addQuoted(atoms, '$');
}

const plainParameter = (text: string, quoting: Quoting): WordPart => ({
  type: 'parameter',
  name: text,
  operator: '',
  inner: [],
  quoted: quoting !== 'none',
  prefix: '',
});

/** A name over joined lines: `HO\⏎ME` is one. */
function readName(cursor: Cursor): string {
  let text = takeRun(cursor, name);
  while (/[A-Za-z0-9_]/.test(peek(cursor))) {
    text += cursor.text[cursor.at];
    cursor.at += 1;
  }
  return text;
}

function readDollarQuote(cursor: Cursor, atoms: Atom[], quoting: Quoting): void {
  if (quoting === 'operand' || quoting === 'arithmetic') fail(cursor, 'a quote behind `$` cannot be read here');
  if (quoting !== 'none') addQuoted(atoms, '$');
  else if (peek(cursor) === "'") readAnsiC(cursor, atoms);
  else readDouble(cursor, atoms, readDollar);
}

/** `( … )` of a substitution, with the cursor at the parenthesis. */
export function readSubstitution(cursor: Cursor): ListNode {
  cursor.at += 1;
  const pending = cursor.place.pending || cursor.heredocs.length > 0;
  return nested(cursor, () =>
    within(cursor, { place: { substitution: true, arithmetic: '', inCase: false, pending }, heredocs: [] }, () => {
      skipBlanks(cursor);
      cursor.place = { ...cursor.place, opening: cursor.at };
      const body = cursor.grammar.list(cursor);
      if (cursor.heredocs.length > 0) fail(cursor, 'a here-document has no body');
      if (peek(cursor) !== ')') fail(cursor, 'a substitution is not closed where bash expects it');
      cursor.at += 1;
      return body;
    }),
  );
}

/** `$[ … ]`, with the cursor at the bracket. */
function readBracket(cursor: Cursor, atoms: Atom[]): void {
  if (cursor.place.arithmetic !== '') fail(cursor, '`$[` within arithmetic cannot be read');
  cursor.at += 1;
  const start = cursor.at;
  const inner: Atom[] = [];
  nested(cursor, () =>
    within(cursor, { place: { arithmetic: ']' } }, () =>
      readArithmeticRun(cursor, inner, { closing: ']', readDollar }),
    ),
  );
  const source = cursor.text.slice(start, cursor.at);
  const part = arithmeticPart(inner, source, start);
  cursor.at += 1;
  addPart(atoms, part, !/[{}"'`,]|\.\./.test(source));
}

const arithmeticPart = (atoms: readonly Atom[], source: string, start: number): WordPart => ({
  type: 'arithmetic',
  source: source.replaceAll('\\\n', ''),
  inner: expandedWords(quotedWord(atoms, start, start + source.length)),
});

/**
 * `$((`, with the cursor at the first parenthesis: arithmetic when the second one closes right before the first, else
 * a substitution that begins with a subshell. Bash decides it by counting parentheses, and so must this.
 */
function readDoubleParen(cursor: Cursor, atoms: Atom[], quoting: Quoting): void {
  const open = cursor.at;
  take(cursor, '((');
  const start = cursor.at;
  const inner: Atom[] = [];
  const readRun = (): void =>
    within(cursor, { place: { arithmetic: ')' } }, () =>
      readArithmeticRun(cursor, inner, { closing: ')', readDollar, comments: true }),
    );
  readRun();
  const source = cursor.text.slice(start, cursor.at);
  const closed = take(cursor, ')') && take(cursor, ')');
  if (failed(cursor)) {
    addPart(atoms, arithmeticPart(inner, source, start));
    return;
  }
  if (closed) {
    if (!isBalanced(source)) fail(cursor, 'parentheses in arithmetic cannot be counted');
    addPart(atoms, arithmeticPart(inner, source, start));
    return;
  }
  readRun();
  const end = cursor.at;
  const text = cursor.text.slice(open + 1, end);
  if (/#|<</.test(text) || (text.endsWith(')') && isBalanced(text.slice(1, -1)))) {
    fail(cursor, '`$((` that is no arithmetic cannot be read');
  }
  const { reread } = cursor.place;
  const pending = cursor.place.pending || cursor.heredocs.length > 0;
  if (reread >= 2) fail(cursor, '`((` that is no arithmetic is nested too deep');
  cursor.at = open + 1;
  const body = within(
    cursor,
    {
      end,
      heredocs: [],
      place: { substitution: false, opening: -1, arithmetic: '', inCase: false, pending, reread: reread + 1 },
    },
    () => readWholeScript(cursor),
  );
  if (!failed(cursor)) cursor.at = end + 1;
  addPart(atoms, { type: 'command', body, quoted: quoting !== 'none' });
}

/** How bash counts once more when it runs it: everything but escapes and quotes. */
function isBalanced(source: string): boolean {
  let count = 0;
  for (const [token] of source.matchAll(/[()]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g)) {
    if (token === '(') count += 1;
    if (token === ')') count -= 1;
    if (count < 0) return false;
  }
  return count === 0;
}
