import { quotedWord, readArithmeticRun } from './arithmetic.js';
import type { ArithmeticNode, CompoundNode, GroupNode, ListNode, Node, WordNode } from './ast.js';
import type { Atom } from './atom.js';
import { readCase } from './case.js';
import { type Cursor, countNodes, fail, failed, isNext, nested, peek, skipBlanks, take, within } from './cursor.js';
import { readDollar } from './expansion.js';
import { readTest } from './test-command.js';
import { expectKeyword, peekKeyword, skipNewlines, takeKeyword } from './token.js';
import { commandWord, readWord } from './word.js';

/** The compound command at the cursor, without its redirections; undefined when none begins there. */
export function readCompound(cursor: Cursor): Node | undefined {
  skipBlanks(cursor);
  const start = cursor.at;
  if (isNext(cursor, '((')) return nested(cursor, () => readDoubleParen(cursor));
  if (peek(cursor) === '(') return nested(cursor, () => readSubshell(cursor, start));
  const keyword = peekKeyword(cursor);
  const read = keyword === undefined ? undefined : readers[keyword];
  if (keyword === undefined || read === undefined) return undefined;
  takeKeyword(cursor, keyword);
  countNodes(cursor);
  return nested(cursor, () => read(cursor, start));
}

type Read = (cursor: Cursor, start: number) => Node;

/** Each with the cursor behind its first keyword. */
const readers: Readonly<Record<string, Read>> = {
  '{': readGroup,
  '[[': readTest,
  if: readIf,
  while: (cursor, start) => readLoop(cursor, start, 'while'),
  until: (cursor, start) => readLoop(cursor, start, 'until'),
  for: readFor,
  select: (cursor, start) => readNamedLoop(cursor, start, 'select'),
  case: readCase,
};

/** Statements, of which there must be one. */
function readBody(cursor: Cursor): ListNode {
  const body = cursor.grammar.list(cursor);
  if (body.items.length === 0) fail(cursor, 'a command is missing');
  return body;
}

function readSubshell(cursor: Cursor, start: number): GroupNode {
  countNodes(cursor);
  cursor.at += 1;
  const body = readBody(cursor);
  if (!take(cursor, ')')) fail(cursor, 'a `(` is not closed where bash expects it');
  return { type: 'subshell', body, redirects: [], start, end: cursor.at };
}

function readGroup(cursor: Cursor, start: number): GroupNode {
  const body = readBody(cursor);
  expectKeyword(cursor, '}');
  return { type: 'group', body, redirects: [], start, end: cursor.at };
}

function readIf(cursor: Cursor, start: number): CompoundNode {
  const bodies = [readBody(cursor)];
  expectKeyword(cursor, 'then');
  bodies.push(readBody(cursor));
  while (takeKeyword(cursor, 'elif')) {
    bodies.push(readBody(cursor));
    expectKeyword(cursor, 'then');
    bodies.push(readBody(cursor));
  }
  if (takeKeyword(cursor, 'else')) bodies.push(readBody(cursor));
  expectKeyword(cursor, 'fi');
  return { type: 'compound', keyword: 'if', words: [], bodies, redirects: [], start, end: cursor.at };
}

function readLoop(cursor: Cursor, start: number, keyword: 'while' | 'until'): CompoundNode {
  const test = readBody(cursor);
  expectKeyword(cursor, 'do');
  const body = readBody(cursor);
  expectKeyword(cursor, 'done');
  return { type: 'compound', keyword, words: [], bodies: [test, body], redirects: [], start, end: cursor.at };
}

function readFor(cursor: Cursor, start: number): CompoundNode {
  skipBlanks(cursor);
  if (!isNext(cursor, '((')) return readNamedLoop(cursor, start, 'for');
  const at = cursor.at;
  const node = readArithmetic(cursor);
  if (node === undefined) fail(cursor, 'the arithmetic of `for` is not closed', at);
  const head: ListNode = { type: 'list', items: node ? [{ node, operator: '' }] : [], start: at, end: cursor.at };
  if (semicolons(node) !== 2) fail(cursor, 'the arithmetic of `for` has not three parts', at);
  skipBlanks(cursor);
  if (peek(cursor) === ';') takeSeparator(cursor);
  else skipNewlines(cursor);
  const body = readDo(cursor);
  return { type: 'compound', keyword: 'for', words: [], bodies: [head, body], redirects: [], start, end: cursor.at };
}

