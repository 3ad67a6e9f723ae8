import { rmdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { systemCode } from '../../base/error.js';
import { createHostGate, type HostRule } from '../../policy/net/host-gate.js';
import type { Fact } from '../../tool/fact.js';
import { answer } from './answer.js';
import { forward } from './forward.js';
import { defaultProxyLimits, type ProxyLimits } from './proxy-limits.js';
import { listenOnPort, listenOnSocket, type ProxyPlace } from './proxy-place.js';
import type { Dialing, ReachContext } from './reach.js';
import { createRefusedHosts } from './refused-hosts.js';
import { createSlots } from './slots.js';
import { createSparingResolve } from './sparing-resolve.js';
import { nameOf } from './target.js';
import { openTunnel } from './tunnel.js';

export interface ProxyOptions extends Dialing {
  readonly hosts: readonly HostRule[];
  /** Where it listens: on a socket, or on a port of this machine where no process has a network of its own. */
  readonly on: 'socket' | 'port';
  readonly limits?: Partial<ProxyLimits>;
}

export interface RunningProxy {
  readonly place: ProxyPlace;
  /** What it refused so far. */
  refused(): readonly Fact[];
  /** What it connected to so far. */
  connected(): readonly Fact[];
  close(): Promise<void>;
}

/** The way out of one confined process: an HTTP proxy. */
export async function startProxy({ hosts, resolve, connect, on, limits: given }: ProxyOptions): Promise<RunningProxy> {
  const limits = { ...defaultProxyLimits, ...given };
  const refused = createRefusedHosts();
  const connected = new Map<string, Fact>();
  const context: ReachContext = {
    gate: createHostGate(hosts),
    resolve: createSparingResolve(resolve),
    connect,
    refused,
    onReached(target) {
      const name = nameOf(target);
      if (connected.size < maxConnected)
        connected.set(name, { kind: 'net', target: name, where: 'nowhere', known: true });
    },
    slots: createSlots(limits.connections),
    limits,
  };
  const clients = new Set<Duplex>();
  const server = createProxyServer(context);
  server.on('connection', (client) => {
    clients.add(client);
    // As many as there are requests that wait.
    client.setMaxListeners(0);
    client.once('close', () => clients.delete(client));
  });
  const place = on === 'socket' ? await listenOnSocket(server) : await listenOnPort(server);
  return {
    place,
    refused: () => refused.facts(),
    connected: () => [...connected.values()],
    async close() {
      for (const client of clients) client.destroy();
      await new Promise((resolve) => server.close(resolve));
      if (place.type === 'socket') await rmdir(place.folder).catch(() => {});
    },
  };
}

/** The first of them say enough. */
const maxConnected = 50;

function createProxyServer(context: ReachContext): Server {
  const { headerBytes, headerMs, connections } = context.limits;
  const server = createServer({
    maxHeaderSize: headerBytes,
    headersTimeout: headerMs,
    // A body takes as long as it takes.
    requestTimeout: 0,
    keepAliveTimeout: 5000,
    connectionsCheckingInterval: Math.min(1000, headerMs),
    requireHostHeader: false,
  });
  server.maxConnections = connections;
  server.on('request', (request, response) => {
    forward(request, response, context).catch(() => response.destroy());
  });
  server.on('connect', (request, client, head) => {
    openTunnel(request, client, head, context).catch(() => client.destroy());
  });
  server.on('clientError', (error, client) => {
    const [status, message] = problems[systemCode(error) ?? ''] ?? [400, 'this is not a request of HTTP/1.1'];
    answer(client, status, message);
  });
  return server;
}

const problems: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the header of the request is too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the header of the request took too long'],
};
