import type { CommandEntry } from '../command.js';
import { directory, json, option, store, talking } from '../command-options.js';

const name = [{ name: 'NAME', required: true, kind: 'server' }] as const;
const nameNote = 'NAME: a server, as toolwright servers lists it.';

/** The MCP servers that are configured. */
export const serverCommands: readonly CommandEntry[] = [
  {
    name: 'servers',
    summary: 'list the configured MCP servers and their state',
    options: [directory, store, json],
    notes: ['Starts nothing. Exits 1 if any server is unusable.'],
    load: async () => (await import('../servers/servers-commands.js')).listCommand,
  },
  {
    name: 'servers check',
    summary: 'start an MCP server, once you agree, and list its new or changed tools',
    arguments: name,
    options: [directory, store, json],
    notes: [
      nameNote,
      'You are asked whether it may be started, and whether its tools may be used. Exits 1 if it could not be started, 3 if you answer no.',
    ],
    load: async () => (await import('../servers/check-command.js')).checkCommand,
  },
  {
    name: 'servers forget',
    summary: 'forget an MCP server: it is treated as new and asked about again',
    arguments: name,
    options: [directory, store],
    notes: [nameNote],
    load: async () => (await import('../servers/servers-commands.js')).forgetCommand,
  },
  {
    name: 'servers login',
    summary: 'sign in to a remote MCP server in your browser, or out of it',
    arguments: name,
    options: [
      directory,
      store,
      option('--no-browser', 'print the address instead of opening a browser'),
      option('--logout', 'sign out instead: remove its tokens'),
    ],
    notes: [
      nameNote,
      'You are asked before connecting to any other host and before the browser is opened. Exits 1 if signing in failed, 3 if you answer no.',
    ],
    load: async () => (await import('../servers/login-command.js')).loginCommand,
  },
];

const shared = ['directory', 'session', 'mode', 'profile', 'sandbox', 'limit'];

/** What serves other programs. */
export const serveCommands: readonly CommandEntry[] = [
  {
    name: 'mcp',
    summary: 'serve the tools to an MCP client, such as an editor',
    options: [
      ...talking.filter(({ name }) => shared.includes(name)),
      option('--tools NAMES', 'serve only these tools or groups, as toolwright tools lists them, separated by commas', {
        many: true,
      }),
      option(
        '--http PORT',
        'serve over HTTP at this port of 127.0.0.1, or at ADDRESS:PORT, instead of stdin and stdout',
      ),
      option(
        '--token-env VAR',
        'the environment variable that holds the token clients send; required beyond 127.0.0.1',
        { kind: 'env' },
      ),
      option('--allow-host NAME', 'another name under which clients reach the server', { many: true }),
      option('--allow-origin URL', 'a web page whose requests are accepted', { many: true }),
      store,
    ],
    notes: [
      'Each client gets its own session, which toolwright sessions, audit and undo treat like any other. The client asks questions if it can (elicitation); otherwise they are denied.',
      'For a client that starts its own servers:\n  {"mcpServers":{"toolwright":{"command":"toolwright","args":["mcp","-C","/path/to/project"]}}}',
    ],
    load: async () => (await import('../mcp/mcp-command.js')).mcpCommand,
  },
];
