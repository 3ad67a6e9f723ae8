import { configuredServers } from '../../config/mcp-servers.js';
import type { LoadedConfig } from '../../config/open-config.js';
import { inspectTrust } from '../../config/trust.js';
import { type ListedServer, listServers } from '../../session/servers/list-servers.js';
import type { Store } from '../../store/store.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';

interface Configured {
  readonly store: Store;
  readonly config: LoadedConfig;
  readonly host: Host;
}

/** The MCP servers of a folder, and how they stand. */
export async function listConfigured(
  workspace: string,
  { store, config, host }: Configured,
): Promise<readonly ListedServer[]> {
  const servers = configuredServers(config, await inspectTrust(store, workspace));
  const listed = await listServers(store, servers, { root: workspace, env: host.env });
  return exitMask(host, workspace).value(listed);
}
