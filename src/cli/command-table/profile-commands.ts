import type { CommandSpec } from '../command.js';
import { json } from '../command-options.js';

const name = (word: string) => ({ name: word, required: true, kind: 'profile' }) as const;

/** How agents behave. */
export const profileCommands: readonly CommandSpec[] = [
  {
    name: 'profiles',
    summary: 'list the profiles: those that are built in, and your own',
    arguments: [],
    options: [json],
    notes: [
      'A profile of your own is a file NAME.json in the folder profiles beside your config.json. It ends with 1 when one of them cannot be used, else with 0.',
    ],
    load: async () => (await import('../profiles/list-command.js')).listCommand,
  },
  {
    name: 'profiles show',
    summary: 'show every setting of a profile',
    arguments: [name('NAME')],
    options: [{ name: 'json', help: 'print JSON, with every value whole' }],
    load: async () => (await import('../profiles/show-command.js')).showCommand,
  },
  {
    name: 'profiles diff',
    summary: 'show the settings in which two profiles differ',
    arguments: [name('A'), name('B')],
    options: [{ name: 'json', help: 'print JSON, with every value whole' }],
    load: async () => (await import('../profiles/diff-command.js')).diffCommand,
  },
  {
    name: 'profiles schema',
    summary: 'print the JSON Schema of a profile file, for editors',
    arguments: [],
    options: [],
    load: async () => (await import('../profiles/schema-command.js')).schemaCommand,
  },
];
