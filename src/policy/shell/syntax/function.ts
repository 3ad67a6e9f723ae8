import type { FunctionNode, Node } from './ast.js';
import { readCompound } from './compound.js';
import { type Cursor, countNodes, fail, nested } from './cursor.js';
import { readRedirects } from './redirect.js';
import { skipNewlines } from './token.js';

/** The body of a function, with the cursor behind its name and parentheses. Its redirections are made on each call. */
export function readFunctionBody(
  cursor: Cursor,
  { name, start }: { readonly name: string; readonly start: number },
): FunctionNode {
  countNodes(cursor);
  return nested(cursor, () => {
    skipNewlines(cursor);
    const body = readCompound(cursor);
    if (body === undefined) fail(cursor, 'a function has no body');
    const redirects = readRedirects(cursor);
    const end = redirects[redirects.length - 1]?.end ?? body?.end ?? cursor.at;
    return { type: 'function', name, body: body ?? nothing(cursor.at), redirects, start, end };
  });
}

const nothing = (at: number): Node => ({ type: 'list', items: [], start: at, end: at });
