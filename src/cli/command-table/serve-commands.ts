import type { CommandSpec } from '../command.js';
import { store, talking } from '../command-options.js';

const shared = ['directory', 'session', 'mode', 'profile', 'sandbox', 'limit'];

/** What serves other programs. */
export const serveCommands: readonly CommandSpec[] = [
  {
    name: 'mcp',
    summary: 'serve the tools to a program that speaks the Model Context Protocol, such as an editor or an agent',
    arguments: [],
    options: [
      ...talking.filter(({ name }) => shared.includes(name)),
      {
        name: 'tools',
        value: 'NAMES',
        many: true,
        help: 'serve only these: names of tools or groups, as toolwright tools lists them, with commas between them',
      },
      {
        name: 'http',
        value: 'PORT',
        help: 'serve by HTTP at this port of 127.0.0.1, or at ADDRESS:PORT, instead of stdin and stdout',
      },
      {
        name: 'token-env',
        value: 'VAR',
        kind: 'env',
        help: 'the environment variable that holds the token clients send; needed beyond 127.0.0.1',
      },
      { name: 'allow-host', value: 'NAME', many: true, help: 'a further name under which clients reach the server' },
      { name: 'allow-origin', value: 'URL', many: true, help: 'a page whose requests are taken' },
      store,
    ],
    notes: [
      'Every client has a session of its own, with its calls, the questions about them and what they changed: toolwright sessions, audit and undo know them as any other. Questions are put by the client where it can (elicitation); where it cannot they are denied.',
      'For a client that starts its servers itself:\n  {"mcpServers":{"toolwright":{"command":"toolwright","args":["mcp","-C","/path/to/project"]}}}',
    ],
    load: async () => (await import('../mcp/mcp-command.js')).mcpCommand,
  },
];
