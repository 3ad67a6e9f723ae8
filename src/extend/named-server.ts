import type { RuleOrigin } from '../policy/policy.js';

/** How an MCP server is written down: the shape that `mcpServers` has everywhere, and what is said of it here beside that. */
export interface ServerSettings {
  /** Told by `command` and `url` when absent; `sse` only for servers that speak nothing newer. */
  readonly type?: 'stdio' | 'http' | 'streamable-http' | 'sse';
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** From the workspace; the workspace when absent. */
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** For signing in at a server that wants a login; what is absent is found out. */
  readonly oauth?: OAuthSettings;
  readonly disabled?: boolean;
  /** The tools that are taken, each a name or a pattern with `*`; all when absent. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly startTimeoutMs?: number;
  readonly callTimeoutMs?: number;
  /** Files and folders a program may write, from the workspace, or with `~/` from home; nothing when absent. */
  readonly writes?: readonly string[];
  /** Hosts a program may connect to; none when absent. */
  readonly hosts?: readonly string[];
  /** It may ask for answers of the model, each of which is asked about. */
  readonly sampling?: boolean;
}

/** What a server that wants a login does not tell itself. */
export interface OAuthSettings {
  /** The client that is registered there, or the `https` address of its document; registered with the login when absent. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** What is asked for, in the words of the server. */
  readonly scope?: string;
  /** The port the browser comes back to, where the server wants to know it before; any free one when absent. */
  readonly callbackPort?: number;
}

/** A server with its name and where it was written down. */
export interface NamedServer {
  readonly name: string;
  readonly settings: ServerSettings;
  readonly origin?: Pick<RuleOrigin, 'layer' | 'file'>;
}

export const serverTimes = { start: 30_000, call: 120_000, most: 3_600_000 } as const;

/** No `__`, which divides the names of tools: `mcp__server__tool` has one reading. */
export const serverNameForm =
  '^(?!(?:builtin|custom|dynamic|mcp|toolwright|user)$)[A-Za-z0-9](?:_?[A-Za-z0-9-]){0,31}$';

const isName = new RegExp(serverNameForm, 'i');

/** What keeps a server from being used; undefined when nothing does. */
export function serverProblem({ name, settings }: Pick<NamedServer, 'name' | 'settings'>): string | undefined {
  if (!isName.test(name))
    return 'its name cannot be used: take letters, digits, - and single _, at most 32, and none of the reserved words';
  const { command, url, type } = settings;
  if ((command === undefined) === (url === undefined)) return 'it needs either a command or a url';
  if (type !== undefined && (type === 'stdio') !== (command !== undefined))
    return type === 'stdio' ? 'a stdio server needs a command' : `a server of type ${type} needs a url`;
  return undefined;
}
