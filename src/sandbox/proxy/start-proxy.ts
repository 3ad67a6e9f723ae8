import { chmod, mkdtemp, realpath, rmdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { systemCode } from '../../base/error.js';
import { createHostGate, type HostRule } from '../../policy/net/host-gate.js';
import type { Fact } from '../../tool/fact.js';
import { answer } from './answer.js';
import { forward } from './forward.js';
import { noteHosts } from './noted-hosts.js';
import type { Dialing, ProxyLimits, ReachContext } from './reach.js';
import { createSparingResolve } from './sparing-resolve.js';
import { folderPrefix, socketName, sweepStaleFolders } from './stale-folders.js';
import { openTunnel } from './tunnel.js';

/** Where a proxy listens. */
type ProxyPlace =
  /** Only its owner may enter the folder; the socket is all it holds. */
  | { readonly type: 'socket'; readonly folder: string; readonly socket: string }
  | { readonly type: 'port'; readonly port: number };

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
  const limits = { ...defaultLimits, ...given };
  const refused = noteHosts({ refused: true });
  const connected = noteHosts({});
  const context: ReachContext = {
    gate: createHostGate(hosts),
    resolve: createSparingResolve(resolve),
    connect,
    refused,
    connected,
    takeSlot: createSlots(limits.connections),
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
    refused: refused.facts,
    connected: connected.facts,
    async close() {
      for (const client of clients) client.destroy();
      await new Promise((resolve) => server.close(resolve));
      if (place.type === 'socket') await rmdir(place.folder).catch(() => {});
    },
  };
}

const defaultLimits: ProxyLimits = { connections: 256, headerBytes: 32_768, headerMs: 10_000, connectMs: 10_000 };

function createSlots(count: number): ReachContext['takeSlot'] {
  let taken = 0;
  return () => {
    if (taken >= count) return undefined;
    taken += 1;
    let held = true;
    return () => {
      if (held) taken -= 1;
      held = false;
    };
  };
}

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

let hasSwept = false;

async function listenOnSocket(server: Server): Promise<ProxyPlace & { readonly type: 'socket' }> {
  const parent = await realpath(tmpdir());
  if (!hasSwept) void sweepStaleFolders(parent);
  hasSwept = true;
  const folder = await mkdtemp(join(parent, folderPrefix));
  const socket = join(folder, socketName);
  await listen(server, { path: socket });
  await chmod(socket, 0o600);
  return { type: 'socket', folder, socket };
}

/** Others on this machine can use it too while it is there; it leads them to the same hosts and no further. */
async function listenOnPort(server: Server): Promise<ProxyPlace & { readonly type: 'port' }> {
  await listen(server, { host: '127.0.0.1', port: 0 });
  return { type: 'port', port: (server.address() as AddressInfo).port };
}

function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, resolve);
  });
}
