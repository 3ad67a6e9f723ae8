import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { Dial } from '../../../src/policy/net/dial.js';
import type { HostRule } from '../../../src/policy/net/host-gate.js';
import { serve } from '../../policy/net/guard-harness.js';
import { type Box, createBox, type Ran, type RunOptions, unproved } from '../box.js';
import { publicAddress, serveSecure } from './proxy-harness.js';

export interface ConnectedBox extends Box {
  /** What was connected to. */
  readonly dials: Dial[];
  /** What was asked of the server, as `host/path`. */
  readonly seen: string[];
  connected(command: string | readonly [string, ...string[]], options?: RunOptions): Promise<Ran>;
}

export interface ConnectedOptions {
  readonly hosts: readonly HostRule[];
  readonly listener?: RequestListener;
}

/** A box whose names all lead to one server of the test, which answers http on every port but 443, and https there. */
export async function createConnectedBox({ hosts, listener }: ConnectedOptions): Promise<ConnectedBox> {
  const seen: string[] = [];
  const answer: RequestListener = (request, response) => {
    seen.push(`${request.headers.host}${request.url}`);
    if (listener === undefined) response.end(`hello from ${request.headers.host}\n`);
    else listener(request, response);
  };
  const plain = await serve(answer);
  const secure = await serveSecure(answer);
  const dials: Dial[] = [];
  const box = createBox();
  const dialing = {
    resolve: async () => [publicAddress],
    connect(dial: Dial) {
      dials.push(dial);
      return connect({ host: '127.0.0.1', port: dial.port === 443 ? secure : plain.port });
    },
  };
  return {
    ...box,
    dials,
    seen,
    connected: (command, { sandbox = {}, ...options } = {}) =>
      box.run(command, { facts: [unproved], ...options, sandbox: { hosts: () => hosts, dialing, ...sandbox } }),
  };
}
