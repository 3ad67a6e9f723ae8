import type { Extension } from '../extend/extension.js';
import type { NamedServer, ServerSettings } from '../extend/named-server.js';

/** The MCP servers of a session, for its option `extensions`. What speaks with them is loaded when there is one. */
export function mcpServers(servers: Readonly<Record<string, ServerSettings>> | readonly NamedServer[]): Extension {
  const named: readonly NamedServer[] = isList(servers)
    ? servers
    : Object.entries(servers).map(([name, settings]) => ({ name, settings }));
  let opened: Extension | undefined;
  return {
    name: 'mcp',
    async open(host) {
      if (named.length === 0) return;
      const { createMcpExtension } = await import('../extend/mcp/mcp-extension.js');
      opened = createMcpExtension(named);
      await opened.open(host);
    },
    close: async () => opened?.close?.(),
  };
}

const isList = (servers: object): servers is readonly NamedServer[] => Array.isArray(servers);
