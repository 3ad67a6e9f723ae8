import type { ListNode, Node } from './ast.js';
import { readCommand } from './command.js';
import { type Cursor, countNodes, fail, failed, isNext, peek, skipBlanks, take } from './cursor.js';
import { peekKeyword, skipNewlines, takeKeyword } from './token.js';

type Item = ListNode['items'][number];

/** Statements up to what cannot begin one: the end, `)`, `;;`, or a keyword that belongs to what is around. */
export function readList(cursor: Cursor): ListNode {
  const items: Item[] = [];
  skipNewlines(cursor);
  const start = cursor.at;
  let end = start;
  while (!failed(cursor) && !endsList(cursor)) {
    const node = readPipeline(cursor);
    end = Math.min(cursor.at, cursor.end);
    skipBlanks(cursor);
    const operator = readOperator(cursor);
    items.push({ node, operator });
    if (operator === '') {
      failTouching(cursor, node);
      break;
    }
    skipNewlines(cursor);
    if ((operator === '&&' || operator === '||') && endsList(cursor))
      fail(cursor, `a command is missing behind \`${operator}\``);
  }
  return { type: 'list', items, start, end };
}

const closers = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', 'esac', '}']);

function endsList(cursor: Cursor): boolean {
  const next = peek(cursor);
  if (next === '' || next === ')') return true;
  if (next === ';') return isNext(cursor, ';;') || isNext(cursor, ';&');
  return closers.has(peekKeyword(cursor) ?? '');
}

function readOperator(cursor: Cursor): Item['operator'] {
  const next = peek(cursor);
  if (next === '\n') return ';';
  if (next === ';') {
    if (isNext(cursor, ';;') || isNext(cursor, ';&')) return '';
    cursor.at += 1;
    return ';';
  }
  if (take(cursor, '&&')) return '&&';
  if (take(cursor, '||')) return '||';
  if (next === '&' && !isNext(cursor, '&>')) {
    cursor.at += 1;
    return '&';
  }
  return '';
}

/** A keyword may follow without a separator, but only right behind the end of a compound command. */
function failTouching(cursor: Cursor, node: Node): void {
  const next = peek(cursor);
  if (next === '' || next === ')' || next === ';') return;
  if (!endsCompound(node)) fail(cursor, `bash does not expect \`${next}\` here`);
}

function endsCompound(node: Node): boolean {
  switch (node.type) {
    case 'pipeline': {
      const last = node.commands[node.commands.length - 1];
      return last !== undefined && endsCompound(last);
    }
    case 'coproc':
      return endsCompound(node.body);
    case 'list':
    case 'command':
      return false;
    default:
      return node.redirects.length === 0;
  }
}

interface Prefix {
  readonly negated: boolean;
  readonly timed: boolean;
  /** Whether there was any: `! ! a` is not negated, but no plain command either. */
  readonly prefixed: boolean;
}

/** Commands joined by `|` and `|&`, with `!` and `time` before them. */
function readPipeline(cursor: Cursor): Node {
  const start = cursor.at;
  const { negated, timed, prefixed } = readPrefix(cursor);
  const commands = [readCommand(cursor)];
  // Right behind `$(` bash first reads `time` as the name of a command.
  if (timed && start === cursor.place.opening && commands[0]?.type !== 'command')
    fail(cursor, '`time` cannot be read here', start);
  for (;;) {
    skipBlanks(cursor);
    if (isNext(cursor, '||') || !(take(cursor, '|&') || take(cursor, '|'))) break;
    const lines = skipNewlines(cursor);
    if (lines > 1 && peekKeyword(cursor) === 'time') fail(cursor, '`time` cannot stand in a pipeline');
    commands.push(readCommand(cursor));
  }
  const [only] = commands;
  if (commands.length === 1 && only !== undefined && !prefixed) return only;
  countNodes(cursor);
  const end = commands[commands.length - 1]?.end ?? cursor.at;
  return { type: 'pipeline', negated, timed, commands, start, end };
}

function readPrefix(cursor: Cursor): Prefix {
  const opening = cursor.at === cursor.place.opening;
  let negated = false;
  let timed = false;
  let prefixed = false;
  for (;;) {
    if (takeKeyword(cursor, '!')) {
      if (opening && timed) fail(cursor, '`time` cannot be read here');
      prefixed = true;
      negated = !negated;
    } else if (takeKeyword(cursor, 'time')) {
      timed = true;
      takeTimeOptions(cursor);
    } else return { negated, timed, prefixed: prefixed || timed };
  }
}

function takeTimeOptions(cursor: Cursor): void {
  for (const option of ['-p', '--']) {
    skipBlanks(cursor);
    const from = cursor.at;
    if (take(cursor, option) && !' \t\n;&|()<>'.includes(peek(cursor))) cursor.at = from;
  }
}
