import { wordsOf } from '../../../base/words.js';
import { expandedWords, quotedWord, readArithmeticRun, readUnsafeSingle } from './arithmetic.js';
import type { WordNode } from './ast.js';
import { type Atom, addPart, addPlain, addQuoted } from './atom.js';
import { isSteady } from './brace-steady.js';
import { type Cursor, fail, isNext, peek, take, takeRun, within } from './cursor.js';
import { type Quoting, type ReadDollar, readBackticks, readDouble, readQuotedEscape, readSingle } from './quote.js';
import { wordParts } from './word-parts.js';

interface ParameterOptions {
  readonly quoting: Quoting;
  /** Where its `$` is. */
  readonly start: number;
  readonly readDollar: ReadDollar;
}

/** `${ … }`, with the cursor at the brace. What is no form we know fails: bash would call most of it a bad substitution. */
export function readBraceParameter(cursor: Cursor, atoms: Atom[], options: ParameterOptions): void {
  const { quoting, start, readDollar } = options;
  cursor.at += 1;
  const prefix = readPrefix(cursor);
  const name = readParameterName(cursor);
  if (name === '') fail(cursor, 'the name in `${` cannot be read');
  const inner: WordNode[] = [];
  let operator = '';
  if (peek(cursor) === '[' && /^[A-Za-z_]/.test(name)) {
    const subscript = readSubscript(cursor, readDollar);
    operator = `[${joined(cursor, subscript)}]`;
    inner.push(...expandedWords(subscript));
  }
  const sign = readOperator(cursor, { prefix, name });
  operator += sign;
  if (peek(cursor) !== '}') {
    if (sign === '' || sign.startsWith('@')) fail(cursor, 'what follows the name in `${` cannot be read');
    const operand = readOperand(cursor, sign, options);
    operator += joined(cursor, operand);
    inner.push(operand);
  }
  if (peek(cursor) !== '}') fail(cursor, '`${` is not closed');
  cursor.at += 1;
  const source = cursor.text.slice(start, cursor.at);
  const steady = quoting === 'none' ? isSteady(source) : !source.includes('"');
  addPart(atoms, { type: 'parameter', name, operator, inner, quoted: quoting !== 'none', prefix }, steady);
}

/** `!` and `#`, unless they are the name themselves. */
function readPrefix(cursor: Cursor): '' | '!' | '#' {
  const next = peek(cursor);
  if (next !== '!' && next !== '#') return '';
  const from = cursor.at;
  cursor.at += 1;
  const after = peek(cursor);
  if (
    /[A-Za-z0-9_]/.test(after) ||
    (next === '!' && after === '#') ||
    (next === '#' && (after === '@' || after === '*'))
  )
    return next;
  cursor.at = from;
  return '';
}

const namePattern = /[A-Za-z_][A-Za-z0-9_]*|[0-9]+/y;

function readParameterName(cursor: Cursor): string {
  const next = peek(cursor);
  if (next !== '' && '@*#?-$!'.includes(next)) {
    cursor.at += 1;
    return next;
  }
  let text = takeRun(cursor, namePattern);
  while (text !== '' && (/^[0-9]/.test(text) ? /[0-9]/ : /[A-Za-z0-9_]/).test(peek(cursor))) {
    text += cursor.text[cursor.at];
    cursor.at += 1;
  }
  return text;
}

