import { firstLine } from '../../base/text.js';
import { missingProgram, type ProgramContext } from '../../config/hook-program.js';
import { configuredServers } from '../../config/mcp-servers.js';
import type { LoadedConfig } from '../../config/open-config.js';
import type { TrustInspection } from '../../config/trust.js';
import type { HealthItem } from '../../session/health/health-item.js';
import { serverTrouble } from '../../session/servers/server-trouble.js';
import type { Host } from '../host.js';

/** Hooks whose programs are not there; nothing where there are no hooks. */
export function checkHooks({ values, origins }: LoadedConfig, context: ProgramContext): readonly HealthItem[] {
  const { hooks = [] } = values;
  if (hooks.length === 0) return [];
  const missing = hooks.flatMap(({ command, on }, at): readonly HealthItem[] => {
    const program = missingProgram(command, context);
    if (program === undefined) return [];
    const origin = origins.get(`/hooks/${at}`);
    const place = origin === undefined ? '' : ` (${origin.file}:${origin.line})`;
    const todo =
      on === 'before-call'
        ? 'Until it is, every call it is about is kept from running: install it, or correct the command.'
        : 'Install it, or correct the command.';
    return [
      { part: 'hooks', state: 'bad', says: `${program} is not there, for ${on}: ${firstLine(command)}${place}`, todo },
    ];
  });
  if (missing.length > 0) return missing;
  return [{ part: 'hooks', state: 'ok', says: `${hooks.length} in the config` }];
}

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

/** Engines of the config that lack their key or their address; nothing where none is set. */
export function checkSearch(
  { values: { webSearch } }: LoadedConfig,
  env: Readonly<Record<string, string | undefined>>,
): readonly HealthItem[] {
  if (webSearch === undefined) return [];
  const engines = [webSearch, ...(webSearch.fallback ?? [])];
  const lacking = engines.flatMap(({ engine = 'duckduckgo', url, apiKeyEnv }): readonly HealthItem[] => {
    const lack = (says: string, todo: string): readonly HealthItem[] => [
      { part: 'web search', state: 'warn', says, todo },
    ];
    if (engine === 'searxng' && url === undefined)
      return lack('searxng has no address', 'Set webSearch.url to your instance.');
    if (engine !== 'brave' && engine !== 'tavily') return [];
    if (apiKeyEnv === undefined)
      return lack(`${engine} needs a key`, 'Set webSearch.apiKeyEnv to the variable that holds it.');
    return (env[apiKeyEnv] ?? '') === ''
      ? lack(`${engine} needs a key, and ${apiKeyEnv} is not set`, 'Set that variable.')
      : [];
  });
  if (lacking.length > 0) return lacking;
  const names = engines.map(({ engine = 'duckduckgo' }) => engine);
  return [{ part: 'web search', state: 'ok', says: names.join(', then ') }];
}
