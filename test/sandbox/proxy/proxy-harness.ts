import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Dial } from '../../../src/policy/net/dial.js';
import type { HostRule } from '../../../src/policy/net/host-gate.js';
import type { Dialing, ProxyLimits } from '../../../src/sandbox/proxy/reach.js';
import { type RunningProxy, startProxy } from '../../../src/sandbox/proxy/start-proxy.js';
import type { Names } from '../../policy/net/guard-harness.js';
import { certificate } from './certificate.js';

export const allow = (...hosts: readonly string[]): readonly HostRule[] =>
  hosts.map((host) => ({ verdict: 'allow', host }));

/** What a name that is open leads to, unless a test says otherwise: an address that is given to nobody. */
export const publicAddress = '203.0.113.7';

export interface StubDialing extends Dialing {
  readonly dials: Dial[];
  readonly lookups: string[];
}

/** Names lead where a test says; every connection ends at one port of 127.0.0.1, and is noted. */
export function stubDialing(names: Names, to: number | undefined): StubDialing {
  const dials: Dial[] = [];
  const lookups: string[] = [];
  return {
    dials,
    lookups,
    async resolve(name) {
      lookups.push(name);
      const found = names[name] ?? [publicAddress];
      return typeof found === 'function' ? found() : found;
    },
    connect(dial) {
      dials.push(dial);
      if (to === undefined) throw new Error('a connection that must not be made');
      return connect({ host: '127.0.0.1', port: to });
    },
  };
}

/** A web server with a certificate that goes with the test; answers its port. */
export async function serveSecure(listener: RequestListener): Promise<number> {
  const server = createServer(certificate, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export interface ProxyBench extends StubDialing {
  readonly proxy: RunningProxy & { readonly socket: string };
  /** Sends exactly this, piece by piece, and answers all that came until the connection was closed. */
  ask(...pieces: readonly (string | Buffer)[]): Promise<string>;
}

export async function createProxyBench(options: {
  readonly hosts: readonly HostRule[];
  readonly names?: Names;
  readonly to?: number;
  readonly limits?: Partial<ProxyLimits>;
}): Promise<ProxyBench> {
  const { hosts, names = {}, to, limits = {} } = options;
  const dialing = stubDialing(names, to);
  const proxy = await startProxy({ hosts, ...dialing, on: 'socket', limits });
  onTestFinished(() => proxy.close());
  if (proxy.place.type !== 'socket') throw new Error('it listens elsewhere');
  const { socket } = proxy.place;
  return { ...dialing, proxy: { ...proxy, socket }, ask: (...pieces) => askAt({ path: socket }, pieces) };
}

export function askAt(
  place: { readonly path: string } | { readonly port: number },
  pieces: readonly (string | Buffer)[],
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(place);
    let heard = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      heard += text;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
    void (async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((next) => setTimeout(next, 5));
      }
    })();
  });
}

export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** The first answer in what came. */
export function read(heard: string): Answered {
  const [head = '', ...rest] = heard.split('\r\n\r\n');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), body: rest.join('\r\n\r\n') };
}
