import type { Config } from '../config/config-schema.js';

/** What the config names as secret, and the variables that hold the keys of models. */
export function secretNames({ secrets = [], providers = {} }: Config): readonly string[] {
  return [...secrets, ...Object.values(providers).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? [])];
}
