import { configuredServers } from '../../config/mcp-servers.js';
import { inspectTrust } from '../../config/trust.js';
import { listServers } from '../../session/servers/list-servers.js';
import { exitMask } from '../exit-mask.js';
import { renderServers } from '../servers/render-servers.js';
import type { Chat } from './chat-state.js';

/** `/servers`: the MCP servers of this session, and how they stand. */
export async function showServers({ screen, session, store, config, host, style }: Chat): Promise<void> {
  const { workspace: root } = session;
  const servers = configuredServers(config, await inspectTrust(store, root));
  if (servers.length === 0) return screen.line('No MCP server is configured here.');
  const listed = await listServers(store, servers, { root, env: host.env });
  screen.line(renderServers(exitMask(host, root).value(listed), style));
}
