import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { createConnection } from './connection.js';
import { createServer } from './create-server.js';
import type { McpHost } from './mcp-host.js';
import { watchAll } from './subscriptions.js';

export interface StdioOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Aborted when the program is told to end. */
  readonly signal: AbortSignal;
}

/** Serves the one client whose pipes these are, until it closes them. */
export async function serveStdio(host: McpHost, { stdin, stdout, signal }: StdioOptions): Promise<void> {
  const connection = createConnection(host, 'mcp stdio');
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: maxLineBytes });
  const watches: (() => void)[] = [];
  const handle = serve(
    ({ era }) => {
      const server = createServer(host, { connectionOf: () => connection });
      const tell = (uri: string): void => void server.sendResourceUpdated({ uri }).catch(() => {});
      if (era === 'modern') watches.push(watchAll(host.resources ?? [], tell));
      return server;
    },
    { transport, onerror: (error) => host.warn?.(error.message) },
  );
  await closing(transport, signal);
  for (const stop of watches) stop();
  await handle.close();
  await connection.close();
}

/** A message of more is no call that could be run. */
const maxLineBytes = 4 * 1024 * 1024;

/** The client has gone, sent a message that is too long, or the program is to end. */
function closing(transport: StdioServerTransport, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const before = transport.onclose;
    transport.onclose = () => {
      before?.();
      resolve();
    };
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}
