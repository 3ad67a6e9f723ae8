import type { CommandSpec } from '../command.js';
import { directory, inWorkspace, json, key, keyNote, store } from '../command-options.js';

/** The settings, and what a person has agreed to. */
export const configCommands: readonly CommandSpec[] = [
  {
    name: 'config',
    summary: 'show every setting in force and where it comes from',
    arguments: [],
    options: [directory, store, json],
    load: async () => (await import('../config/show-command.js')).showCommand,
  },
  {
    name: 'config get',
    summary: 'print one setting',
    arguments: [key],
    options: [directory, store, { name: 'json', help: 'print JSON also for a single value' }],
    notes: [keyNote],
    load: async () => (await import('../config/get-command.js')).getCommand,
  },
  {
    name: 'config set',
    summary: 'set one setting; the rest of the file stays as it is',
    arguments: [key, { name: 'VALUE', required: true }],
    options: [directory, store, inWorkspace],
    notes: [keyNote, 'VALUE is JSON where the setting takes that, else text. After -- it may begin with a dash.'],
    load: async () => (await import('../config/set-command.js')).setCommand,
  },
  {
    name: 'config unset',
    summary: 'take one setting out of the file',
    arguments: [key],
    options: [directory, store, inWorkspace],
    notes: [keyNote],
    load: async () => (await import('../config/unset-command.js')).unsetCommand,
  },
  {
    name: 'config check',
    summary: 'tell everything that is wrong in the config files',
    arguments: [],
    options: [directory, store, json],
    load: async () => (await import('../config/check-command.js')).checkCommand,
  },
  {
    name: 'config path',
    summary: 'tell where the config files lie and which of them there are',
    arguments: [],
    options: [directory, store, json],
    load: async () => (await import('../config/path-command.js')).pathCommand,
  },
  {
    name: 'config schema',
    summary: 'print the JSON Schema of a config file, for editors',
    arguments: [],
    options: [],
    load: async () => (await import('../config/schema-command.js')).schemaCommand,
  },
  {
    name: 'trust',
    summary: 'show what a folder brings in .toolwright and ask whether it may be used',
    arguments: [],
    options: [
      directory,
      store,
      { name: 'yes', short: 'y', help: 'do not ask; needed without a terminal' },
      { name: 'revoke', help: 'take the trust in the folder back' },
      { name: 'list', help: 'list the folders that are trusted' },
      { name: 'json', help: 'print JSON, and do not ask' },
    ],
    load: async () => (await import('../trust/trust-command.js')).trustCommand,
  },
  {
    name: 'grants',
    summary: 'list the approvals that last: what they allow, where, how often they were used, until when',
    arguments: [],
    options: [
      store,
      json,
      { name: 'all', help: 'list those too that expired, were revoked, or were for a session only' },
    ],
    load: async () => (await import('../grants/grants-commands.js')).grantsCommand,
  },
  {
    name: 'grants revoke',
    summary: 'revoke approvals that last: what they allowed is asked about again',
    arguments: [{ name: 'ID', required: false, many: true }],
    options: [
      store,
      { name: 'all', help: 'revoke all that are in force' },
      { name: 'yes', short: 'y', help: 'do not ask before --all; needed without a terminal' },
    ],
    notes: [
      'ID is the id of a grant, or the start of it if no other begins so. It counts at once, also for programs that run.',
    ],
    load: async () => (await import('../grants/grants-commands.js')).revokeCommand,
  },
];
