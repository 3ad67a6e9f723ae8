import { serverNameForm, serverTimes } from '../extend/named-server.js';
import { maxPatternLength } from '../policy/rule/rule.js';
import type { JsonSchema } from '../schema/json-schema.js';
import { printable } from './printable.js';

const texts = (title: string, description: string, maxItems: number) =>
  ({
    type: 'array',
    title,
    description,
    maxItems,
    items: {
      type: 'string',
      title: 'Text',
      description: 'One of them.',
      pattern: printable,
      patternErrorMessage: 'text on one line',
      maxLength: 4000,
    },
  }) as const satisfies JsonSchema;

const timeout = (title: string, description: string, usual: number) =>
  ({
    type: 'integer',
    title,
    description,
    minimum: 1,
    maximum: serverTimes.most,
    default: usual,
  }) as const satisfies JsonSchema;

const values = (title: string, description: string, names: string) =>
  ({
    type: 'object',
    title,
    description,
    propertyNames: { pattern: names, patternErrorMessage: 'a name', maxLength: 200 },
    additionalProperties: {
      type: 'string',
      pattern: printable,
      patternErrorMessage: 'text on one line',
      maxLength: 8000,
    },
  }) as const satisfies JsonSchema;

const oneLine = (title: string, description: string) =>
  ({
    type: 'string',
    title,
    description,
    pattern: printable,
    patternErrorMessage: 'text on one line',
    maxLength: 4000,
  }) as const satisfies JsonSchema;

const serverSettings = {
  type: 'object',
  title: 'MCP server',
  additionalProperties: false,
  properties: {
    type: {
      enum: ['stdio', 'http', 'streamable-http', 'sse'],
      title: 'Transport',
      description: 'stdio with a command, http with a url; sse for servers that speak nothing newer.',
    },
    command: {
      type: 'string',
      title: 'Program',
      description: 'The program that is the server.',
      pattern: printable,
      patternErrorMessage: 'a program, on one line',
      maxLength: 4000,
    },
    args: texts('Arguments', 'What the program is started with.', 200),
    env: values(
      'Variables',
      `Variables for the program; \${NAME} stands for one of yours.`,
      '^[A-Za-z_][A-Za-z0-9_]*$',
    ),
    cwd: {
      type: 'string',
      title: 'Folder',
      description: 'Where the program is started; the workspace when absent.',
      pattern: printable,
      patternErrorMessage: 'a path, on one line',
      maxLength: 4000,
    },
    url: {
      type: 'string',
      title: 'URL',
      description: 'Where a server is that is reached over HTTP.',
      pattern: '^(https?://|\\$\\{)[^\\s\\p{Cc}]+$',
      patternErrorMessage: 'a URL that begins with http:// or https://',
      maxLength: 4000,
    },
    headers: values(
      'Headers',
      `Headers of each request; \${NAME} stands for a variable of yours.`,
      "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
    ),
    oauth: {
      type: 'object',
      title: 'Login',
      description: 'For a server that wants a login: what it does not tell itself. See toolwright servers login.',
      additionalProperties: false,
      properties: {
        clientId: oneLine(
          'Client',
          'The client that is registered there, or the https address of its document; registered with the login when absent.',
        ),
        clientSecret: oneLine('Client secret', `The secret of that client; \${NAME} stands for a variable of yours.`),
        scope: oneLine('Scope', 'What the login is for, in the words of the server.'),
        callbackPort: {
          type: 'integer',
          title: 'Port',
          description: 'The port of 127.0.0.1 the browser comes back to; any free one when absent.',
          minimum: 1,
          maximum: 65_535,
        },
      },
    },
    disabled: { type: 'boolean', title: 'Off', description: 'The server is not used.', default: false },
    include: texts(
      'Tools',
      'The tools that are offered: names at the server, or patterns with *. All when absent.',
      500,
    ),
    exclude: texts('Tools left out', 'Tools that are not offered: names at the server, or patterns with *.', 500),
    startTimeoutMs: timeout('Time to start', 'How many milliseconds it may take to start.', serverTimes.start),
    callTimeoutMs: timeout('Time of a call', 'How many milliseconds a call may take.', serverTimes.call),
    writes: texts(
      'What it may write',
      'Files and folders the program may write: from the workspace, or with ~/ from your home. Nothing when absent. Inside the workspace only for a server of a workspace.',
      50,
    ),
    hosts: {
      type: 'array',
      title: 'Hosts',
      description: 'Hosts the program may connect to. None when absent.',
      maxItems: 50,
      items: {
        type: 'string',
        title: 'Host',
        description: 'A host, as in rules.',
        pattern: '^[^\\s\\p{Cc}*/]+$',
        patternErrorMessage: 'a host, as in api.example.com',
        maxLength: maxPatternLength,
      },
    },
    sampling: {
      type: 'boolean',
      title: 'Asking the model',
      description: 'The server may ask for answers of the model; each is asked about.',
      default: false,
    },
  },
} as const satisfies JsonSchema;

export const serverListSettings = {
  type: 'object',
  title: 'MCP servers',
  description:
    'Servers whose tools are offered, by name. A server of a workspace does not take the place of one of yours.',
  propertyNames: {
    pattern: serverNameForm,
    patternErrorMessage: 'a name of letters, digits, - and single _, at most 32, and no reserved word',
    maxLength: 32,
  },
  additionalProperties: serverSettings,
} as const satisfies JsonSchema;
