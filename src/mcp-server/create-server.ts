import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Server,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { version } from '../base/version.js';
import { callTool } from './call-tool.js';
import { type McpClient, readClient } from './client.js';
import { canComplete, serveCompletions } from './completions.js';
import type { Connection } from './connection.js';
import type { KeptResults } from './kept-results.js';
import { serveLogLevel } from './log-level.js';
import type { McpHost } from './mcp-host.js';
import { servePrompts } from './prompts.js';
import { serveResources } from './resources.js';
import { serveSubscriptions } from './subscriptions.js';
import { toolEntry } from './tool-entry.js';

export interface Serving {
  connectionOf(client: McpClient): Connection;
  /** Tells clients that something has changed, where the server itself has no way to them. */
  onChanged?(what: 'tools' | 'resources'): void;
}

/** The protocol over a connection: lists its tools and has them called. What a call asks for is asked of the client. */
export function createServer(host: McpHost, serving: Serving): Server {
  const { resources = [], templates = [], prompts = [] } = host;
  const completing = { prompts, templates };
  const server = new Server(
    { name: 'toolwright', title: 'Toolwright', version },
    {
      capabilities: capabilitiesOf(host),
      instructions,
      // Earlier versions of the protocol are asked by ourselves: what comes of a form is known there, whatever it is.
      inputRequired: { legacyShim: false },
    },
  );
  server.onerror = (error) => host.warn?.(error.message);
  const { onChanged = (what) => void tellChanged(server, what).catch(() => {}) } = serving;
  const connectionFor = (ctx: ServerContext): { readonly client: McpClient; readonly connection: Connection } => {
    const client = clientOf(server, ctx);
    return { client, connection: serving.connectionOf(client) };
  };
  const isWanted = serveLogLevel(server);

  server.setRequestHandler('tools/list', async (_request, ctx) => {
    const { client, connection } = connectionFor(ctx);
    const open = await connection.open(client);
    return { tools: (await open.tools.list()).map(toolEntry) };
  });
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const { client, connection } = connectionFor(ctx);
    const { kept } = connection;
    const open = await connection.open(client);
    const links = (server.getNegotiatedProtocolVersion() ?? '') >= firstWithLinks;
    const before = kept.list().at(-1);
    const result = await callTool(params, {
      ctx,
      client,
      open,
      kept,
      host,
      links,
      onLog(level, message) {
        // Of later versions each request says what it wants, and the SDK goes by that.
        if (ctx.mcpReq.envelope !== undefined || isWanted(level))
          void ctx.mcpReq.log(level, message, 'toolwright').catch(() => {});
      },
    });
    if (await open.tools.takeChange()) onChanged('tools');
    if (kept.list().at(-1) !== before) onChanged('resources');
    return result;
  });
  const keptFor = (ctx: ServerContext): KeptResults => connectionFor(ctx).connection.kept;
  serveResources(server, { resources, templates, blobs: host.blobs, keptFor });
  if (resources.some(isWatched)) serveSubscriptions(server, resources);
  if (prompts.length > 0) servePrompts(server, prompts);
  if (canComplete(completing)) serveCompletions(server, completing);
  return server;
}

/** Clients of versions before do not know what a link to a resource is. */
const firstWithLinks = '2025-06-18';

const instructions =
  'Tools for files, commands, searches and the web in one folder. Every call is checked against a policy, may be asked about, and is recorded; a refusal says why and what to do.';

/** What is not there is not told of. */
function capabilitiesOf({ resources = [], templates = [], prompts = [] }: McpHost): ServerCapabilities {
  return {
    tools: { listChanged: true },
    logging: {},
    resources: { listChanged: true, ...(resources.some(isWatched) && { subscribe: true }) },
    ...(prompts.length > 0 && { prompts: {} }),
    ...(canComplete({ prompts, templates }) && { completions: {} }),
  };
}

const isWatched = ({ watch }: NonNullable<McpHost['resources']>[number]): boolean => watch !== undefined;

const tellChanged = (server: Server, what: 'tools' | 'resources'): Promise<void> =>
  what === 'tools' ? server.sendToolListChanged() : server.sendResourceListChanged();

/** By the request itself where it tells, by the handshake else. */
function clientOf(server: Server, { mcpReq: { envelope } }: ServerContext): McpClient {
  const given = (envelope ?? {}) as Record<string, unknown>;
  return readClient(
    given[CLIENT_INFO_META_KEY] ?? server.getClientVersion(),
    given[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities(),
  );
}
