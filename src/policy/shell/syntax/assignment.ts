import { expandedWords } from './arithmetic.js';
import type { AssignmentNode, WordNode, WordPart } from './ast.js';
import type { Atom } from './atom.js';
import { type Cursor, countNodes, fail, nested, peek, take, takeRun } from './cursor.js';
import { readDollar } from './expansion.js';
import { readSubscript } from './parameter.js';
import { skipNewlines } from './token.js';
import { commandWord, readAtoms, readWord, valueWord, wordNode } from './word.js';
import { joinTexts } from './word-parts.js';

interface AssignmentOptions {
  /** Nothing but assignments came before: bash reads arrays and odd subscripts only then. */
  readonly first: boolean;
}

/** `name=`, `name+=` or `name[…]=` at the cursor, with its value; undefined when none begins there. */
export function readAssignment(cursor: Cursor, { first }: AssignmentOptions): AssignmentNode | undefined {
  peek(cursor);
  const start = cursor.at;
  const name = readName(cursor);
  if (name === '') return undefined;
  const subscript = peek(cursor) === '[' ? readSubscript(cursor, readDollar) : undefined;
  const append = take(cursor, '+=');
  if (!append && !take(cursor, '=')) {
    if (subscript !== undefined && /[ \t\n;&|<>()\\'"`$]/.test(cursor.text.slice(subscript.start, subscript.end))) {
      fail(cursor, 'a subscript without an assignment cannot be read', start);
    }
    cursor.at = start;
    return undefined;
  }
  countNodes(cursor);
  const values = readValues(cursor, { first: first && subscript === undefined });
  const base = { name, append, values, start, end: cursor.at };
  return subscript === undefined ? base : { ...base, subscript };
}

const namePattern = /[A-Za-z_][A-Za-z0-9_]*/y;

function readName(cursor: Cursor): string {
  let text = takeRun(cursor, namePattern);
  while (text !== '' && /[A-Za-z0-9_]/.test(peek(cursor))) {
    text += cursor.text[cursor.at];
    cursor.at += 1;
  }
  return text;
}

function readValues(cursor: Cursor, { first }: AssignmentOptions): readonly WordNode[] {
  if (peek(cursor) === '(') {
    if (!first) fail(cursor, 'an array cannot be assigned here');
    return readArray(cursor);
  }
  const at = cursor.at;
  return [readWord(cursor, valueWord)?.node ?? { parts: [], start: at, end: at }];
}

/** `( … )` of an array, with the cursor at the parenthesis. */
function readArray(cursor: Cursor): readonly WordNode[] {
  cursor.at += 1;
  const values: WordNode[] = [];
  const waiting = cursor.heredocs.length > 0;
  nested(cursor, () => {
    for (;;) {
      if (skipNewlines(cursor) > 0 && waiting) fail(cursor, 'an array goes over the lines of a here-document');
      if (take(cursor, ')')) break;
      const value = peek(cursor) === '[' ? readElement(cursor) : readWord(cursor, commandWord)?.node;
      if (value === undefined) {
        fail(cursor, 'an array cannot be read');
        break;
      }
      values.push(value);
    }
  });
  if (!' \t\n;&|<>)'.includes(peek(cursor))) fail(cursor, 'text touches the end of an array');
  return values;
}

/** `[…]=value`, or a word that begins with a bracket. */
function readElement(cursor: Cursor): WordNode | undefined {
  const start = cursor.at;
  const subscript = readSubscript(cursor, readDollar);
  const sign = take(cursor, '+=') ? '+=' : take(cursor, '=') ? '=' : '';
  if (sign === '') {
    if (/[ \t\n;&|<>()\\'"`$]/.test(cursor.text.slice(subscript.start, subscript.end))) {
      fail(cursor, 'a subscript without an assignment cannot be read', start);
    }
    cursor.at = start;
    return readWord(cursor, commandWord)?.node;
  }
  // Bash expands it twice: what the first time gives is code the second time.
  if (expandedWords(subscript).length > 0) fail(cursor, 'a subscript in an array cannot be read', start);
  const atoms: Atom[] = [];
  const end = readAtoms(cursor, atoms, {});
  const value = wordNode(cursor, atoms, valueWord, { start, end });
  return { parts: joinTexts([text('['), ...subscript.parts, text(`]${sign}`), ...value.parts]), start, end };
}

const text = (content: string): WordPart => ({ type: 'text', text: content, quoted: true });

/** The rest of `name=( … )` as an argument of `declare` and its like, as one word that holds all the parts. */
export function readArrayArgument(cursor: Cursor, word: WordNode): WordNode {
  const values = readArray(cursor);
  const parts = values.flatMap((value, index) => [...(index === 0 ? [] : [text(' ')]), ...value.parts]);
  return { parts: joinTexts([...word.parts, text('('), ...parts, text(')')]), start: word.start, end: cursor.at };
}
