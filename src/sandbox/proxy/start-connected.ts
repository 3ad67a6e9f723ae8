import { defined } from '../../base/defined.js';
import { messageOf } from '../../base/error.js';
import type { HostRule } from '../../policy/net/host-gate.js';
import { areProved, type Fact } from '../../tool/fact.js';
import type { ProcessEnd, RunningProcess } from '../../tool/port.js';
import type { ConfinedStart } from '../confinement.js';
import type { Backend } from '../find-backend.js';
import { neverStarted } from '../follow.js';
import type { Network } from './open-network.js';
import type { Dialing } from './reach.js';

export interface Connecting {
  readonly backend: Backend;
  readonly hosts: readonly HostRule[];
  /** How names are looked up and connections made; as the system does it when absent. */
  readonly dialing: Dialing | undefined;
}

/** Starts a confined process with a way to the network, where it needs one, which ends with it. */
export async function startConnected(start: ConfinedStart, connecting: Connecting): Promise<RunningProcess> {
  const { backend, hosts, dialing } = connecting;
  const { confinement, request } = start;
  if (!needsNetwork(hosts, request.facts ?? [])) return backend(start);
  let network: Network;
  try {
    const { openNetwork } = await import('./open-network.js');
    network = await openNetwork(hosts, { ownNetwork: process.platform === 'linux', ...(dialing && { dialing }) });
  } catch (error) {
    return neverStarted({ state: 'failed', message: `its way to the network could not be made: ${messageOf(error)}` });
  }
  const { mounts, env } = confinement;
  const connected = { ...confinement, mounts: [...mounts, ...network.mounts], env: { ...env, ...network.env } };
  const { port: proxyPort } = network;
  const running = backend({
    ...start,
    confinement: connected,
    words: network.words(start.words),
    ...defined({ proxyPort }),
  });
  const ended = running.ended.then(async (end): Promise<ProcessEnd> => {
    await network.close();
    const refused = [...(end.refused ?? []), ...network.refused()];
    const connected = network.connected();
    return { ...end, ...(refused.length > 0 && { refused }), ...(connected.length > 0 && { connected }) };
  });
  return { ...running, connected: () => network.connected(), ended };
}

/**
 * Whether a process needs a way out: something is open to it, or it may try what is not, and that is to be told. One that
 * is wholly understood tries nothing else than it says.
 */
const needsNetwork = (hosts: readonly HostRule[], facts: readonly Fact[]): boolean =>
  hosts.some(({ verdict }) => verdict === 'allow') || facts.some(({ kind }) => kind === 'net') || !areProved(facts);
