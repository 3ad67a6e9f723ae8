import { hookPoints, hookTime } from '../../extend/hook/hook.js';
import { maxPatternLength } from '../../policy/rule/rule.js';
import { choice, entry, form, hostList, integer, line, list, text } from './schema-parts.js';
import type { Settings } from './setting.js';
import { writesInside } from './writes-inside.js';

const oneHook = {
  ...entry('Hook', {
    on: choice('When', 'The point of a session at which it is run.', hookPoints),
    command: text(
      'Command',
      'A command line for the shell, run in the workspace. It reads what happened as JSON on its standard input.',
      form('\\S', 'a command line', 10_000),
    ),
    tools: list(
      'Tools',
      'The tools it is about: names, or patterns with *. All when absent.',
      200,
      text(
        'Tool',
        'The name of a tool, or a pattern such as preview_*.',
        form('^[A-Za-z0-9_*-]+$', 'the name of a tool, or a pattern such as preview_*', 200),
      ),
    ),
    timeoutMs: integer('Time limit', 'How many milliseconds it may take.', {
      minimum: 1,
      maximum: hookTime.most,
      default: hookTime.usual,
    }),
    writes: list(
      'What it may write',
      'Files and folders it may write: from the workspace, or with ~/ from your home. Nothing when absent. Inside the workspace only for a hook of a workspace.',
      50,
      text(
        'Path',
        'A file, or a folder with all that is in it; . for the workspace.',
        line('a path, as in dist or ~/hooks.log', maxPatternLength),
      ),
    ),
    hosts: hostList('Hosts it may connect to. None when absent.', 'a host, as in hooks.example.com'),
  }),
  required: ['on', 'command'],
} as const;

/** Commands that are run at points of a session. */
export const hookSettings = {
  hooks: {
    schema: list('Hooks', 'Commands of your own that are run around calls and at other points.', 100, oneHook),
    reader: 'face',
    links: { 'Commands of your own': 'hooks.md' },
    workspace: {
      members: ['on', 'command', 'tools', 'timeoutMs', 'writes', 'hosts'],
      most: { count: 20, of: 'hooks' },
      check: writesInside('a hook'),
    },
    joined: true,
    edited: 'in-file',
  },
} as const satisfies Settings;
