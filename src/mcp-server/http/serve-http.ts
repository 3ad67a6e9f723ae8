import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf, ToolwrightError } from '../../base/error.js';
import type { McpHost } from '../mcp-host.js';
import { allowPage, answerPreflight } from './cors.js';
import { createEndpoint } from './endpoint.js';
import { type Guard, guardRequest, guardToken, path } from './guard-request.js';
import { sendRefusal, sendResponse, webRequest } from './web-message.js';

export interface HttpOptions {
  /** The address to listen at: `127.0.0.1`. */
  readonly address: string;
  /** 0: one that is free. */
  readonly port: number;
  /** What every request has to bring; needed beyond loopback. */
  readonly token?: string | undefined;
  /** Further names that may stand in `Host`, with a port or without. */
  readonly hosts?: readonly string[];
  /** Pages whose requests are taken: `https://app.example.com`. */
  readonly origins?: readonly string[];
  /** How many clients there may be at once. */
  readonly maxSessions?: number;
  /** How long one is kept that says nothing. */
  readonly idleMs?: number;
}

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves clients that come by HTTP, each with a session of its own. */
export async function serveHttp(host: McpHost, options: HttpOptions): Promise<HttpServer> {
  if (!isLoopback(options.address) && options.token === undefined)
    throw new ToolwrightError(
      'bad-usage',
      `Whoever reaches ${options.address} could call tools here: give a token (--token-env VARIABLE), or listen at 127.0.0.1.`,
    );
  const { maxSessions = 32, idleMs = 30 * 60_000 } = options;
  const endpoint = createEndpoint(host, { max: maxSessions, idleMs });
  let guard: Guard = { hosts: [], origins: [], token: options.token };
  const server = createHttp(limits, (request, response) => {
    void answer(request, response, { guard, endpoint }).catch((error: unknown) => {
      host.warn?.(`a request failed: ${messageOf(error)}`);
      sendRefusal({ status: 500, message: 'The request failed here: see what the server printed.' }, response);
    });
  });
  server.maxConnections = maxConnections;
  const port = await listen(server, options);
  guard = guardOf(options, port);
  return {
    url: `http://${hostIn(options.address)}:${port}${path}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await endpoint.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A request is there within these, or it is none. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  maxHeaderSize: 16_384,
};
const maxConnections = 256;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { guard, endpoint }: { readonly guard: Guard; readonly endpoint: ReturnType<typeof createEndpoint> },
): Promise<void> {
  const refusal = guardRequest(request, guard);
  if (refusal !== undefined) return sendRefusal(refusal, response);
  allowPage(request, response);
  if (request.method === 'OPTIONS') return answerPreflight(request, response);
  const unknown = guardToken(request, guard);
  if (unknown !== undefined) return sendRefusal(unknown, response);
  await sendResponse(await endpoint.answer(webRequest(request, response)), response);
}

function listen(server: ReturnType<typeof createHttp>, { address, port }: HttpOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new ToolwrightError('bad-usage', `Cannot listen at ${address}:${port}: ${error.message}. Choose another.`),
      ),
    );
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port));
  });
}

function guardOf({ address, hosts = [], origins = [], token }: HttpOptions, port: number): Guard {
  const own = isLoopback(address) ? ['localhost', '127.0.0.1', '[::1]'] : [hostIn(address)];
  const withPort = own.map((name) => `${name}:${port}`);
  return {
    hosts: [...withPort, ...hosts.flatMap((name) => [name.toLowerCase(), `${name.toLowerCase()}:${port}`])],
    origins: [...withPort.map((name) => `http://${name}`), ...origins.map((origin) => origin.toLowerCase())],
    token,
  };
}

const hostIn = (address: string): string => (address.includes(':') ? `[${address}]` : address);

const isLoopback = (address: string): boolean =>
  address === 'localhost' || address === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
