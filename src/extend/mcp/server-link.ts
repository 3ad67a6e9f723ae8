import { isAbsolute, join } from 'node:path';
import type { Fact } from '../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { ExtensionHost } from '../extension.js';
import { type NamedServer, serverTimes } from '../named-server.js';
import type { Connection, ConnectOptions } from './connection.js';
import type { Launch } from './expand.js';
import { loginKey } from './oauth/login-key.js';

/** The way to one server: opened when it is first needed, and again when it is gone. */
export type ServerLink = ReturnType<typeof createServerLink>;

export interface LinkOptions {
  readonly server: NamedServer;
  readonly launch: Launch;
  readonly facts: readonly Fact[];
  readonly host: ExtensionHost;
  onToolsChanged(): void;
}

/** After so many starts in a row that failed, it is not tried again unless it is asked for by name. */
const maxStarts = 5;

export function createServerLink(options: LinkOptions) {
  const { name } = options.server;
  let connection: Connection | undefined;
  let opening: Promise<Connection | ToolFailure> | undefined;
  let failedStarts = 0;
  let isClosed = false;
  const start = async (signal: AbortSignal): Promise<Connection | ToolFailure> => {
    if (failedStarts >= maxStarts)
      return fail(
        'io_error',
        `The MCP server ${name} did not start ${maxStarts} times: it is left alone in this session. Go on without it.`,
      );
    const { connect } = await import('./connection.js');
    const opened = await connect({ ...(await connecting(options)), signal });
    if (isFailure(opened)) {
      // A login is nothing the server has to do with: it is tried again once there is one.
      if (!['cancelled', 'permission_denied'].includes(opened.errorType)) failedStarts += 1;
      return opened;
    }
    failedStarts = 0;
    if (isClosed) await opened.close();
    connection = opened;
    return opened;
  };
  return {
    /** The running server, started if it does not run. */
    async open(signal: AbortSignal): Promise<Connection | ToolFailure> {
      if (connection !== undefined && !connection.closed) return connection;
      opening ??= start(signal).finally(() => {
        opening = undefined;
      });
      return opening;
    },
    get running() {
      return connection !== undefined && !connection.closed;
    },
    async close(): Promise<void> {
      isClosed = true;
      await opening;
      await connection?.close();
    },
  };
}

async function connecting(options: LinkOptions): Promise<Omit<ConnectOptions, 'signal'>> {
  const { server, launch, facts, host, onToolsChanged } = options;
  const { settings, name } = server;
  let words: string | undefined;
  const common = {
    server: name,
    startTimeoutMs: settings.startTimeoutMs ?? serverTimes.start,
    callTimeoutMs: settings.callTimeoutMs ?? serverTimes.call,
    sampling: settings.sampling === true,
    root: host.workspace.root,
    endWords: () => words,
    hasSecret: (text: string) => host.mask.find(text) !== undefined,
    onToolsChanged,
  };
  if (launch.kind === 'web') {
    const { createWebTransport } = await import('./web-transport.js');
    // One that has a header for it is known by that.
    if (Object.keys(launch.headers).some((header) => header.toLowerCase() === 'authorization'))
      return { ...common, transport: await createWebTransport(launch) };
    const { createSessionAuth } = await import('./oauth/session-auth.js');
    const { createLogins } = await import('./oauth/logins.js');
    const auth = createSessionAuth({
      key: loginKey(server, launch, host.workspace.root),
      logins: createLogins(host.env),
    });
    return { ...common, transport: await createWebTransport(launch, auth.provider), failureOf: auth.failureOf };
  }
  const { createStdioTransport } = await import('./stdio-transport.js');
  const { cwd = '.' } = settings;
  const transport = createStdioTransport({
    process: host.process,
    start: {
      command: launch.words,
      cwd: isAbsolute(cwd) ? cwd : join(host.workspace.root, cwd),
      profile: 'server',
      facts,
      env: launch.env,
    },
    onEnd: (said) => {
      words ??= said;
    },
  });
  return { ...common, transport };
}
