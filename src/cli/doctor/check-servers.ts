import { configuredServers } from '../../config/mcp-servers.js';
import type { LoadedConfig } from '../../config/open-config.js';
import type { TrustInspection } from '../../config/trust.js';
import type { HealthItem } from '../../session/health/health-item.js';
import { serverTrouble } from '../../session/servers/server-trouble.js';
import type { Host } from '../host.js';

interface ServersContext {
  readonly trust: TrustInspection | undefined;
  readonly root: string;
  readonly env: Host['env'];
}

/** MCP servers that cannot be used; nothing where none is configured, or all are turned off. */
export function checkServers(config: LoadedConfig, { trust, ...context }: ServersContext): readonly HealthItem[] {
  const servers = configuredServers(config, trust).filter(({ settings }) => settings.disabled !== true);
  if (servers.length === 0) return [];
  const broken = servers.flatMap((server): readonly HealthItem[] => {
    const trouble = serverTrouble(server, context);
    if (trouble === undefined) return [];
    const place = server.origin === undefined ? '' : ` (${server.origin.file})`;
    const says = `${server.name} cannot be used: ${trouble}${place}`;
    return [{ part: 'mcp servers', state: 'warn', says, todo: 'Correct it; the others work: toolwright servers' }];
  });
  if (broken.length > 0) return broken;
  return [{ part: 'mcp servers', state: 'ok', says: servers.map(({ name }) => name).join(', ') }];
}
