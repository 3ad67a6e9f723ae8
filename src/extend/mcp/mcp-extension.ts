import { messageOf } from '../../base/error.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { nameShape } from '../declared/tool-name.js';
import type { Extension, ExtensionHost } from '../extension.js';
import { type NamedServer, serverProblem } from '../named-server.js';
import { connectTool } from './connect-tool.js';
import { expandLaunch } from './expand.js';
import { createMcpServer, type Listing, type McpServer } from './mcp-server.js';
import { createPins } from './pins.js';

interface McpOptions {
  /** Told what a server has when it is connected to, before anybody is asked about it. */
  onListing?(listing: Listing, server: McpServer): void;
}

/** Brings the tools of MCP servers into a session. No server is started before one of its tools is called. */
export function createMcpExtension(servers: readonly NamedServer[], { onListing }: McpOptions = {}): Extension {
  const opened = new Map<string, McpServer | ToolFailure>();
  return {
    name: 'mcp',
    async open(host) {
      const pins = createPins(host.user);
      const shapes = new Map<string, string>();
      // What a folder brings comes last: it does not take a name away from a server of the user.
      for (const server of servers.toSorted((a, b) => rankOf(a) - rankOf(b))) {
        if (server.settings.disabled === true) continue;
        const shape = nameShape(server.name);
        const like = shapes.get(shape);
        shapes.set(shape, like ?? server.name);
        opened.set(server.name, await openServer(server, like, host, pins));
      }
      if (opened.size === 0) return;
      host.registry.register(connectTool(opened, { nameOf: host.profile.serverToolName, onListing }));
      const { resourceTool } = await import('./resource-tool.js');
      host.registry.register(resourceTool(opened));
    },
    async close() {
      await Promise.all([...opened.values()].map((server) => (isFailure(server) ? undefined : server.link.close())));
    },
  };
}

const rankOf = ({ origin }: NamedServer): number => (origin?.layer === 'workspace' ? 1 : 0);

/** One that cannot be used costs only itself: it says why when it is asked for. */
async function openServer(
  server: NamedServer,
  like: string | undefined,
  host: ExtensionHost,
  pins: ReturnType<typeof createPins>,
): Promise<McpServer | ToolFailure> {
  const { name, settings, origin } = server;
  const refuse = (why: string): ToolFailure => {
    host.log.warn(`the MCP server ${JSON.stringify(name)} is left out: ${why}`);
    return fail('validation_failed', `The MCP server ${JSON.stringify(name)} cannot be used: ${why}.`);
  };
  const problem =
    like === undefined
      ? serverProblem(server)
      : `its name could be taken for that of ${JSON.stringify(like)}: choose one that is plainly another`;
  if (problem !== undefined) return refuse(problem);
  const launch = expandLaunch(settings, host.env);
  if (isFailure(launch)) return refuse(launch.message);
  try {
    const pin = await pins.of(name, origin?.layer === 'workspace' ? host.workspace.root : undefined);
    return createMcpServer({ server, launch, host, pins, pin });
  } catch (error) {
    return refuse(messageOf(error));
  }
}
