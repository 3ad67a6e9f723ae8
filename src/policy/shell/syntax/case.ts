import type { CompoundNode, ListNode, WordNode } from './ast.js';
import { type Cursor, fail, failed, peek, skipBlanks, take, within } from './cursor.js';
import { expectKeyword, peekKeyword, skipNewlines } from './token.js';
import { commandWord, readWord } from './word.js';

/** `case word in … esac`, with the cursor behind `case`. */
export function readCase(cursor: Cursor, start: number): CompoundNode {
  const words: WordNode[] = [];
  const bodies: ListNode[] = [];
  skipBlanks(cursor);
  const subject = readWord(cursor, { braces: false, tildes: 'word', globs: false });
  if (subject === undefined) fail(cursor, 'the word behind `case` is missing');
  else words.push(subject.node);
  skipNewlines(cursor);
  expectKeyword(cursor, 'in');
  within(cursor, { place: { inCase: true } }, () => readClauses(cursor, words, bodies));
  expectKeyword(cursor, 'esac');
  return { type: 'compound', keyword: 'case', words, bodies, redirects: [], start, end: cursor.at };
}

function readClauses(cursor: Cursor, words: WordNode[], bodies: ListNode[]): void {
  while (!failed(cursor)) {
    skipNewlines(cursor);
    if (peek(cursor) === '' || peekKeyword(cursor) === 'esac') return;
    readPatterns(cursor, words);
    bodies.push(cursor.grammar.list(cursor));
    skipBlanks(cursor);
    if (!(take(cursor, ';;&') || take(cursor, ';;') || take(cursor, ';&'))) return;
  }
}

/** `(a|b)`, of which the first parenthesis may be left out. */
function readPatterns(cursor: Cursor, words: WordNode[]): void {
  take(cursor, '(');
  do {
    skipBlanks(cursor);
    const pattern = readWord(cursor, { ...commandWord, braces: false });
    if (pattern === undefined || pattern.bare === 'esac') {
      fail(cursor, 'a pattern of `case` cannot be read');
      return;
    }
    words.push(pattern.node);
    skipBlanks(cursor);
  } while (take(cursor, '|'));
  if (!take(cursor, ')')) fail(cursor, 'the patterns of `case` are not closed');
}
