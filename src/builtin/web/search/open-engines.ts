import { brave } from './brave.js';
import { duckDuckGo } from './duckduckgo.js';
import type { EngineSettings, SearchEngine } from './search-engine.js';
import type { EngineName, SearchSettings } from './search-settings.js';
import { searxng } from './searxng.js';
import { tavily } from './tavily.js';

const makers: Readonly<Record<EngineName, (settings: EngineSettings) => SearchEngine>> = {
  duckduckgo: duckDuckGo,
  searxng,
  brave,
  tavily,
};

/** The engines that settings name, in the order in which they are asked. */
export function openEngines(
  { fallback = [], ...first }: SearchSettings,
  env: Readonly<Record<string, string | undefined>>,
): readonly SearchEngine[] {
  return [first, ...fallback].map(({ engine, url, apiKeyEnv }) => {
    const apiKey = apiKeyEnv === undefined ? undefined : env[apiKeyEnv];
    return makers[engine]({
      ...(url !== undefined && { url }),
      ...(apiKey !== undefined && apiKey !== '' && { apiKey }),
    });
  });
}
