import { plural } from '../../base/text.js';
import type { ListedServer } from '../../session/servers/list-servers.js';
import { safeLine } from '../safe-text.js';
import type { Style } from '../view/style.js';

/** For a person: how each server stands, where it is configured, and what is wrong with it. */
export function renderServers(servers: readonly ListedServer[], style: Style): string {
  const width = Math.max(...servers.map(({ name }) => safeLine(name).length));
  return servers
    .flatMap((server) => {
      const { name, file, problem } = server;
      const indent = ' '.repeat(width + 2);
      return [
        `${style.bold(safeLine(name).padEnd(width))}  ${stateWords(server)}`,
        ...(file === null ? [] : [`${indent}${safeLine(file)}`]),
        ...(problem === null ? [] : [`${indent}${style.red('!')} ${safeLine(problem)}`]),
      ];
    })
    .join('\n');
}

function stateWords({ transport, state, tools, disabled, signedIn }: ListedServer): string {
  const seen = {
    'never seen': 'never seen',
    seen: `seen, ${plural(tools, 'tool')}`,
    'launch changed': `started otherwise than seen, ${plural(tools, 'tool')}`,
  } as const;
  return [transport, ...(disabled ? ['off'] : []), seen[state], ...(signedIn ? ['signed in'] : [])].join(', ');
}
