import type { RequestListener } from 'node:http';
import { systemClock } from '../../../src/base/clock.js';
import { sessionNet } from '../../../src/session/session-net.js';
import type { RunContext } from '../../../src/tool/context.js';
import { type Seen, serve } from '../../policy/net/guard-harness.js';
import { type Bench, createBench } from '../tool-harness.js';

export interface WebBench extends Bench {
  readonly url: string;
  /** As rules name it. */
  readonly host: string;
  readonly seen: Seen[];
}

/** A bench whose network leads to a real server of this machine, and to nothing else. */
export async function createWebBench(listener: RequestListener, options: Partial<RunContext> = {}): Promise<WebBench> {
  const { port, seen } = await serve(listener);
  return { ...benchFor(`127.0.0.1:${port}`, options), seen };
}

/** The same for a server that is there already. */
export function benchFor(host: string, options: Partial<RunContext> = {}): Omit<WebBench, 'seen'> {
  const network = sessionNet({ clock: systemClock, hosts: async () => [], configured: [host] });
  const net = network.forCall({
    facts: [{ kind: 'net', target: host, where: 'nowhere', known: true }],
    heard: () => {},
    refused: () => {},
  });
  return { ...createBench({ net, ...options }), url: `http://${host}/`, host };
}

/** A listener that says one thing. */
export const says =
  (body: string | Uint8Array, type = 'text/html; charset=utf-8', status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);
