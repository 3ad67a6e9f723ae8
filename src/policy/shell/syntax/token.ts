import { wordSet } from '../../../base/words.js';
import { type Cursor, fail, peek, skipBlanks } from './cursor.js';
import { readHeredocs } from './heredoc.js';

/** Words that mean something where a command may begin. */
const keywords = wordSet(
  'if then else elif fi case esac for select while until do done in function time { } ! [[ ]] coproc',
);

const firstLetters = new Set([...keywords].map(([letter]) => letter));

const longestKeyword = 8;

/** The keyword at the cursor. Only a place where a command may begin asks for it. */
export function peekKeyword(cursor: Cursor): string | undefined {
  let next = peek(cursor);
  if (!firstLetters.has(next)) return undefined;
  const from = cursor.at;
  let text = '';
  while (next !== '' && !' \t\n;&|<>()'.includes(next) && text.length <= longestKeyword) {
    text += next;
    cursor.at += 1;
    next = peek(cursor);
  }
  if (next === '<' || next === '>') {
    cursor.at += 1;
    // `if<(x)` is one word.
    if (peek(cursor) === '(') text = '';
  }
  cursor.at = from;
  return keywords.has(text) ? text : undefined;
}

/** Goes past the keyword when it comes next. */
export function takeKeyword(cursor: Cursor, keyword: string): boolean {
  skipBlanks(cursor);
  if (peek(cursor) !== keyword[0] || peekKeyword(cursor) !== keyword) return false;
  for (const _ of keyword) {
    peek(cursor);
    cursor.at += 1;
  }
  return true;
}

export function expectKeyword(cursor: Cursor, keyword: string): void {
  if (!takeKeyword(cursor, keyword)) fail(cursor, `\`${keyword}\` is missing`);
}

/** Goes past blanks, comments and ends of lines; answers how many lines ended. Bodies of here-documents come first. */
export function skipNewlines(cursor: Cursor): number {
  for (let count = 0; ; count += 1) {
    skipBlanks(cursor);
    if (peek(cursor) !== '\n') return count;
    cursor.at += 1;
    if (cursor.place.pending) fail(cursor, 'a substitution goes over the lines of a here-document');
    readHeredocs(cursor);
  }
}
