import { connect as connectPlain } from 'node:net';
import { dialDirect, systemResolve } from '../../policy/net/dial.js';
import { classifyHost } from '../../policy/net/host.js';
import type { HostRule } from '../../policy/net/host-gate.js';
import { parseAddress } from '../../policy/rule/host-pattern.js';
import type { Fact } from '../../tool/fact.js';
import type { Mount } from '../confinement.js';
import type { Words } from '../follow.js';
import { bridgePort, bridgeWords } from './bridge.js';
import type { Dialing } from './reach.js';
import { startProxy } from './start-proxy.js';

const bySystem: Dialing = { resolve: systemResolve, connect: dialDirect };

/** The way out of one confined process. */
export interface Network {
  /** What of it must be seen inside, above everything else. */
  readonly mounts: readonly Mount[];
  readonly env: Readonly<Record<string, string>>;
  /** The only port of this machine that the process needs, where it has no network of its own. */
  readonly port?: number;
  /** The words to start inside, in place of those of the command. */
  words(command: Words): Words;
  /** The hosts it was kept from. */
  refused(): readonly Fact[];
  /** The hosts it was connected to. */
  connected(): readonly Fact[];
  close(): Promise<void>;
}

export interface NetworkOptions {
  /** The process has a network of its own, with nothing in it. */
  readonly ownNetwork: boolean;
  readonly dialing?: Dialing;
}

/** Opens it; it must be closed when the process has ended. */
export async function openNetwork(hosts: readonly HostRule[], options: NetworkOptions): Promise<Network> {
  const { ownNetwork, dialing = bySystem } = options;
  const proxy = await startProxy({ hosts, ...dialing, on: ownNetwork ? 'socket' : 'port' });
  const { place, refused, connected, close } = proxy;
  if (place.type === 'port') {
    const { port } = place;
    const env = proxyEnv(port, ownNetwork);
    return { mounts: [], env, port, words: (command) => command, refused, connected, close };
  }
  const { socket, folder } = place;
  const servers = await nearServers(hosts);
  return {
    mounts: [{ path: folder, as: 'read' }],
    env: proxyEnv(bridgePort, ownNetwork),
    words: (command) => bridgeWords({ socket, servers }, command),
    refused,
    connected,
    close,
  };
}

/**
 * The open servers of this machine where somebody listens now. Clients do not ask a proxy for them, so they are brought
 * inside; where nobody listens, the port stays free for servers of the process itself.
 */
async function nearServers(hosts: readonly HostRule[]): Promise<readonly string[]> {
  const open = hosts.flatMap(({ verdict, host }) => {
    const address = verdict === 'allow' ? parseAddress(host) : undefined;
    const [name = ''] = address?.hosts ?? [];
    return address?.port !== undefined && classifyHost(name).kind === 'loopback' ? [`${name}:${address.port}`] : [];
  });
  const servers = [...new Set(open)];
  const listening = await Promise.all(servers.map(isListening));
  return servers.filter((_, at) => listening[at]);
}

function isListening(server: string): Promise<boolean> {
  const at = server.lastIndexOf(':');
  const host = server.slice(0, at).replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const trial = connectPlain({ host, port: Number(server.slice(at + 1)) });
    trial.setTimeout(500);
    const end = (found: boolean): void => {
      trial.destroy();
      resolve(found);
    };
    trial.once('connect', () => end(true));
    trial.once('error', () => end(false));
    trial.once('timeout', () => end(false));
  });
}

/** By these variables programs find the proxy; some read them in capitals only, some in small letters only. */
function proxyEnv(port: number, ownNetwork: boolean): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${port}`;
  return {
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    HTTPS_PROXY: proxy,
    https_proxy: proxy,
    ALL_PROXY: proxy,
    all_proxy: proxy,
    ...(ownNetwork && { NO_PROXY: own, no_proxy: own }),
    NODE_USE_ENV_PROXY: '1',
    ...unasked,
  };
}

/** Programs that would look for newer versions of themselves, or tell of their use: a refusal of that is no news. */
const unasked = {
  npm_config_update_notifier: 'false',
  NO_UPDATE_NOTIFIER: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  DO_NOT_TRACK: '1',
};

/** Servers that a process starts in a network of its own are reached as they are. */
const own = 'localhost,127.0.0.1,::1';