function semicolons(node: ArithmeticNode | undefined): number {
  const text = node?.word.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '';
  return /['"\\]/.test(text) ? -1 : text.split(';').length - 1;
}

/** `name in words`, with the cursor behind the keyword. */
function readNamedLoop(cursor: Cursor, start: number, keyword: 'for' | 'select'): CompoundNode {
  skipBlanks(cursor);
  const name = readWord(cursor, commandWord)?.bare ?? '';
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) fail(cursor, `the name behind \`${keyword}\` cannot be read`);
  skipBlanks(cursor);
  const words: WordNode[] = [];
  let given = false;
  if (peek(cursor) === ';') takeSeparator(cursor);
  else {
    const lines = skipNewlines(cursor);
    if (takeKeyword(cursor, 'in')) {
      // Bash takes this `in` for that of the case around.
      if (lines > 0 && cursor.place.inCase) fail(cursor, '`in` on a line of its own cannot be read within `case`');
      readWords(cursor, words);
      given = true;
    }
  }
  // Bash would go on looking for the `in`.
  if (!given && peekKeyword(cursor) === '{') fail(cursor, '`do` is missing');
  if (!given) words.push(allArguments(cursor.at));
  const body = readDo(cursor);
  return { type: 'compound', keyword, name, words, bodies: [body], redirects: [], start, end: cursor.at };
}

/** The `"$@"` that stands for the words when there is no `in`. */
const allArguments = (at: number): WordNode => ({
  parts: [{ type: 'parameter', name: '@', operator: '', inner: [], quoted: true, prefix: '' }],
  start: at,
  end: at,
});

function readWords(cursor: Cursor, words: WordNode[]): void {
  for (;;) {
    skipBlanks(cursor);
    const word = readWord(cursor, commandWord);
    if (word === undefined) break;
    // Within a case, bash takes a first `esac` for its end.
    if (words.length === 0 && word.bare === 'esac') fail(cursor, '`esac` cannot be read here');
    words.push(word.node);
  }
  if (peek(cursor) !== ';' && peek(cursor) !== '\n') fail(cursor, '`do` is missing');
  takeSeparator(cursor);
}

/** A semicolon or the end of a line, and the lines behind it. */
function takeSeparator(cursor: Cursor): void {
  if (isNext(cursor, ';;') || isNext(cursor, ';&')) fail(cursor, 'bash does not expect `;;` here');
  take(cursor, ';');
  skipNewlines(cursor);
}

/** `do … done`, or braces, which bash takes here too. */
function readDo(cursor: Cursor): ListNode {
  const closing = takeKeyword(cursor, '{') ? '}' : 'done';
  if (closing === 'done') expectKeyword(cursor, 'do');
  const body = readBody(cursor);
  expectKeyword(cursor, closing);
  return body;
}

/** `((`: arithmetic when it is closed by `))`, else a subshell that begins with another one. */
function readDoubleParen(cursor: Cursor): Node {
  const start = cursor.at;
  const node = readArithmetic(cursor);
  if (node !== undefined || failed(cursor)) return node ?? readNothing(start);
  const { reread } = cursor.place;
  if (reread >= 2) fail(cursor, '`((` that is no arithmetic is nested too deep');
  cursor.at = start;
  return within(cursor, { place: { reread: reread + 1 } }, () => readSubshell(cursor, start));
}

const readNothing = (at: number): Node => ({ type: 'list', items: [], start: at, end: at });

/** `(( … ))`; undefined when the second parenthesis is not closed right before the first. */
function readArithmetic(cursor: Cursor): ArithmeticNode | undefined {
  const start = cursor.at;
  countNodes(cursor);
  take(cursor, '((');
  const from = cursor.at;
  const atoms: Atom[] = [];
  within(cursor, { place: { arithmetic: ')' } }, () => readArithmeticRun(cursor, atoms, { closing: ')', readDollar }));
  const word = quotedWord(atoms, from, cursor.at);
  take(cursor, ')');
  // Here bash does not join lines.
  if (cursor.text.startsWith('\\\n', cursor.at)) fail(cursor, 'a line ends between the parentheses of arithmetic');
  if (!take(cursor, ')') && !failed(cursor)) return undefined;
  return { type: 'arithmetic', word, redirects: [], start, end: cursor.at };
}
