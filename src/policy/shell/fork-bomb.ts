import type { CommandNode, CompoundNode, FunctionNode, ListNode, Node } from './syntax/ast.js';

/** Whether a function starts itself in a pipe, in the background, or more than once. */
export function isForkBomb({ name, body }: FunctionNode): boolean {
  const found = { calls: 0, forks: false };
  look(body, name, found);
  return found.calls > 0 && (found.forks || found.calls > 1);
}

/** Whether a loop that never ends starts commands in the background and waits for none. */
export function isForkLoop({ keyword, bodies }: CompoundNode): boolean {
  const [test, ...rest] = bodies;
  const first = test?.items.length === 1 ? test.items[0]?.node : undefined;
  if (first === undefined || !isEndless(keyword, first)) return false;
  const items = rest.flatMap((body) => body.items);
  const waits = items.some(
    ({ node, operator }) => operator !== '&' && node.type === 'command' && waiting.has(nameOf(node) ?? ''),
  );
  return !waits && items.some(({ operator }) => operator === '&');
}

const waiting = new Set(['sleep', 'wait', 'read', 'break', 'exit', 'return']);

function isEndless(keyword: CompoundNode['keyword'], test: Node): boolean {
  if (test.type === 'arithmetic') {
    const text = test.word.parts.map((part) => ('text' in part ? part.text : '?')).join('');
    return /^\s*(?:[^;]*;\s*;[^;]*|[1-9][0-9]*)\s*$/.test(text);
  }
  if (test.type !== 'command') return false;
  const name = nameOf(test) ?? '';
  return keyword === 'while' ? name === 'true' || name === ':' : keyword === 'until' && name === 'false';
}

const wordsOf = ({ words }: CommandNode): readonly string[] =>
  words.map(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')).join(''));

const nameOf = (node: CommandNode): string | undefined => wordsOf(node)[0];

interface Found {
  calls: number;
  forks: boolean;
}

function look(node: Node, name: string, found: Found): void {
  switch (node.type) {
    case 'list':
      lookList(node, name, found);
      return;
    case 'pipeline':
      found.forks ||= node.commands.length > 1;
      for (const command of node.commands) look(command, name, found);
      return;
    case 'command': {
      const [first, second] = wordsOf(node);
      if (first === name || (second === name && (first === 'exec' || first === 'command'))) found.calls += 1;
      for (const { parts } of node.words) {
        for (const part of parts)
          if (part.type === 'command' || part.type === 'process') lookList(part.body, name, found);
      }
      return;
    }
    case 'subshell':
    case 'group':
      lookList(node.body, name, found);
      return;
    case 'compound':
      for (const body of node.bodies) lookList(body, name, found);
      return;
    case 'function':
    case 'coproc':
      look(node.body, name, found);
      return;
    default:
  }
}

function lookList({ items }: ListNode, name: string, found: Found): void {
  for (const { node, operator } of items) {
    found.forks ||= operator === '&';
    look(node, name, found);
  }
}
