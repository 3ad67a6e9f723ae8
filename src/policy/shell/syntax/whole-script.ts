import type { ListNode } from './ast.js';
import { type Cursor, fail, peek } from './cursor.js';

/** Reads statements up to the end of the text. */
export function readWholeScript(cursor: Cursor): ListNode {
  const script = cursor.grammar.list(cursor);
  failUnexpected(cursor);
  if (cursor.heredocs.length > 0) fail(cursor, 'a here-document has no body');
  return script;
}

/** Fails unless the text is at its end. */
function failUnexpected(cursor: Cursor): void {
  const next = peek(cursor);
  if (next === '') return;
  const [word] = /^[^ \t\n;&|<>()]{1,20}/.exec(cursor.text.slice(cursor.at, cursor.at + 20)) ?? [next];
  fail(cursor, `bash does not expect \`${word}\` here`);
}
