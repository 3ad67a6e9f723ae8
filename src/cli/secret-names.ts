import type { Config } from '../config/config-schema.js';

/** What the config names as secret, and the variables that hold the keys of models and of search engines. */
export function secretNames({ secrets = [], providers = {}, webSearch = {} }: Config): readonly string[] {
  const keyed = [...Object.values(providers), webSearch, ...(webSearch.fallback ?? [])];
  return [...secrets, ...keyed.flatMap(({ apiKeyEnv }) => apiKeyEnv ?? [])];
}
