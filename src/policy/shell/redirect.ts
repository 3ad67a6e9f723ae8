import { netFact } from './net-fact.js';
import { pathFacts } from './path-facts.js';
import type { Shell } from './shell.js';
import type { RedirectNode } from './syntax/ast.js';
import { likely, type Word } from './word.js';

/** How a connection that bash itself makes (`/dev/tcp`) is told from others. */
export const socketNote = 'by a connection of the shell itself';

/** What a redirection reads, writes or connects to. Answers whether it does more than join descriptors. */
export function judgeRedirect({ operator }: RedirectNode, target: Word, shell: Shell): boolean {
  const text = likely(target);
  const connection = /^\/dev\/(?:tcp|udp)\/([^/]+)\/([^/]+)$/.exec(text);
  if (connection !== null) {
    const [, host = '', port = ''] = connection;
    shell.facts.add({
      ...netFact({ text: `${host}:${port}`, source: text }),
      note: socketNote,
    });
    return true;
  }
  switch (operator) {
    case '<<':
    case '<<-':
    case '<<<':
      return false;
    case '<&':
    case '>&':
      if (/^[0-9]*-?$/.test(text) && target.text !== undefined) return false;
      break;
    default:
  }
  const kinds =
    operator === '<' || operator === '<&'
      ? (['read'] as const)
      : operator === '<>'
        ? (['read', 'write'] as const)
        : (['write'] as const);
  for (const kind of kinds) for (const fact of pathFacts(target, { kind, by: -1 }, shell)) shell.facts.add(fact);
  return text !== '/dev/null';
}
