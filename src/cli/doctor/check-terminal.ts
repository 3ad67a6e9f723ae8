import type { HealthItem } from '../../session/health/health-item.js';
import { columnsOf, type Host, isTerminal } from '../host.js';
import { wantsColours } from '../view/style.js';

const part = 'terminal';

/** Whether the chat can edit lines, show colours and draw what is not ASCII here. */
export function checkTerminal(host: Host): HealthItem {
  const { stdin, stdout, env } = host;
  if (!isTerminal(stdin) || !isTerminal(stdout))
    return { part, state: 'ok', says: 'none here: the chat reads plain lines' };
  const term = env['TERM'] ?? '';
  if (term === '' || term === 'dumb') {
    const todo = 'The chat reads plain lines. For line editing and colours set TERM, for example to xterm-256color.';
    return { part, state: 'warn', says: term === '' ? 'TERM is not set' : 'TERM is dumb', todo };
  }
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '';
  const says = [term, `${columnsOf(stdout) ?? '?'} columns`, wantsColours(stdout, env) ? 'colours' : 'no colours'].join(
    ', ',
  );
  if (/utf-?8/i.test(locale)) return { part, state: 'ok', says };
  const todo = 'The locale is not UTF-8, so signs may look wrong: set LANG, for example to C.UTF-8.';
  return { part, state: 'warn', says, todo };
}
