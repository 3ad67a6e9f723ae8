import { defined } from '../../base/defined.js';
import { ToolwrightError } from '../../base/error.js';
import type { ModelSpec } from '../../model/open-model.js';
import type { Api } from '../../model/provider/protocol.js';
import type { Config } from '../config-schema.js';
import { addressProblem, type Env, type Provider, variableIn } from './provider.js';

/** A model of a provider with all its settings. Throws `bad-usage` when its address or the key it needs is not there. */
export function modelSpec(
  model: string,
  provider: Provider,
  options: { readonly config: Config; readonly env: Env; readonly flags: ModelFlags; readonly alias?: string },
): ModelSpec {
  const { config, env, flags, alias } = options;
  const { headers, idleTimeoutMs, toolCalls: usual } = provider.settings ?? {};
  const settings = { ...ownMember(config.models, `${provider.name}/${model}`), ...ownMember(config.models, alias) };
  const { toolCalls = usual, dialect, contextTokens, maxOutputTokens, thinking, keepAlive } = settings;
  const problem = addressProblem(provider);
  if (problem !== undefined) throw badModel(problem);
  const apiKey = readKey(provider, env, flags);
  const apiKeyName = flags.apiKeyEnv ?? provider.apiKeyEnv;
  return {
    provider: provider.name,
    api: flags.api ?? provider.api,
    baseUrl: provider.baseUrl,
    model,
    ...defined({
      apiKey,
      apiKeyName,
      headers,
      idleTimeoutMs,
      toolCalls,
      dialect,
      contextTokens,
      maxOutputTokens,
      thinking,
      keepAlive,
    }),
  };
}

function ownMember<Value>(
  object: Readonly<Record<string, Value>> | undefined,
  key: string | undefined,
): Value | undefined {
  return object !== undefined && key !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A variable that was named must be there. */
function readKey(provider: Provider, env: Env, { apiKeyEnv }: ModelFlags): string | undefined {
  const variable = apiKeyEnv ?? provider.apiKeyEnv;
  if (variable === undefined) return undefined;
  const key = variableIn(env, variable);
  if (key !== undefined) return key;
  const other = apiKeyEnv === undefined ? ', or name another model: `toolwright models` lists those at hand' : '';
  throw badModel(
    `The variable ${variable} is not set or empty: put the API key for ${provider.title} into it${other}.`,
  );
}

/** A model that cannot be used as it was named. */
export const badModel = (message: string): ToolwrightError => new ToolwrightError('bad-usage', message);

/** What a command line says of the model. */
export interface ModelFlags {
  readonly api?: Api | undefined;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
}

/** Whether the flags name a model at all. */
export const namesModel = ({ model, baseUrl }: ModelFlags): boolean => model !== undefined || baseUrl !== undefined;
