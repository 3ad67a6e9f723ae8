import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { Capability } from '../../tool/tool.js';
import { serverTimes } from '../named-server.js';
import type { McpServer } from './mcp-server.js';

/** The servers of a session by their names; one that cannot be used is there with why. */
export type SessionServers = ReadonlyMap<string, McpServer | ToolFailure>;

export const findServer = (servers: SessionServers, name: string): McpServer | ToolFailure =>
  servers.get(name) ??
  fail('not_found', `No MCP server is named ${name}. There are: ${[...servers.keys()].join(', ')}.`);

/** What our own tools that speak with a server of the model's choice have in common. */
export const serverTraits = {
  category: 'mcp',
  group: 'mcp',
  source: 'mcp',
  capabilities: ['process'] as readonly Capability[],
  dangerous: true,
  effects: 'outside',
  limits: { timeoutMs: serverTimes.most },
} as const;
