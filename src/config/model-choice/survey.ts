import { defined } from '../../base/defined.js';
import { knownModel, promptDialect } from '../../model/known-models.js';
import { type ListedModel, listModels } from '../../model/list-models.js';
import type { ModelFailure } from '../../model/model.js';
import { showOllamaModel } from '../../model/provider/ollama/ollama-models.js';
import type { Config } from '../config-schema.js';
import { talks } from './local-servers.js';
import { addressProblem, type Env, type Provider, providersOf, variableIn } from './provider.js';

/** One provider, whether it answers, and what it has. */
export interface SurveyedProvider {
  readonly provider: Provider;
  /** `not-set-up`: its key is missing, or nothing answers where it usually runs and the config does not name it. */
  readonly state: 'answers' | 'fails' | 'not-set-up';
  /** Why it has no models here. */
  readonly says?: string;
  readonly models: readonly SurveyedModel[];
}

/** A model, and what is known of it. What nobody tells is left out. */
export interface SurveyedModel {
  readonly name: string;
  /** How it would make calls: by the API, or written as text. */
  readonly toolCalls: 'native' | 'prompt';
  /** The text format of prompt mode; only there. */
  readonly dialect?: string;
  readonly thinking?: boolean;
  readonly images?: boolean;
  readonly contextTokens?: number;
  /** Named in the config. */
  readonly configured: boolean;
}

export interface SurveyOptions {
  readonly config: Config;
  readonly env: Env;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** So many models of one server are asked for what they can do. */
const maxShown = 60;

/** Asks every provider that is set up for its models, all at once. Never throws. */
export async function surveyModels(options: SurveyOptions): Promise<readonly SurveyedProvider[]> {
  const providers = [...providersOf(options.config, options.env).values()];
  return Promise.all(providers.map((provider) => surveyProvider(provider, options)));
}

async function surveyProvider(provider: Provider, options: SurveyOptions): Promise<SurveyedProvider> {
  const { config, env } = options;
  const { apiKeyEnv } = provider;
  const key = apiKeyEnv === undefined ? undefined : variableIn(env, apiKeyEnv);
  const configured = Object.hasOwn(config.providers ?? {}, provider.name);
  const without = (state: 'fails' | 'not-set-up', says: string): SurveyedProvider => ({
    provider,
    state,
    says,
    models: namedModels(provider, config),
  });
  if (apiKeyEnv !== undefined && key === undefined)
    return without(configured ? 'fails' : 'not-set-up', `${apiKeyEnv} is not set`);
  const problem = addressProblem(provider);
  if (problem !== undefined) return without('fails', problem);
  const got = await list(provider, key, options);
  if ('failure' in got) return without(provider.local && !configured ? 'not-set-up' : 'fails', got.failure.message);
  const models = got.models.map((model) => asNamed(model, provider, config));
  const listed = new Set(models.map(({ name }) => name));
  const described = await Promise.all(models.map((model, at) => describe(model, at, { provider, key, options })));
  const talking = described.filter((model) => model !== undefined);
  const named = namedModels(provider, config).filter(({ name }) => !listed.has(name));
  return { provider, state: 'answers', models: [...talking, ...named] };
}

/** Ollama adds `:latest` to names without a tag: a model the config names so is listed by that name. */
function asNamed(model: ListedModel, { name, api }: Provider, { models = {} }: Config): ListedModel {
  const short = model.name.replace(/:latest$/, '');
  return api === 'ollama' && Object.hasOwn(models, `${name}/${short}`) ? { ...model, name: short } : model;
}

function list(
  { api, baseUrl, settings }: Provider,
  apiKey: string | undefined,
  { timeoutMs, signal }: SurveyOptions,
): Promise<{ readonly models: readonly ListedModel[] } | { readonly failure: ModelFailure }> {
  const { headers } = settings ?? {};
  const server = { api, baseUrl, ...defined({ apiKey, headers }) };
  return listModels(server, { timeoutMs, ...defined({ signal }) });
}

/** Models of this provider that the config names and the server may not list. */
function namedModels(provider: Provider, config: Config): readonly SurveyedModel[] {
  const prefix = `${provider.name}/`;
  const keys = Object.keys(config.models ?? {}).filter((key) => key.startsWith(prefix));
  return keys.map((key) => traitsOf({ name: key.slice(prefix.length) }, provider, config));
}

/** A model and what it can do; undefined for one that does not talk. */
async function describe(
  model: ListedModel,
  at: number,
  asked: { readonly provider: Provider; readonly key: string | undefined; readonly options: SurveyOptions },
): Promise<SurveyedModel | undefined> {
  const { provider, key, options } = asked;
  const { config, timeoutMs, signal } = options;
  if (!talks(model.name)) return undefined;
  if (provider.api !== 'ollama' || at >= maxShown) return traitsOf(model, provider, config);
  const { baseUrl, settings: { headers } = {} } = provider;
  const got = await showOllamaModel(model.name, {
    baseUrl,
    timeoutMs,
    ...defined({ apiKey: key, headers, signal }),
  });
  if ('failure' in got) return traitsOf(model, provider, config);
  return got.traits.chat === false ? undefined : traitsOf(model, provider, config, got.traits);
}

interface Told {
  readonly tools?: boolean | undefined;
  readonly thinking?: boolean | undefined;
  readonly vision?: boolean | undefined;
  readonly contextTokens?: number | undefined;
}

/** What the config says counts, then what the server tells, then what is known of the name. */
function traitsOf(model: ListedModel, provider: Provider, config: Config, told: Told = {}): SurveyedModel {
  const key = `${provider.name}/${model.name}`;
  const settings = Object.hasOwn(config.models ?? {}, key) ? config.models?.[key] : undefined;
  const known = provider.local ? knownModel(model.name) : undefined;
  const wish = settings?.toolCalls ?? provider.settings?.toolCalls;
  const set = wish === 'auto' ? undefined : wish;
  // Only Ollama's adapter goes to prompt mode by itself.
  const byServer = provider.api === 'ollama' && told.tools === false ? 'prompt' : 'native';
  const toolCalls = set ?? byServer;
  const thinking = told.thinking ?? known?.thinking;
  const contextTokens = settings?.contextTokens ?? told.contextTokens ?? model.contextTokens ?? known?.contextTokens;
  return {
    name: model.name,
    toolCalls,
    ...(toolCalls === 'prompt' && { dialect: settings?.dialect ?? promptDialect(model.name) }),
    ...defined({ thinking, images: told.vision, contextTokens }),
    configured: settings !== undefined,
  };
}
