import type { ParseResult } from './ast.js';
import { createCursor, fail } from './cursor.js';
import { readList } from './list.js';
import { readWholeScript } from './whole-script.js';

/**
 * Reads text as `bash -c` does (bash 5.2, not interactive, with no option set). Where bash would not accept it, or where
 * it is not certain how it would read it, the result is not ok. Bounded: depth, nodes and time.
 *
 * Aliases, and options that change how later lines are read (`shopt -s extglob`), are not followed.
 */
export function parseScript(text: string): ParseResult {
  const cursor = createCursor(text, { list: readList });
  const { items } = readWholeScript(cursor);
  // Bash uses 0x01 and 0x7f itself to mark quoted characters. What was read is kept all the same.
  const odd = oddCharacter.exec(text);
  if (odd !== null) fail(cursor, 'a character that bash does not read as it stands', odd.index);
  if (!text.isWellFormed()) fail(cursor, 'half a character');
  const script = { type: 'list', items, start: 0, end: text.length } as const;
  const { failure } = cursor.state;
  return failure === undefined ? { ok: true, script } : { ok: false, ...failure, script };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters meant
const oddCharacter = /[\0\x01\x7f]/;