/** `[ … ]`, with the cursor at the bracket. */
export function readSubscript(cursor: Cursor, readDollar: ReadDollar): WordNode {
  cursor.at += 1;
  const start = cursor.at;
  const atoms: Atom[] = [];
  const { arithmetic } = cursor.place;
  within(cursor, { place: { arithmetic: ']' } }, () => readArithmeticRun(cursor, atoms, { closing: ']', readDollar }));
  const word = quotedWord(atoms, start, cursor.at);
  const source = cursor.text.slice(start, cursor.at);
  if (/[<>]\(/.test(source) || (arithmetic !== '' && /[()]/.test(source))) fail(cursor, 'a subscript cannot be read');
  if (source === '') fail(cursor, 'a subscript is empty');
  cursor.at += 1;
  return word;
}

const operators = wordsOf(':- := :? :+ - = ? + ## # %% % // / ^^ ^ ,, , :');

function readOperator(cursor: Cursor, { prefix, name }: { prefix: string; name: string }): string {
  const next = peek(cursor);
  if (next === '}' || next === '') return '';
  // Bash itself guesses at what `${#-x}`, `${?-x}` and their like mean.
  if (prefix === '#' || '#?-$!'.includes(name)) return '';
  if (prefix === '!' && (isNext(cursor, '*}') || isNext(cursor, '@}'))) {
    cursor.at += 1;
    return next;
  }
  if (take(cursor, '@')) {
    const letter = peek(cursor);
    if (letter === '' || !'UuLQEPAKak'.includes(letter)) fail(cursor, '`@` in `${` cannot be read');
    cursor.at += 1;
    return `@${letter}`;
  }
  return operators.find((operator) => take(cursor, operator)) ?? '';
}

const operandRun = /[^}'"\\$`<>()[\]]+/y;

/** What follows the operator, up to the brace, which is left unread. */
function readOperand(cursor: Cursor, sign: string, { quoting, readDollar }: ParameterOptions): WordNode {
  const start = cursor.at;
  const atoms: Atom[] = [];
  // Offset and length are arithmetic, in which single quotes keep nothing from being expanded.
  const inner: Quoting = quoting !== 'none' ? 'operand' : sign === ':' ? 'arithmetic' : 'none';
  const add = inner === 'none' ? addPlain : addQuoted;
  for (;;) {
    const next = peek(cursor);
    if (next === '' || next === '}') break;
    if (next === '$') {
      if (cursor.place.quoted && (isNext(cursor, "$'") || isNext(cursor, '$"')))
        fail(cursor, 'a quote behind `$` cannot be read here');
      readDollar(cursor, atoms, inner);
    } else if (next === '`') readBackticks(cursor, atoms, inner);
    else if (next === '"') readDouble(cursor, atoms, readDollar);
    else if (next === "'") {
      if (inner === 'none') readSingle(cursor, atoms);
      else readUnsafeSingle(cursor, atoms, readDollar);
    } else if (next === '\\') readOperandEscape(cursor, atoms, inner);
    else if ('<>()[]'.includes(next)) {
      failMiscounted(cursor, next);
      add(atoms, next);
      cursor.at += 1;
    } else add(atoms, takeRun(cursor, operandRun));
  }
  const first = /^:?[-=+?]$/.test(sign) && inner === 'none';
  return {
    parts: wordParts(atoms, { tildes: first ? 'first' : 'none', globs: inner === 'none' }),
    start,
    end: cursor.at,
  };
}

function readOperandEscape(cursor: Cursor, atoms: Atom[], inner: Quoting): void {
  if (inner !== 'none') {
    readQuotedEscape(cursor, atoms, '$`"\\}');
    return;
  }
  if (cursor.at + 1 >= cursor.end) fail(cursor, 'the text ends in a backslash');
  addQuoted(atoms, cursor.text[cursor.at + 1] ?? '');
  cursor.at += 2;
}

/** Brackets that bash counts although they are text here, and the beginning of a process substitution. */
function failMiscounted(cursor: Cursor, next: string): void {
  const { arithmetic } = cursor.place;
  const counted =
    (arithmetic === ')' && (next === '(' || next === ')')) || (arithmetic === ']' && (next === '[' || next === ']'));
  const process = (next === '<' || next === '>') && (take(cursor, '<(') || take(cursor, '>('));
  if (counted || process) fail(cursor, `\`${next}\` in \`\${\` cannot be read here`);
}

/** The source of a word once joined lines are joined, so that an operator is found where it is. */
const joined = (cursor: Cursor, { start, end }: WordNode): string =>
  cursor.text.slice(start, end).replaceAll('\\\n', '');
