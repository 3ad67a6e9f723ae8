import { defined } from '../../base/defined.js';
import { parseUrl } from '../../base/parse-url.js';
import { isWebAddress } from '../../base/web-address.js';
import type { Api } from '../../model/provider/protocol.js';
import type { Config } from '../config-schema.js';
import type { ProviderSettings } from '../setting/model-settings.js';

export type Env = Readonly<Record<string, string | undefined>>;

/** A server, or a service, that has models. */
export interface Provider {
  readonly name: string;
  readonly api: Api;
  readonly baseUrl: string;
  /** What names the address when neither the config nor this program does: a variable, or a flag. */
  readonly addressFrom?: string;
  /** The variable that holds the API key; none for a server that wants no key. */
  readonly apiKeyEnv?: string;
  /** The model for those who have only set its key. */
  readonly defaultModel?: string;
  /** What it is called in messages. */
  readonly title: string;
  /** Whether it is looked for on this machine when no model is named. */
  readonly local: boolean;
  readonly settings?: ProviderSettings;
}

interface BuiltIn extends Omit<Provider, 'name' | 'local' | 'settings' | 'addressFrom'> {
  readonly local?: true;
  /** A variable that says where the server is. */
  readonly baseUrlEnv?: string;
}

/** In the order in which they are tried when no model is named: what runs on this machine, then what a key is set for. */
const builtIn: Readonly<Record<string, BuiltIn>> = {
  ollama: { api: 'ollama', baseUrl: 'http://127.0.0.1:11434', baseUrlEnv: 'OLLAMA_HOST', title: 'Ollama', local: true },
  llamacpp: { api: 'openai-chat', baseUrl: 'http://127.0.0.1:8080/v1', title: 'llama.cpp', local: true },
  lmstudio: { api: 'openai-chat', baseUrl: 'http://127.0.0.1:1234/v1', title: 'LM Studio', local: true },
  vllm: { api: 'openai-chat', baseUrl: 'http://127.0.0.1:8000/v1', title: 'vLLM', local: true },
  openai: {
    api: 'openai-responses',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlEnv: 'OPENAI_BASE_URL',
    apiKeyEnv: 'OPENAI_API_KEY',
    defaultModel: 'gpt-5',
    title: 'OpenAI',
  },
  anthropic: {
    api: 'anthropic',
    baseUrl: 'https://api.anthropic.com',
    baseUrlEnv: 'ANTHROPIC_BASE_URL',
    apiKeyEnv: 'ANTHROPIC_API_KEY',
    defaultModel: 'claude-sonnet-4-5',
    title: 'Anthropic',
  },
  gemini: {
    api: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    apiKeyEnv: 'GEMINI_API_KEY',
    defaultModel: 'gemini-2.5-pro',
    title: 'Gemini',
  },
  openrouter: {
    api: 'openai-chat',
    baseUrl: 'https://openrouter.ai/api/v1',
    apiKeyEnv: 'OPENROUTER_API_KEY',
    defaultModel: 'openrouter/auto',
    title: 'OpenRouter',
  },
  deepseek: {
    api: 'openai-chat',
    baseUrl: 'https://api.deepseek.com/v1',
    apiKeyEnv: 'DEEPSEEK_API_KEY',
    title: 'DeepSeek',
  },
  mistral: { api: 'openai-chat', baseUrl: 'https://api.mistral.ai/v1', apiKeyEnv: 'MISTRAL_API_KEY', title: 'Mistral' },
  groq: { api: 'openai-chat', baseUrl: 'https://api.groq.com/openai/v1', apiKeyEnv: 'GROQ_API_KEY', title: 'Groq' },
  xai: { api: 'openai-chat', baseUrl: 'https://api.x.ai/v1', apiKeyEnv: 'XAI_API_KEY', title: 'xAI' },
};

/** Every provider by its name: the built-in ones as the environment and the config change them, and the config's own. */
export function providersOf(config: Config, env: Env): ReadonlyMap<string, Provider> {
  const own = config.providers ?? {};
  const providers = new Map<string, Provider>();
  for (const [name, given] of Object.entries(builtIn))
    providers.set(name, withSettings(fromEnv(name, given, env), own[name]));
  for (const [name, settings] of Object.entries(own)) {
    if (!providers.has(name)) providers.set(name, withSettings({ ...blank, name, title: name }, settings));
  }
  return providers;
}

const blank = { api: 'openai-chat', baseUrl: '', local: false } as const;

function fromEnv(name: string, { baseUrlEnv, local, ...provider }: BuiltIn, env: Env): Provider {
  const base: Provider = { ...provider, name, local: local === true };
  const given = baseUrlEnv === undefined ? undefined : env[baseUrlEnv]?.trim();
  if (baseUrlEnv === undefined || !given) return base;
  const there = { ...base, addressFrom: baseUrlEnv };
  if (name === 'ollama') return { ...there, baseUrl: ollamaAddress(given) };
  // Servers that stand in for OpenAI's speak its older API, few the newer.
  return { ...there, baseUrl: given, ...(name === 'openai' && { api: 'openai-chat' as const }) };
}

/** `OLLAMA_HOST` may lack the scheme and the port, and names the address a server listens on, which 0.0.0.0 is not for us. */
function ollamaAddress(given: string): string {
  const text = /^https?:\/\//i.test(given) ? given : `http://${given}`;
  const url = parseUrl(text);
  if (url === undefined) return text;
  if (url.port === '' && !/:\d+\/?$/.test(text)) url.port = url.protocol === 'https:' ? '443' : '11434';
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (url.hostname === '[::]') url.hostname = '[::1]';
  return url.href.replace(/\/$/, '');
}

function withSettings(provider: Provider, settings: ProviderSettings | undefined): Provider {
  if (settings === undefined) return provider;
  const { api, baseUrl, apiKeyEnv } = settings;
  const { addressFrom, ...own } = provider;
  return {
    ...own,
    ...(baseUrl === undefined && addressFrom !== undefined && { addressFrom }),
    ...defined({ api, baseUrl, apiKeyEnv }),
    settings,
  };
}

/** What a variable holds, if anything. Its name may be a word that every object knows. */
export const variableIn = (env: Env, name: string): string | undefined =>
  (Object.hasOwn(env, name) ? env[name]?.trim() : undefined) || undefined;

/** What is wrong with the address of a provider, and what to do; undefined when it can be asked. */
export function addressProblem({ name, title, baseUrl, addressFrom }: Provider): string | undefined {
  if (isWebAddress(baseUrl)) return undefined;
  const place = addressFrom ?? `providers.${name}.baseUrl in the config`;
  if (baseUrl === '') return `The provider ${name} has no address: set ${place}.`;
  return `The address of ${title} cannot be used: correct ${place}. It begins with http:// or https://.`;
}
