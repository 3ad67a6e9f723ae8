import type { Model } from '../../model.js';
import { bearer, type Protocol } from '../protocol.js';
import { createRemoteModel, type VendorOptions } from '../transport/remote-model.js';
import { below } from '../transport/target.js';
import { renderChatRequest } from './openai-chat-request.js';
import { createChatReader } from './openai-chat-stream.js';

/** The base URL, such as `http://127.0.0.1:11434/v1`, is OpenAI's own by default, `https://api.openai.com/v1`. */
export type OpenAiChatOptions = VendorOptions;

/** A model behind OpenAI's chat completions API, or behind any of the many servers that speak it. */
export function openAiChat(options: OpenAiChatOptions): Model {
  const remote = { name: `openai/${options.model}`, baseUrl: 'https://api.openai.com/v1', ...options };
  return createRemoteModel(openAiChatProtocol, remote);
}

export const openAiChatProtocol: Protocol = {
  api: 'openai-chat',
  answerName: 'chat completion',
  usualPath: '/v1',
  framing: 'events',
  address: (base) => below(base, '/chat/completions'),
  headers: bearer,
  render: renderChatRequest,
  createReader: createChatReader,
};
