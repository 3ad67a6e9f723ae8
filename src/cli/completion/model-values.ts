import { findLocalServers } from '../../config/model-choice/local-servers.js';
import { providersOf, variableIn } from '../../config/model-choice/provider.js';
import { loadUserConfig } from '../../config/open-config.js';
import type { CompletionValue, ValueRequest } from './completion-value.js';

/** A person waits for the list. */
const timeoutMs = 400;

/** The short names and models of the config, what servers on this machine have, and the guide. */
export async function modelValues({ host }: ValueRequest): Promise<readonly CompletionValue[]> {
  const { values } = loadUserConfig({ env: host.env, platform: process.platform });
  const named = Object.keys(values.models ?? {}).map((value) => ({ value, says: 'of the config' }));
  const providers = providersOf(values, host.env);
  const servers = values.probeLocalServers === false ? [] : await findLocalServers(providers.values(), { timeoutMs });
  const served = servers.flatMap(({ provider, models }) =>
    models.map((model) => ({ value: `${provider.name}/${model}`, says: `of ${provider.title} on this machine` })),
  );
  const hosted = [...providers.values()].flatMap(({ name, apiKeyEnv, defaultModel, title }) =>
    apiKeyEnv !== undefined && defaultModel !== undefined && variableIn(host.env, apiKeyEnv) !== undefined
      ? [{ value: `${name}/${defaultModel}`, says: `of ${title}` }]
      : [],
  );
  const guide = { value: 'guide', says: 'the built-in stand-in, which works offline' };
  return [...named, ...served, ...hosted, guide];
}
