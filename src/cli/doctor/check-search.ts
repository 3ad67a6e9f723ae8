import type { LoadedConfig } from '../../config/open-config.js';
import type { HealthItem } from '../../session/health/health-item.js';

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
