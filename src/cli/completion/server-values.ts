import { configuredServers } from '../../config/mcp-servers.js';
import { readCommandConfig } from '../config/command-config.js';
import type { CompletionValue, ValueRequest } from './completion-value.js';

/** The MCP servers that are configured here. */
export async function serverValues({ host, invocation }: ValueRequest): Promise<readonly CompletionValue[]> {
  const { config, trust } = await readCommandConfig(invocation, host);
  return configuredServers(config, trust).map(({ name, settings }) => ({
    value: name,
    says: settings.url ?? settings.command ?? '',
  }));
}
