import { cutEnd, plural } from '../../../base/text.js';
import { objectOf } from '../../../schema/object-of.js';
import type { BackgroundCommand } from '../../../tool/background.js';
import { defineTool } from '../../../tool/define-tool.js';
import { traits } from '../../traits.js';
import { exitCodeOf } from '../command-end.js';

const maxShown = 200;

export const listCommands = defineTool({
  ...traits.watchCommands,
  name: 'list_commands',
  title: 'List commands',
  description: 'Lists the background commands of the session: those that run, and those that have ended lately.',
  parameters: objectOf({}),
  result: objectOf({
    commands: {
      type: 'array',
      items: objectOf({
        id: { type: 'string' },
        command: { type: 'string' },
        cwd: { type: 'string' },
        state: { type: 'string', enum: ['running', 'ended'] },
        'exit_code?': { type: ['integer', 'null'] },
        ran_ms: { type: 'integer' },
        unread_bytes: { type: 'integer' },
        'kept?': { type: 'boolean', description: 'Whether it goes on after the session.' },
      }),
    },
  }),

  run: (_, { background }) => ({ commands: (background?.list() ?? []).map(listed) }),

  display: ({ commands }) => `${plural(commands.filter(({ state }) => state === 'running').length, 'command')} running`,
});

function listed({ id, command, cwd, ranMs, unread, end, keptUntil }: BackgroundCommand) {
  return {
    id,
    command: cutEnd(command, maxShown),
    cwd,
    state: end === undefined ? ('running' as const) : ('ended' as const),
    ...(end !== undefined && { exit_code: exitCodeOf(end.process) }),
    ran_ms: Math.round(ranMs),
    unread_bytes: unread,
    ...(keptUntil !== undefined && { kept: true }),
  };
}
