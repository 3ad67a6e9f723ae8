import { unwrap } from '../../client/reply.js';
import { renderServers } from '../servers/render-servers.js';
import type { Chat } from './chat-state.js';

/** `/servers`: the MCP servers of this session, and how they stand. */
export async function showServers({ screen, port, session, style }: Chat): Promise<void> {
  const listed = unwrap(await port.listServers({ session: session.id }));
  screen.line(listed.length === 0 ? 'No MCP server is configured here.' : renderServers(listed, style));
}
