import { nearest } from '../../base/nearest.js';
import { configuredServers } from '../../config/mcp-servers.js';
import { refuseProblems } from '../../config/problem.js';
import type { TrustInspection } from '../../config/trust.js';
import type { NamedServer } from '../../extend/named-server.js';
import { realFolder } from '../../session/real-folder.js';
import type { ServerPlace } from '../../session/servers/server-place.js';
import type { Store } from '../../store/store.js';
import type { Invocation } from '../command.js';
import { commandFolder, readCommandConfig } from '../config/command-config.js';
import { storeChoice } from '../config/store-choice.js';
import type { Host } from '../host.js';
import { openUserStoreToRead } from '../open-user-store.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';

/** What the commands about servers look at. */
interface ServerContext {
  readonly servers: readonly NamedServer[];
  readonly place: ServerPlace;
  readonly store: Store;
  /** How what the workspace brings stands: its servers count when it is trusted. */
  readonly trust: TrustInspection;
}

/** Reads what is configured, for a piece of work on it; a store that is not there yet is not made for it. */
export async function withServers<T>(
  invocation: Invocation,
  host: Host,
  work: (context: ServerContext) => Promise<T>,
): Promise<T> {
  const { config, trust } = await readCommandConfig(invocation, host);
  refuseProblems(config.problems);
  const store = await openUserStoreToRead(storeChoice(invocation, config, host.env), host);
  try {
    const root = realFolder(commandFolder(invocation, host));
    return await work({ servers: configuredServers(config, trust), place: { root, env: host.env }, store, trust });
  } finally {
    await store.close();
  }
}

/** The server of this name. Throws `bad-usage` with the nearest one. */
export function findServer(servers: readonly NamedServer[], name = ''): NamedServer {
  const found = servers.find((server) => server.name === name);
  if (found !== undefined) return found;
  const names = servers.map((server) => server.name);
  const near = nearest(name, names);
  const hint = near === undefined ? '' : ` Did you mean ${safeLine(near)}?`;
  throw usageError(`No MCP server is named ${safeLine(name)} here.${hint}`, 'servers');
}
