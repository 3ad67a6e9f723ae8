import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect as connectPlain, createServer as createTcpServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Connect, Dial, Resolve } from '../../../src/policy/net/dial.js';
import { createNetGuard, type NetGuard, type NetGuardOptions } from '../../../src/policy/net/guard.js';

export interface GuardBench {
  readonly guard: NetGuard;
  /** What was connected to and looked up, in order. */
  readonly dials: Dial[];
  readonly lookups: string[];
}

/** Addresses that names lead to; a function is asked anew each time. */
export type Names = Readonly<Record<string, readonly string[] | (() => readonly string[])>>;

/** A guard with a stub resolver. Without a port to go to, whatever is connected to is a mistake that the test sees. */
export function createGuardBench(
  options: Partial<NetGuardOptions> & { readonly names?: Names; readonly to?: number } = {},
): GuardBench {
  const { names = {}, to, ...given } = options;
  const dials: Dial[] = [];
  const lookups: string[] = [];
  const resolve: Resolve = async (name) => {
    lookups.push(name);
    const found = names[name] ?? [];
    return typeof found === 'function' ? found() : found;
  };
  const connect: Connect = (dial) => {
    dials.push(dial);
    if (to === undefined) throw new Error('a connection that must not be made');
    return connectPlain({ host: '127.0.0.1', port: to });
  };
  return { guard: createNetGuard({ resolve, connect, ...given }), dials, lookups };
}

export interface Seen {
  readonly host: string | undefined;
  readonly url: string | undefined;
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

/** A real server on 127.0.0.1 that goes with the test. */
export async function serve(listener: RequestListener): Promise<{ readonly port: number; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const { url, method, headers } = request;
    seen.push({ host: headers.host, url, method, headers });
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen };
}

/** A server that speaks for itself, byte by byte. */
export async function serveRaw(onSocket: (socket: Socket) => void): Promise<{ readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port };
}
