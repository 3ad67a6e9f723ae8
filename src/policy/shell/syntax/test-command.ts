import type { TestNode, WordNode } from './ast.js';
import { type Cursor, countNodes, fail, failed, isNext, nested, peek, skipBlanks, take } from './cursor.js';
import { failDescriptor } from './redirect.js';
import { skipNewlines } from './token.js';
import { type ReadWord, readWord, type WordOptions } from './word.js';

const testWord: WordOptions = { braces: false, tildes: 'word', globs: true };

const unary = /^-[abcdefghknoprstuvwxzGLOSNR]$/;
const binary = /^(?:=|==|!=|=~|-(?:nt|ot|ef|eq|ne|lt|le|gt|ge))$/;

/** `[[ … ]]`, with the cursor behind `[[`. */
export function readTest(cursor: Cursor, start: number): TestNode {
  const words: WordNode[] = [];
  readTerms(cursor, words);
  const close = readWord(cursor, testWord);
  if (close?.bare !== ']]') fail(cursor, '`]]` is missing');
  return { type: 'test', words, redirects: [], start, end: cursor.at };
}

/** Terms joined by `&&` and `||`, up to what ends them. */
function readTerms(cursor: Cursor, words: WordNode[]): void {
  do {
    readTerm(cursor, words);
    skipNewlines(cursor);
  } while (takeSign(cursor, words, '&&') || takeSign(cursor, words, '||'));
}

function readTerm(cursor: Cursor, words: WordNode[]): void {
  skipNewlines(cursor);
  if (takeSign(cursor, words, '(')) {
    nested(cursor, () => readTerms(cursor, words));
    if (!takeSign(cursor, words, ')')) fail(cursor, 'a `(` in `[[` is not closed');
    return;
  }
  const first = readOperand(cursor, words, testWord);
  if (failed(cursor)) return;
  if (first?.bare === '!') {
    nested(cursor, () => readTerm(cursor, words));
    return;
  }
  skipBlanks(cursor);
  if (unary.test(first?.bare ?? '')) {
    readOperand(cursor, words, testWord);
    return;
  }
  if (endsTerm(cursor)) return;
  const operator = readOperator(cursor, words);
  skipBlanks(cursor);
  if (operator === '=~') readOperand(cursor, words, { ...testWord, parentheses: 'regex' });
  else if (/^[!=]?=$/.test(operator)) readOperand(cursor, words, { ...testWord, parentheses: 'extglob' });
  else readOperand(cursor, words, testWord);
}

function readOperand(cursor: Cursor, words: WordNode[], options: WordOptions): ReadWord | undefined {
  const word = readWord(cursor, options);
  if (word === undefined || word.bare === ']]') {
    fail(cursor, 'a word is missing in `[[`');
    return undefined;
  }
  failDescriptor(cursor, word);
  words.push(word.node);
  return word;
}

/** A word alone is a test of its own. */
function endsTerm(cursor: Cursor): boolean {
  if (isNext(cursor, '&&') || isNext(cursor, '||') || peek(cursor) === ')') return true;
  const from = cursor.at;
  const nodes = cursor.state.nodes;
  const ends = take(cursor, ']]') && ' \t\n;&|<>()'.includes(peek(cursor));
  cursor.at = from;
  cursor.state.nodes = nodes;
  return ends;
}

function readOperator(cursor: Cursor, words: WordNode[]): string {
  for (const sign of ['<', '>']) {
    if (peek(cursor) !== sign || ['<', '>', '&', '|', '('].some((next) => isNext(cursor, sign + next))) continue;
    takeSign(cursor, words, sign);
    return sign;
  }
  const word = readOperand(cursor, words, testWord);
  if (!binary.test(word?.bare ?? '')) fail(cursor, 'an operator is missing in `[[`');
  return word?.bare ?? '';
}

function takeSign(cursor: Cursor, words: WordNode[], sign: string): boolean {
  skipBlanks(cursor);
  const start = cursor.at;
  if (!take(cursor, sign)) return false;
  countNodes(cursor, 2);
  words.push({ parts: [{ type: 'text', text: sign, quoted: false }], start, end: cursor.at });
  return true;
}
