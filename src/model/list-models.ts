import { isWebAddress } from '../base/web-address.js';
import { getJson } from './get-json.js';
import type { ModelFailure } from './model.js';
import type { ModelSpec } from './open-model.js';
import { bearer } from './provider/protocol.js';
import { hideSecrets } from './provider/transport/hide-secrets.js';
import { baseAddress, below } from './provider/transport/target.js';
import { isObject, nonEmpty } from './provider/wire.js';

/** A model a server says it has. What it does not tell is left out. */
export interface ListedModel {
  readonly name: string;
  readonly contextTokens?: number;
}

export type ModelServer = Pick<ModelSpec, 'api' | 'baseUrl' | 'apiKey' | 'headers'>;

/** The models a server has, in its own order. Never throws. */
export async function listModels(
  server: ModelServer,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<{ readonly models: readonly ListedModel[] } | { readonly failure: ModelFailure }> {
  if (!isWebAddress(server.baseUrl)) {
    const message = 'The base URL is no address of a server. Correct it: it begins with http:// or https://.';
    return { failure: { kind: 'bad-request', message } };
  }
  const { path, page, headers, read } = forms[server.api];
  const url = below(withoutPath(baseAddress(server.baseUrl), server.api), path);
  if (page !== undefined) url.searchParams.set(page, '1000');
  const auth = server.apiKey === undefined ? {} : headers(server.apiKey);
  const got = await getJson({ url, headers: { ...auth, ...server.headers }, ...options });
  if ('failure' in got) {
    const message = hideSecrets(got.failure.message, { ...server, url });
    return { failure: { ...got.failure, message } };
  }
  const models = read(got.value);
  if (models !== undefined) return { models: usableModels(models) };
  const message = `${url.origin} sent what is no list of models. Check that the address leads to a server that speaks ${server.api}.`;
  return { failure: { kind: 'protocol', message } };
}

/** More than this nobody has, and nobody reads. */
const maxModels = 10_000;
const usableName = /^(?!\s)[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,300}(?<!\s)$/u;

/** Each model once, and none whose name cannot be typed or shown: a server may list what it likes. */
export function usableModels<Model extends { readonly name: string }>(models: readonly Model[]): readonly Model[] {
  const usable = new Map<string, Model>();
  for (const model of models) {
    if (usable.size >= maxModels) break;
    if (usableName.test(model.name) && !usable.has(model.name)) usable.set(model.name, model);
  }
  return [...usable.values()];
}

interface Form {
  readonly path: string;
  /** What the size of a page is called, where a list comes in pages. */
  readonly page?: string;
  headers(apiKey: string): Readonly<Record<string, string>>;
  read(value: unknown): readonly ListedModel[] | undefined;
}

const openAi: Form = { path: '/models', headers: bearer, read: (value) => readList(value, 'data', 'id') };

const forms: Readonly<Record<ModelSpec['api'], Form>> = {
  'openai-chat': openAi,
  'openai-responses': openAi,
  anthropic: {
    path: '/v1/models',
    page: 'limit',
    headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
    read: (value) => readList(value, 'data', 'id'),
  },
  gemini: {
    path: '/models',
    page: 'pageSize',
    headers: (apiKey) => ({ 'x-goog-api-key': apiKey }),
    read: (value) =>
      readList(value, 'models', 'name')?.map((model) => ({ ...model, name: model.name.replace(/^models\//, '') })),
  },
  ollama: { path: '/api/tags', headers: bearer, read: (value) => readList(value, 'models', 'name') },
};

/** The base URL up to where the list's own path starts. */
function withoutPath(base: URL, api: ModelSpec['api']): URL {
  const address = new URL(base);
  if (api === 'ollama') address.pathname = address.pathname.replace(/\/(?:v1|api)$/, '');
  if (api === 'anthropic') address.pathname = address.pathname.replace(/\/v1$/, '');
  return address;
}

function readList(value: unknown, list: string, name: string): readonly ListedModel[] | undefined {
  const entries = isObject(value) ? value[list] : undefined;
  if (!Array.isArray(entries)) return undefined;
  return entries.flatMap((entry: unknown) => {
    const id = isObject(entry) ? nonEmpty(entry[name]) : undefined;
    if (!isObject(entry) || id === undefined) return [];
    const context = contextKeys.map((key) => entry[key]).find((size) => typeof size === 'number' && size > 0);
    return [{ name: id, ...(typeof context === 'number' && { contextTokens: context }) }];
  });
}

/** What servers call the size of the context: OpenRouter, LM Studio and llama.cpp, vLLM, Gemini. */
const contextKeys = ['context_length', 'max_context_length', 'max_model_len', 'inputTokenLimit'];
