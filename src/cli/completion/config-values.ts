import { configPaths } from '../../config/config-paths.js';
import { valueAt } from '../../config/json-path.js';
import { configuredServers } from '../../config/mcp-servers.js';
import { findLocalServers } from '../../config/model-choice/local-servers.js';
import { providersOf, variableIn } from '../../config/model-choice/provider.js';
import { loadUserConfig } from '../../config/open-config.js';
import { listProfiles } from '../../config/profile/list-profiles.js';
import type { Setting } from '../../config/setting/setting.js';
import { settings } from '../../config/setting/settings.js';
import { parseSettingKey, renderSettingKey } from '../../config/setting-key.js';
import type { JsonSchema } from '../../schema/json-schema.js';
import { readCommandConfig } from '../config/command-config.js';
import type { Host } from '../host.js';
import type { CompletionValue, ValueRequest } from './completion-value.js';

/** The profiles that can be used: those that are built in, and the user's own. */
export async function profileValues({ host }: ValueRequest): Promise<readonly CompletionValue[]> {
  const listed = await listProfiles(configPaths({ env: host.env, platform: process.platform }));
  return listed
    .filter(({ problems }) => problems.length === 0)
    .map(({ name, summary }) => ({ value: name, says: summary }));
}

/** The MCP servers that are configured here. */
export async function serverValues({ host, invocation }: ValueRequest): Promise<readonly CompletionValue[]> {
  const { config, trust } = await readCommandConfig(invocation, host);
  return configuredServers(config, trust).map(({ name, settings }) => ({
    value: name,
    says: settings.url ?? settings.command ?? '',
  }));
}

/** Every setting that a command line can change; below models, providers and the like, of the names the user has. */
export async function settingValues({ host }: ValueRequest): Promise<readonly CompletionValue[]> {
  const edited = Object.entries<Setting>(settings).filter(([, setting]) => setting.edited !== 'in-file');
  const properties = Object.fromEntries(edited.map(([name, { schema }]) => [name, schema]));
  return settingsBelow({ properties }, [], userValues(host));
}

/** What a setting takes, where that is one of a few words. */
export async function settingChoices({ host, invocation }: ValueRequest): Promise<readonly CompletionValue[]> {
  const named = parseSettingKey(invocation.arguments[0] ?? '', userValues(host));
  const { type, enum: choices = type === 'boolean' ? [true, false] : [] } = named.ok ? named.schema : {};
  return choices.map((choice) => ({ value: String(choice) }));
}

const userValues = ({ env }: Host): object => loadUserConfig({ env, platform: process.platform }).values;

function settingsBelow(schema: JsonSchema, path: readonly string[], values: unknown): readonly CompletionValue[] {
  const { properties = {}, additionalProperties: entry } = schema;
  const named = typeof entry === 'object' ? Object.keys(Object(valueAt(values, path))) : [];
  const members = [...Object.entries(properties), ...named.map((name) => [name, entry as JsonSchema] as const)];
  return members.flatMap(([name, member]) => {
    const below = [...path, name];
    return [
      { value: renderSettingKey(below), says: String(member['title'] ?? '') },
      ...settingsBelow(member, below, values),
    ];
  });
}

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
