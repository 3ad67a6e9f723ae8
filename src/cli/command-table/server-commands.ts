import type { CommandSpec } from '../command.js';
import { directory, json, store } from '../command-options.js';

const name = [{ name: 'NAME', required: true, kind: 'server' }] as const;
const nameNote = 'NAME is that of a server, as toolwright servers lists it.';

/** The MCP servers that are configured. */
export const serverCommands: readonly CommandSpec[] = [
  {
    name: 'servers',
    summary: 'list the MCP servers that are configured here, and how they stand; nothing is started',
    arguments: [],
    options: [directory, store, json],
    notes: ['It ends with 1 when one of them cannot be used, else with 0.'],
    load: async () => (await import('../servers/list-command.js')).listCommand,
  },
  {
    name: 'servers check',
    summary: 'start an MCP server, once you agree, and tell which of its tools are new or changed',
    arguments: name,
    options: [directory, store, json],
    notes: [
      nameNote,
      'You are asked as in a session: whether it may be started, and whether what it has may be used. It ends with 0 when it may, with 1 when it could not be started, and with 3 when the answer is no.',
    ],
    load: async () => (await import('../servers/check-command.js')).checkCommand,
  },
  {
    name: 'servers forget',
    summary: 'forget what was seen of an MCP server, so that it is asked about as one that is new',
    arguments: name,
    options: [directory, store],
    notes: [nameNote],
    load: async () => (await import('../servers/forget-command.js')).forgetCommand,
  },
  {
    name: 'servers login',
    summary: 'sign in at an MCP server on the web, in your browser',
    arguments: name,
    options: [
      directory,
      store,
      { name: 'no-browser', help: 'open no browser: print the address, for you to open on this machine' },
    ],
    notes: [
      nameNote,
      'You are asked before a host beside its own is connected to, and before the browser is opened. It ends with 1 when it did not work, and with 3 when the answer is no.',
    ],
    load: async () => (await import('../servers/login-command.js')).loginCommand,
  },
  {
    name: 'servers logout',
    summary: 'remove the tokens that signing in at an MCP server has left',
    arguments: name,
    options: [directory, store],
    notes: [nameNote],
    load: async () => (await import('../servers/logout-command.js')).logoutCommand,
  },
];
