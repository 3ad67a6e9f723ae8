import type { ListNode, Node } from '../syntax/ast.js';

type Range = readonly [start: number, end: number];

/** The commands of a script by the places of their words, and the places of what they are redirected to. */
export interface Outline {
  readonly commands: Range[][];
  readonly redirects: Range[];
}

/** The outline of what may be proved: commands and tests in lists, pipes and groups. Undefined for anything else. */
export function readOutline(script: ListNode): Outline | undefined {
  const outline: Outline = { commands: [], redirects: [] };
  return lookAt(script, outline) ? outline : undefined;
}

function lookAt(node: Node, outline: Outline): boolean {
  switch (node.type) {
    case 'list':
      return node.items.every((item) => lookAt(item.node, outline));
    case 'pipeline': {
      const before = outline.commands.length;
      if (!node.commands.every((command) => lookAt(command, outline))) return false;
      // The witness takes `time` for a command of that name.
      const start = node.negated ? -1 : node.start;
      if (node.timed && start !== -1) outline.commands[before]?.unshift([start, start + 4]);
      return !(node.timed && node.negated);
    }
    case 'command': {
      const words = [...node.assignments, ...node.words];
      outline.commands.push(words.map(({ start, end }) => [start, end]));
      outline.redirects.push(...node.redirects.map(({ target, operator }) => placeOf(target, operator)));
      return true;
    }
    case 'test':
      outline.commands.push([[node.start, node.start + 2], ...node.words.map(({ start, end }): Range => [start, end])]);
      outline.redirects.push(...node.redirects.map(({ target, operator }) => placeOf(target, operator)));
      return true;
    case 'subshell':
    case 'group':
      outline.redirects.push(...node.redirects.map(({ target, operator }) => placeOf(target, operator)));
      return lookAt(node.body, outline);
    default:
      return false;
  }
}

/** Here-documents stand elsewhere than their operator: only that they are there is compared. */
const placeOf = ({ start, end }: { readonly start: number; readonly end: number }, operator: string): Range =>
  operator === '<<' || operator === '<<-' ? [-1, -1] : [start, end];

/** As text that is equal exactly when two outlines are. */
export function renderOutline({ commands, redirects }: Outline, text: string): string {
  const word = ([start, end]: Range): string => JSON.stringify(start < 0 ? 'here' : text.slice(start, end).trim());
  const lines = commands
    .toSorted((a, b) => (a[0]?.[0] ?? 0) - (b[0]?.[0] ?? 0))
    .map((words) => words.map(word).join(' '));
  return [...lines, ...redirects.map(word).toSorted()].join('\n');
}
