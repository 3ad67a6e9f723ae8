import type { CommandEntry } from '../command.js';
import { directory, inWorkspace, json, key, keyNote, option, store, yes } from '../command-options.js';

/** The settings, and what a person has agreed to. */
export const configCommands: readonly CommandEntry[] = [
  {
    name: 'config',
    summary: 'show every setting in force and where it comes from',
    options: [
      directory,
      store,
      json,
      option('--path', 'show where config files are looked for, and which exist'),
      option('--schema', 'print the JSON Schema of a config file, for editors'),
    ],
    load: async () => (await import('../config/show-command.js')).showCommand,
  },
  {
    name: 'config get',
    summary: 'print one setting',
    arguments: [key],
    options: [directory, store, option('--json', 'print JSON also for a single value')],
    notes: [keyNote],
    load: async () => (await import('../config/read-commands.js')).getCommand,
  },
  {
    name: 'config set',
    summary: 'set one setting; the rest of the file stays as it is',
    arguments: [key, { name: 'VALUE', required: true, kind: 'setting-value' }],
    options: [directory, store, inWorkspace],
    notes: [
      keyNote,
      'VALUE: JSON where the setting takes it, otherwise text. Put -- before a value that begins with a dash.',
    ],
    load: async () => (await import('../config/edit-setting.js')).setCommand,
  },
  {
    name: 'config unset',
    summary: 'remove one setting from the file',
    arguments: [key],
    options: [directory, store, inWorkspace],
    notes: [keyNote],
    load: async () => (await import('../config/edit-setting.js')).unsetCommand,
  },
  {
    name: 'config check',
    summary: 'check the config files and list every problem',
    options: [directory, store, json],
    load: async () => (await import('../config/read-commands.js')).checkCommand,
  },
  {
    name: 'trust',
    summary: 'review what a folder brings in .toolwright, and trust it',
    options: [
      directory,
      store,
      yes,
      option('--revoke', 'stop trusting the folder'),
      option('--list', 'list the trusted folders'),
      option('--json', 'print JSON, and do not ask'),
    ],
    load: async () => (await import('../trust/trust-command.js')).trustCommand,
  },
  {
    name: 'grants',
    summary: 'list lasting approvals and what they allow',
    options: [store, json, option('--all', 'include those that expired, were revoked, or were for one session')],
    load: async () => (await import('../grants/grants-commands.js')).grantsCommand,
  },
  {
    name: 'grants revoke',
    summary: 'revoke lasting approvals: you are asked again from then on',
    arguments: [{ name: 'ID', required: false, many: true }],
    options: [
      store,
      option('--all', 'revoke every approval in force'),
      option('-y, --yes', 'do not ask before --all; needed without a terminal'),
    ],
    notes: ["ID: a grant's id, or any unambiguous prefix. Takes effect immediately, including in running sessions."],
    load: async () => (await import('../grants/grants-commands.js')).revokeCommand,
  },
];
