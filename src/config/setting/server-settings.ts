import { serverNameForm, serverTimes } from '../../extend/named-server.js';
import { choice, entry, flag, form, hostList, integer, line, list, object, table, text } from './schema-parts.js';
import type { Settings } from './setting.js';
import { writesInside } from './writes-inside.js';

const texts = (title: string, description: string, maxItems: number) =>
  list(title, description, maxItems, text('Text', 'One of them.', line()));

const timeout = (title: string, description: string, usual: number) =>
  integer(title, description, { minimum: 1, maximum: serverTimes.most, default: usual });

const values = (title: string, description: string, names: string) =>
  table(title, description, form(names, 'a name', 200), { type: 'string', ...line('text on one line', 8000) });

const oneServer = entry('MCP server', {
  type: choice('Transport', 'stdio with a command, http with a url; sse for servers that speak nothing newer.', [
    'stdio',
    'http',
    'streamable-http',
    'sse',
  ]),
  command: text('Program', 'The program that is the server.', line('a program, on one line')),
  args: texts('Arguments', 'What the program is started with.', 200),
  env: values('Variables', `Variables for the program; \${NAME} stands for one of yours.`, '^[A-Za-z_][A-Za-z0-9_]*$'),
  cwd: text('Folder', 'Where the program is started; the workspace when absent.', line('a path, on one line')),
  url: text(
    'URL',
    'Where a server is that is reached over HTTP.',
    form('^(https?://|\\$\\{)[^\\s\\p{Cc}]+$', 'a URL that begins with http:// or https://', 4000),
  ),
  headers: values(
    'Headers',
    `Headers of each request; \${NAME} stands for a variable of yours.`,
    "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
  ),
  oauth: object(
    'Login',
    'For a server that wants a login: what it does not tell itself. See toolwright servers login.',
    {
      clientId: text(
        'Client',
        'The client that is registered there, or the https address of its document; registered with the login when absent.',
        line(),
      ),
      clientSecret: text(
        'Client secret',
        `The secret of that client; \${NAME} stands for a variable of yours.`,
        line(),
      ),
      scope: text('Scope', 'What the login is for, in the words of the server.', line()),
      callbackPort: integer('Port', 'The port of 127.0.0.1 the browser comes back to; any free one when absent.', {
        minimum: 1,
        maximum: 65_535,
      }),
    },
  ),
  disabled: flag('Off', 'The server is not used.', false),
  include: texts('Tools', 'The tools that are offered: names at the server, or patterns with *. All when absent.', 500),
  exclude: texts('Tools left out', 'Tools that are not offered: names at the server, or patterns with *.', 500),
  startTimeoutMs: timeout('Time to start', 'How many milliseconds it may take to start.', serverTimes.start),
  callTimeoutMs: timeout('Time of a call', 'How many milliseconds a call may take.', serverTimes.call),
  writes: texts(
    'What it may write',
    'Files and folders the program may write: from the workspace, or with ~/ from your home. Nothing when absent. Inside the workspace only for a server of a workspace.',
    50,
  ),
  hosts: hostList('Hosts the program may connect to. None when absent.', 'a host, as in api.example.com'),
  sampling: flag('Asking the model', 'The server may ask for answers of the model; each is asked about.', false),
});

/** The MCP servers whose tools are offered. */
export const serverSettings = {
  mcpServers: {
    schema: table(
      'MCP servers',
      'Servers whose tools are offered, by name. A server of a workspace does not take the place of one of yours.',
      form(serverNameForm, 'a name of letters, digits, - and single _, at most 32, and no reserved word', 32),
      oneServer,
    ),
    reader: 'face',
    links: { 'Servers whose tools': 'mcp.md', 'wants a login': 'mcp.md#signing-in' },
    workspace: {
      members:
        'type command args env cwd url headers oauth disabled include exclude startTimeoutMs callTimeoutMs writes hosts sampling'.split(
          ' ',
        ),
      most: { count: 20, of: 'MCP servers' },
      check: writesInside('a server'),
    },
  },
} as const satisfies Settings;
