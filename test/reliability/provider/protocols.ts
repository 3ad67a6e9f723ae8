import { readFileSync } from 'node:fs';
import type { Model } from '../../../src/model/model.js';
import { anthropicMessages, anthropicProtocol } from '../../../src/model/provider/anthropic/anthropic.js';
import { geminiModel, geminiProtocol } from '../../../src/model/provider/gemini/gemini.js';
import { createOllamaProtocol } from '../../../src/model/provider/ollama/ollama-protocol.js';
import { openAiChat, openAiChatProtocol } from '../../../src/model/provider/openai/openai-chat.js';
import { openAiResponses, openAiResponsesProtocol } from '../../../src/model/provider/openai/openai-responses.js';
import type { Protocol } from '../../../src/model/provider/protocol.js';
import { createRemoteModel } from '../../../src/model/provider/transport/remote-model.js';

export interface RemoteSettings {
  readonly baseUrl: string;
  readonly model: string;
  readonly idleTimeoutMs: number;
  readonly retry: { readonly retries: number; readonly firstWaitMs?: number };
}

/** A protocol, how a model is opened with it, and an answer with calls as a server sends it. */
export interface Api {
  readonly name: string;
  readonly protocol: Protocol;
  readonly body: string;
  open(settings: RemoteSettings): Model;
}

const fixture = (path: string): string => readFileSync(new URL(`../../fixtures/${path}`, import.meta.url), 'utf8');
const key = { apiKey: 'sk-test' };
const ollama = createOllamaProtocol(() => ({ numCtx: undefined, think: undefined, keepAlive: '', format: undefined }));

export const apis: readonly Api[] = [
  {
    name: 'openai-chat',
    protocol: openAiChatProtocol,
    body: fixture('openai-chat/openai-parallel-calls.sse'),
    open: (settings) => openAiChat({ ...settings, ...key }),
  },
  {
    name: 'openai-responses',
    protocol: openAiResponsesProtocol,
    body: fixture('openai-responses/parallel-calls.sse'),
    open: (settings) => openAiResponses({ ...settings, ...key }),
  },
  {
    name: 'anthropic',
    protocol: anthropicProtocol(),
    body: fixture('anthropic/parallel-calls.sse'),
    open: (settings) => anthropicMessages({ ...settings, ...key }),
  },
  {
    name: 'gemini',
    protocol: geminiProtocol,
    body: fixture('gemini/parallel-calls.sse'),
    open: (settings) => geminiModel({ ...settings, ...key }),
  },
  {
    name: 'ollama',
    protocol: ollama,
    body: fixture('ollama/parallel-calls.ndjson'),
    // The protocol alone: Ollama's own client looks at the server before the first request.
    open: (settings) => createRemoteModel(ollama, { ...settings, name: 'ollama' }),
  },
];
