import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { McpClient } from '../client.js';
import { type Connection, createConnection } from '../connection.js';
import { createServer } from '../create-server.js';
import type { McpHost } from '../mcp-host.js';
import { watchAll } from '../subscriptions.js';
import { createEventStore } from './event-store.js';
import { createSessionTable, type Kept, type TableOptions } from './session-table.js';

/** The protocol over requests that were let in. */
export interface Endpoint {
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
}

interface Linked extends Kept {
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/**
 * Up to version 2025-11-25 of the protocol a client begins with a handshake and names its session in each request; later ones
 * name themselves in each request, and those of one name share a session here.
 */
export function createEndpoint(host: McpHost, options: TableOptions): Endpoint {
  const linked = createSessionTable<Linked>(options);
  const named = createSessionTable<Connection>(options);

  const connectionOf = ({ name, elicits, samples }: McpClient): Connection => {
    const key = `${name} ${elicits} ${samples}`;
    const known = named.get(key);
    // Used just now: it is kept for as long again.
    if (known !== undefined) {
      named.use(key)();
      return known;
    }
    const connection = createConnection(host, 'mcp http');
    if (!named.add(key, connection)) throw new Error(noRoom);
    return connection;
  };
  const handler = createMcpHandler(
    () =>
      createServer(host, {
        connectionOf,
        onChanged: (what) => (what === 'tools' ? handler.notify.toolsChanged() : handler.notify.resourcesChanged()),
      }),
    { legacy: 'reject', maxRequestBodySize, onerror: (error) => host.warn?.(error.message) },
  );
  const stopWatching = watchAll(host.resources ?? [], (uri) => handler.notify.resourceUpdated(uri));

  /** A client that begins: what it says first decides whether it is one. */
  const begin = async (request: Request): Promise<Response> => {
    if (linked.full) return refused(503, noRoom);
    const connection = createConnection(host, 'mcp http');
    const server = createServer(host, { connectionOf: () => connection });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize,
      // Who lost its stream comes back for the rest of it.
      eventStore: createEventStore(),
      retryInterval: 1000,
      onsessioninitialized: (id) => {
        linked.add(id, { transport, close: () => end() });
      },
      onsessionclosed: (id) => linked.remove(id),
    });
    const end = async (): Promise<void> => {
      await server.close();
      await connection.close();
    };
    await server.connect(transport);
    const answer = await transport.handleRequest(request);
    if (transport.sessionId === undefined || linked.get(transport.sessionId) === undefined) await end();
    return answer;
  };

  return {
    async answer(request) {
      if (request.method === 'POST' && !isJsonContentType(request.headers.get('content-type')))
        return refused(415, 'Send application/json.');
      if (!(await isLegacyRequest(request, undefined, { maxRequestBodySize }))) return handler.fetch(request);
      const id = request.headers.get('mcp-session-id');
      if (id === null) return begin(request);
      const link = linked.get(id);
      if (link === undefined) return refused(404, 'There is no such session: begin with initialize.');
      const done = linked.use(id);
      try {
        return whenRead(await link.transport.handleRequest(request), done);
      } catch (error) {
        done();
        throw error;
      }
    },
    async close() {
      stopWatching();
      await handler.close();
      await Promise.all([linked.close(), named.close()]);
    },
  };
}

/** What a call may bring: a file to write, at most. */
const maxRequestBodySize = 4 * 1024 * 1024;

const noRoom = 'Too many clients are connected: close one, or come back later.';

const refused = (status: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, { status });

/** Tells when the body of an answer has been read, or nobody reads it any more. */
function whenRead(answer: Response, done: () => void): Response {
  if (answer.body === null) {
    done();
    return answer;
  }
  const reader = answer.body.getReader();
  const body = new ReadableStream({
    async pull(controller) {
      const read = await reader.read().catch(() => undefined);
      if (read?.done === false) return controller.enqueue(read.value);
      controller.close();
      done();
    },
    async cancel(reason) {
      done();
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: answer.status, headers: answer.headers });
}
