import { nearest } from '../../base/nearest.js';
import { parseUrl } from '../../base/parse-url.js';
import { shownAddress } from '../../base/web-address.js';
import type { ModelSpec } from '../../model/open-model.js';
import type { Config } from '../config-schema.js';
import type { LocalServer } from './local-servers.js';
import { badModel, type ModelFlags, modelSpec } from './model-spec.js';
import type { Env, Provider } from './provider.js';

export interface Naming {
  readonly config: Config;
  readonly env: Env;
  readonly flags: ModelFlags;
  readonly providers: ReadonlyMap<string, Provider>;
  /** Looks for model servers on this machine: a name alone may be one of theirs. */
  findServers(): Promise<readonly LocalServer[]>;
}

/**
 * The model a name stands for: a short name of the config, PROVIDER/NAME, or a name alone, which is looked for where it
 * may be. `guide` is the built-in guide. Throws `bad-usage` with what to write instead.
 */
export async function namedModel(name: string, naming: Naming): Promise<ModelSpec | 'guide'> {
  const { config, flags, providers } = naming;
  if (flags.baseUrl !== undefined) return modelSpec(name, atAddress(flags.baseUrl, naming), naming);
  if (name === 'guide') return 'guide';
  const short = Object.hasOwn(config.models ?? {}, name) ? config.models?.[name] : undefined;
  if (short?.provider !== undefined || short?.model !== undefined) return shortModel(name, short, naming);
  const slash = name.indexOf('/');
  const provider = slash === -1 ? undefined : providers.get(name.slice(0, slash));
  if (provider !== undefined) return ofProvider(name.slice(slash + 1), provider, naming);
  return bareModel(name, naming);
}

function shortModel(alias: string, short: { provider?: string; model?: string }, naming: Naming): ModelSpec {
  const { providers } = naming;
  const where = `models.${alias} in the config`;
  if (short.provider === undefined || short.model === undefined)
    throw badModel(`${where} needs both "provider" and "model" to stand for a model.`);
  const provider = providers.get(short.provider);
  if (provider === undefined) throw badModel(`${where}: ${unknownProvider(short.provider, providers)}.`);
  return ofProvider(short.model, provider, { ...naming, alias });
}

function ofProvider(model: string, provider: Provider, naming: Naming & { readonly alias?: string }): ModelSpec {
  if (model === '') throw badModel(whichModel(provider));
  return modelSpec(model, provider, naming);
}

const whichModel = ({ name, title }: Provider): string => `Say which model of ${title}: ${name}/NAME.`;

/** A server named by its address: a provider that is there, or one that speaks OpenAI's API and gets no key unasked. */
function atAddress(baseUrl: string, { providers, flags }: Naming): Provider {
  const known = [...providers.values()].find((provider) => sameAddress(provider.baseUrl, baseUrl));
  if (known !== undefined && (flags.api === undefined || flags.api === known.api)) return { ...known, baseUrl };
  const api = flags.api ?? (isOllama(baseUrl) ? 'ollama' : 'openai-chat');
  return { name: 'custom', api, baseUrl, addressFrom: '--base-url', title: shownAddress(baseUrl), local: false };
}

/** Ollama's own port without a path is its own API; with /v1 it is the one it lends from OpenAI. */
function isOllama(baseUrl: string): boolean {
  const url = parseUrl(baseUrl);
  return url?.port === '11434' && /^\/(?:api\/?)?$/.test(url.pathname);
}

function sameAddress(one: string, other: string): boolean {
  const [a, b] = [parseUrl(one), parseUrl(other)];
  return a !== undefined && b !== undefined && trimmed(a) === trimmed(b);
}

const trimmed = (url: URL): string => url.href.replace(/\/+$/, '');

/** Whose models are called like this. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt-\d|chatgpt-|o\d(?:-|$)|codex-)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'gemini'],
];

async function bareModel(name: string, naming: Naming): Promise<ModelSpec> {
  const { providers, env } = naming;
  const provider = providers.get(families.find(([form]) => form.test(name))?.[1] ?? '');
  // The family's own service, unless only another one, which may have its models too, has a key.
  if (provider !== undefined) return modelSpec(name, provider, naming);
  const servers = await naming.findServers();
  const server = servers.find(({ models }) => models.includes(name) || models.includes(`${name}:latest`));
  if (server !== undefined) return modelSpec(name, server.provider, naming);
  const openAi = providers.get('openai');
  if (openAi !== undefined && env['OPENAI_BASE_URL']?.trim()) return modelSpec(name, openAi, naming);
  throw badModel(notFound(name, naming, servers));
}

function notFound(name: string, { providers, config }: Naming, servers: readonly LocalServer[]): string {
  const own = providers.get(name);
  if (own !== undefined) return whichModel(own);
  const slash = name.indexOf('/');
  if (slash > 0) {
    const none = servers.length === 0 ? '' : ', and no server on this machine has a model of this name';
    return `${unknownProvider(name.slice(0, slash), providers)}${none}.`;
  }
  const known = [...Object.keys(config.models ?? {}), ...servers.flatMap(({ models }) => models), 'guide'];
  const near = nearest(name, known);
  const slow = servers.find((server) => server.slow === true);
  if (slow !== undefined)
    return `${slow.provider.title} took too long to tell its models: write ${slow.provider.name}/${name}, if it is one of them.`;
  const where =
    servers.length === 0
      ? 'No model server answers on this machine.'
      : `${servers.map(({ provider }) => provider.title).join(' and ')} on this machine ${servers.length === 1 ? 'has' : 'have'} no model of that name.`;
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `Which provider has the model ${name}? ${where}${hint} Write PROVIDER/NAME, such as ollama/${name}, or give its address with --base-url; \`toolwright models\` lists those at hand.`;
}

function unknownProvider(name: string, providers: ReadonlyMap<string, Provider>): string {
  const near = nearest(name, providers.keys());
  return `there is no provider ${name}.${near === undefined ? '' : ` Did you mean ${near}?`} Known: ${[...providers.keys()].join(', ')}; others are set under "providers" in the config`;
}
