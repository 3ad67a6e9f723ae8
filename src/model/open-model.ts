import type { Dialect } from '../dialect/dialect.js';
import type { Model } from './model.js';
import type { Api, Thinking } from './provider/protocol.js';
import type { RemoteOptions } from './provider/transport/remote-model.js';

/** Everything there is to say about one model of one provider. */
export interface ModelSpec {
  /** The name of the provider, for people and records. */
  readonly provider: string;
  readonly api: Api;
  /** Where the API starts. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  /** Where the key comes from, for messages: the name of a variable. */
  readonly apiKeyName?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly idleTimeoutMs?: number;
  readonly retries?: number;
  /** How calls are made: by the API, written as text, or as the server tells. */
  readonly toolCalls?: 'auto' | 'native' | 'prompt';
  /** The text format of prompt mode. */
  readonly dialect?: string;
  readonly contextTokens?: number;
  readonly maxOutputTokens?: number;
  readonly thinking?: Thinking;
  readonly keepAlive?: string;
}

/** Opens a model of any provider. What an API needs is loaded only when it is the one. */
export async function openModel(spec: ModelSpec): Promise<Model> {
  // Ollama's own adapter knows when prompt mode is needed.
  if (spec.api === 'ollama') return openOllama(spec);
  const model = await openApi(spec, spec.api);
  if (spec.toolCalls !== 'prompt') return model;
  const { promptMode } = await import('./prompt-mode.js');
  return promptMode(model, await dialectOf(spec));
}

async function openApi(spec: ModelSpec, api: Exclude<Api, 'ollama'>): Promise<Model> {
  const options = remoteOptions(spec);
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

async function openOllama(spec: ModelSpec): Promise<Model> {
  const { ollamaChat } = await import('./provider/ollama/ollama.js');
  const { toolCalls, contextTokens, keepAlive } = spec;
  return ollamaChat({
    ...remoteOptions(spec),
    ...(await dialectOf(spec)),
    ...(toolCalls !== undefined && { toolCalls }),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(keepAlive !== undefined && { keepAlive }),
  });
}

async function dialectOf({ dialect }: ModelSpec): Promise<{ readonly dialect?: Dialect }> {
  if (dialect === undefined) return {};
  return { dialect: (await import('../dialect/find-dialect.js')).findDialect(dialect) };
}

function remoteOptions(spec: ModelSpec): RemoteOptions {
  const { provider, model, baseUrl, apiKey, apiKeyName, headers, idleTimeoutMs, retries, maxOutputTokens, thinking } =
    spec;
  return {
    name: `${provider}/${model}`,
    baseUrl,
    model,
    ...(apiKey !== undefined && { apiKey }),
    ...(apiKeyName !== undefined && { apiKeyName }),
    ...(headers !== undefined && { headers }),
    ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
    ...(retries !== undefined && { retry: { retries } }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(thinking !== undefined && { thinking }),
  };
}
