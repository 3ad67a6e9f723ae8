import { defined } from '../../base/defined.js';
import { plural } from '../../base/text.js';
import { isWebAddress } from '../../base/web-address.js';
import { listModels } from '../../model/list-models.js';
import type { ModelSpec } from '../../model/open-model.js';
import type { Config } from '../config-schema.js';
import type { Origin } from '../layer.js';
import { findLocalServers, type LocalServer, startProbeMs, talks } from './local-servers.js';
import { badModel, type ModelFlags, modelSpec, namesModel } from './model-spec.js';
import { namedModel } from './named-model.js';
import { type Env, type Provider, providersOf, variableIn } from './provider.js';

/** Which model is talked to, and why this one. */
export interface ModelChoice {
  /** The guide when there is none. */
  readonly spec: ModelSpec | undefined;
  readonly how: 'flag' | 'config' | 'local-server' | 'api-key' | 'guide-named' | 'nothing-found';
  /** One sentence for people. */
  readonly why: string;
}

export interface ModelWish {
  readonly flags: ModelFlags;
  readonly config: { readonly values: Config; readonly origins?: ReadonlyMap<string, Origin> };
  readonly env: Env;
  /** How long servers on this machine may take to answer; default what a start may be delayed by. */
  readonly probeTimeoutMs?: number;
  readonly findServers?: (providers: Iterable<Provider>) => Promise<readonly LocalServer[]>;
}

/**
 * The model to talk to: the one that was named, else what runs on this machine, else what an API key is set for, else the
 * guide. Throws `bad-usage` when what was named cannot be used.
 */
export async function chooseModel(wish: ModelWish): Promise<ModelChoice> {
  const { flags, config, env } = wish;
  const providers = providersOf(config.values, env);
  const timeoutMs = wish.probeTimeoutMs ?? startProbeMs;
  const probe = wish.findServers ?? ((all: Iterable<Provider>) => findLocalServers(all, { timeoutMs }));
  const findServers = (): Promise<readonly LocalServer[]> => probe(providers.values());
  const naming = { config: config.values, env, flags, providers, findServers };

  const named = flags.model ?? (namesModel(flags) ? undefined : config.values.model);
  if (named !== undefined) {
    const spec = await namedModel(named, naming);
    const why = flags.model === undefined ? `It is named in ${placeOf(config.origins)}.` : 'You named it.';
    if (spec === 'guide') return { spec: undefined, how: 'guide-named', why };
    return { spec, how: flags.model === undefined ? 'config' : 'flag', why };
  }
  if (namesModel(flags)) throw badModel('--base-url says where the model is; say also which: --model NAME');
  // A key is for whom it was meant, not for whatever answers on this machine.
  const stray = flags.apiKeyEnv === undefined ? flags.api && '--api' : '--api-key-env';
  if (stray) throw badModel(`${stray} is for a model that is named; say which: --model NAME`);

  const probes = config.values.probeLocalServers !== false;
  const servers = probes ? await findServers() : [];
  const options = { config: config.values, env, flags };
  for (const server of servers) {
    const { best, provider } = server;
    if (best === undefined) continue;
    return { spec: modelSpec(best, provider, options), how: 'local-server', why: serverWords(server, best) };
  }
  // What is said to a model on this machine does not go elsewhere because that one was busy for a moment.
  const slow = servers.find((server) => server.slow === true);
  if (slow !== undefined) return { spec: undefined, how: 'nothing-found', why: slowWords(slow) };
  for (const provider of providers.values()) {
    const { apiKeyEnv, defaultModel } = provider;
    if (apiKeyEnv === undefined || defaultModel === undefined || variableIn(env, apiKeyEnv) === undefined) continue;
    const model = await usualModel(provider, defaultModel, variableIn(env, apiKeyEnv));
    const why = `${apiKeyEnv} is set, and ${model.why}.`;
    return { spec: modelSpec(model.name, provider, options), how: 'api-key', why };
  }
  return { spec: undefined, how: 'nothing-found', why: nothingWords(servers, probes) };
}

function placeOf(origins: ReadonlyMap<string, Origin> | undefined): string {
  const origin = origins?.get('/model');
  return origin === undefined ? 'the config' : `${origin.file}:${origin.line}`;
}

function serverWords({ provider, models }: LocalServer, model: string): string {
  const where = `${provider.title} answers on ${new URL(provider.baseUrl).host}`;
  return models.length === 1 ? `${where}.` : `${where} with ${plural(models.length, 'model')}; ${model} suits best.`;
}

const slowWords = ({ provider }: LocalServer): string =>
  `${provider.title} on ${new URL(provider.baseUrl).host} took too long to tell its models: start again, or name one, such as ${provider.name}/NAME.`;

/** A server that was named is no guess: it is waited for a little longer. */
const namedServerMs = 1000;

/** The usual model of a service; of another server that stands in for it, one that it has. */
async function usualModel(
  { api, baseUrl, title, addressFrom }: Provider,
  usual: string,
  apiKey: string | undefined,
): Promise<{ readonly name: string; readonly why: string }> {
  const known = { name: usual, why: `${usual} is the usual model of ${title}` };
  if (addressFrom === undefined || !isWebAddress(baseUrl)) return known;
  const got = await listModels({ api, baseUrl, ...defined({ apiKey }) }, { timeoutMs: namedServerMs });
  const names = 'failure' in got ? [] : got.models.map(({ name }) => name).filter(talks);
  const [first] = names;
  if (first === undefined || names.includes(usual)) return known;
  return { name: first, why: `${first} is the first model of the server ${addressFrom} names` };
}

function nothingWords(servers: readonly LocalServer[], probes: boolean): string {
  if (servers.some(({ provider }) => provider.api === 'ollama'))
    return 'Ollama answers on this machine, but has no model: `ollama pull qwen3` brings one.';
  const looked = probes ? 'no model server answers on this machine' : 'the config says not to look for model servers';
  return `No model was named, ${looked}, and no API key is set.`;
}
