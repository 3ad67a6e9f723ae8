import { defined } from '../base/defined.js';
import { parseUrl } from '../base/parse-url.js';
import { forgiveImages } from './forgive-images.js';
import { knownModel, promptDialect } from './known-models.js';
import type { Model } from './model.js';
import { overModel } from './over-model.js';
import type { Api } from './provider/protocol.js';
import type { RemoteOptions } from './provider/transport/remote-model.js';
import type { TargetOptions } from './provider/transport/target.js';
import { openPrompted, textMode } from './text-mode.js';

/** Everything there is to say about one model of one provider. */
export interface ModelSpec extends TargetOptions {
  /** The name of the provider, for people and records. */
  readonly provider: string;
  readonly api: Api;
  readonly retries?: number;
  /**
   * How calls are made: by the API alone, written as text alone, or (the default) by the API where the server can, with
   * calls read from the text of an answer that has none.
   */
  readonly toolCalls?: 'auto' | 'native' | 'prompt';
  /** The text format of prompt mode. */
  readonly dialect?: string;
  readonly contextTokens?: number;
  readonly keepAlive?: string;
}

/** Opens a model of any provider. What an API needs is loaded only when it is the one. */
export async function openModel(spec: ModelSpec): Promise<Model> {
  const model = await openPlain(spec);
  const { toolCalls = 'auto' } = spec;
  if (toolCalls === 'auto') return model;
  return Object.assign(
    overModel(model, (request, emit) => model.stream(request, emit)),
    { toolCalls, ...(toolCalls === 'prompt' && { undeclared: 'by-name' as const }) },
  );
}

async function openPlain(spec: ModelSpec): Promise<Model> {
  // Ollama's own adapter knows when prompt mode is needed.
  if (spec.api === 'ollama') return openOllama(spec);
  const api = await openApi(spec, spec.api);
  const model = isVendor(spec.baseUrl) ? { ...api, promptCache: 'hosted' as const } : forgiveImages(api);
  const { toolCalls = 'auto' } = spec;
  if (toolCalls === 'native' || (toolCalls === 'auto' && isVendor(spec.baseUrl))) return model;
  const dialect = spec.dialect ?? promptDialect(spec.model);
  return toolCalls === 'auto' ? textMode(model, { dialect }) : openPrompted(model, dialect);
}

/** Servers of the makers of a model turn its calls into calls of the API themselves. */
const vendors: ReadonlySet<string> = new Set([
  'api.openai.com',
  'api.anthropic.com',
  'generativelanguage.googleapis.com',
]);

const isVendor = (baseUrl: string): boolean => vendors.has(parseUrl(baseUrl)?.hostname ?? '');

async function openApi(spec: ModelSpec, api: Exclude<Api, 'ollama'>): Promise<Model> {
  const contextTokens = spec.contextTokens ?? likelyContext(spec.model);
  const options = { ...remoteOptions(spec), ...defined({ contextTokens }) };
  switch (api) {
    case 'openai-chat':
      return (await import('./provider/openai/openai-chat.js')).openAiChat(options);
    case 'openai-responses':
      return (await import('./provider/openai/openai-responses.js')).openAiResponses(options);
    case 'anthropic':
      return (await import('./provider/anthropic/anthropic.js')).anthropicMessages(options);
    case 'gemini':
      return (await import('./provider/gemini/gemini.js')).geminiModel(options);
  }
}

/** Small ones are not assumed: what bears such a name may read far more, and would be compacted in every round. */
function likelyContext(model: string): number | undefined {
  const known = knownModel(model)?.contextTokens;
  return known !== undefined && known >= 32_768 ? known : undefined;
}

async function openOllama(spec: ModelSpec): Promise<Model> {
  const { ollamaChat } = await import('./provider/ollama/ollama.js');
  const { toolCalls, contextTokens, keepAlive } = spec;
  return ollamaChat({
    ...remoteOptions(spec),
    dialect: spec.dialect ?? promptDialect(spec.model),
    ...defined({ toolCalls, contextTokens, keepAlive }),
  });
}

function remoteOptions(spec: ModelSpec): RemoteOptions {
  const { provider, model, baseUrl, apiKey, apiKeyName, headers, idleTimeoutMs, retries, maxOutputTokens, thinking } =
    spec;
  return {
    name: `${provider}/${model}`,
    baseUrl,
    model,
    ...defined({ apiKey, apiKeyName, headers, idleTimeoutMs, maxOutputTokens, thinking }),
    ...(retries !== undefined && { retry: { retries } }),
  };
}
