import { readArrayArgument, readAssignment } from './assignment.js';
import type { AssignmentNode, CommandNode, FunctionNode, Node, RedirectNode, WordNode } from './ast.js';
import { readCompound } from './compound.js';
import { type Cursor, countNodes, fail, nested, peek, skipBlanks, take } from './cursor.js';
import { failDescriptor, readRedirect, readRedirects } from './redirect.js';
import { peekKeyword, skipNewlines, takeKeyword } from './token.js';
import { commandWord, type ReadWord, readWord } from './word.js';

/** One command, simple or compound, with its redirections. */
export function readCommand(cursor: Cursor): Node {
  return nested(cursor, () => {
    skipBlanks(cursor);
    const start = cursor.at;
    if (takeKeyword(cursor, 'coproc')) return readCoproc(cursor, start);
    if (takeKeyword(cursor, 'function')) return readFunction(cursor, start);
    return readCompoundCommand(cursor) ?? readSimple(cursor, { start, coproc: false });
  });
}

function readCompoundCommand(cursor: Cursor): Node | undefined {
  const compound = readCompound(cursor);
  return compound && withRedirects(compound, readRedirects(cursor));
}

function withRedirects(node: Node, redirects: readonly RedirectNode[]): Node {
  const last = redirects[redirects.length - 1];
  return last === undefined || !('redirects' in node) ? node : { ...node, redirects, end: last.end };
}

/** Builtins that take `name=( … )` as an argument. */
const declaring = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

function readSimple(cursor: Cursor, { start, coproc }: { readonly start: number; readonly coproc: boolean }): Node {
  countNodes(cursor);
  if (peekKeyword(cursor) !== 'time') failKeyword(cursor);
  const assignments: AssignmentNode[] = [];
  const words: WordNode[] = [];
  const redirects: RedirectNode[] = [];
  let name: ReadWord | undefined;
  let end = start;
  for (;;) {
    skipBlanks(cursor);
    const redirect = readRedirect(cursor);
    if (redirect !== undefined) {
      redirects.push(redirect);
      end = redirect.end;
      continue;
    }
    const assignment = name === undefined ? readAssignment(cursor, { first: redirects.length === 0 }) : undefined;
    if (assignment !== undefined) {
      assignments.push(assignment);
      end = assignment.end;
      continue;
    }
    if (name === undefined && redirects.length > 0) failKeyword(cursor);
    const word = readWord(cursor, commandWord);
    if (word === undefined) break;
    failDescriptor(cursor, word);
    name ??= word;
    const array = peek(cursor) === '(' && redirects.length === 0 && name !== word && takesArray(name, word);
    words.push(array ? readArrayArgument(cursor, word.node) : word.node);
    end = array ? cursor.at : word.node.end;
    if (words.length === 1 && assignments.length + redirects.length === 0) {
      const other = coproc ? readNamed(cursor, word) : readDefinition(cursor, word, start);
      if (other !== undefined) return other;
    }
  }
  if (assignments.length + words.length + redirects.length === 0) fail(cursor, missing(cursor));
  const node: CommandNode = { type: 'command', assignments, words, redirects, start, end };
  return node;
}

/**
 * Behind a redirection a keyword is a plain word. But bash writes a substitution anew before it runs it, with
 * redirections last, and then reads the keyword as one.
 */
function failKeyword(cursor: Cursor): void {
  const keyword = peekKeyword(cursor);
  if (keyword !== undefined) fail(cursor, `bash does not expect \`${keyword}\` here`);
}

const missing = (cursor: Cursor): string =>
  peek(cursor) === '' ? 'a command is missing at the end' : `a command is missing before \`${peek(cursor)}\``;

const takesArray = (name: ReadWord, word: ReadWord): boolean =>
  declaring.has(name.bare ?? '') && /^[A-Za-z_][A-Za-z0-9_]*\+?=$/.test(word.bare ?? '');

/** `name() …`, with the cursor behind the name. */
function readDefinition(cursor: Cursor, word: ReadWord, start: number): Node | undefined {
  skipBlanks(cursor);
  if (!take(cursor, '(')) return undefined;
  skipBlanks(cursor);
  if (!take(cursor, ')')) fail(cursor, 'bash does not expect `(` here');
  return readFunctionBody(cursor, { name: functionName(cursor, word), start });
}

/** `function name …`, with the cursor behind the keyword. */
function readFunction(cursor: Cursor, start: number): Node {
  skipBlanks(cursor);
  const word = readWord(cursor, commandWord);
  if (word === undefined) fail(cursor, 'a function has no name');
  skipBlanks(cursor);
  const from = cursor.at;
  if (take(cursor, '(')) {
    skipBlanks(cursor);
    // Else it is the subshell that is its body.
    if (!take(cursor, ')')) cursor.at = from;
  }
  return readFunctionBody(cursor, { name: word === undefined ? '' : functionName(cursor, word), start });
}

function functionName(cursor: Cursor, { bare = '' }: ReadWord): string {
  if (!/^[\w.:@%+,/!-]+$/.test(bare)) fail(cursor, 'the name of a function cannot be read');
  return bare;
}

/** `coproc`, with the cursor behind the keyword: a compound command, perhaps with a name before it, or a simple one. */
function readCoproc(cursor: Cursor, start: number): Node {
  countNodes(cursor);
  skipBlanks(cursor);
  const body = readCompoundCommand(cursor) ?? readSimple(cursor, { start: cursor.at, coproc: true });
  return { type: 'coproc', body, start, end: body.end };
}

/** The compound command of a coprocess, with the cursor behind what may be its name. */
function readNamed(cursor: Cursor, { bare }: ReadWord): Node | undefined {
  skipBlanks(cursor);
  const keyword = peekKeyword(cursor);
  if ((keyword === undefined || keyword === 'time') && peek(cursor) !== '(') return undefined;
  const body = readCompoundCommand(cursor);
  if (bare === undefined || body === undefined) fail(cursor, 'a coprocess cannot be read');
  return body;
}

/** The body of a function, with the cursor behind its name and parentheses. Its redirections are made on each call. */
function readFunctionBody(
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
