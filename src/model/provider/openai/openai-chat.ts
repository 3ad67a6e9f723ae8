import type { Model, ModelRequest } from '../../model.js';
import { overModel } from '../../over-model.js';
import { bearer, type Protocol } from '../protocol.js';
import { createRemoteModel, type RemoteOptions, type VendorOptions } from '../transport/remote-model.js';
import { below, createTarget } from '../transport/target.js';
import { createLlamaSlots } from './llama-slots.js';
import { isOpenAi, openAiUrl } from './openai-cache-key.js';
import { renderChatRequest, type ServerWishes } from './openai-chat-request.js';
import { createChatReader } from './openai-chat-stream.js';

/** The base URL, such as `http://127.0.0.1:11434/v1`, is OpenAI's own by default, `https://api.openai.com/v1`. */
export type OpenAiChatOptions = VendorOptions;

/** A model behind OpenAI's chat completions API, or behind any of the many servers that speak it. */
export function openAiChat(options: OpenAiChatOptions): Model {
  const remote = { name: `openai/${options.model}`, baseUrl: openAiUrl, ...options };
  return isOpenAi(remote.baseUrl) ? createRemoteModel(hostedProtocol, remote) : servedModel(remote);
}

const llama = new WeakMap<ModelRequest, ServerWishes>();

/** Most servers refuse no field they do not know, but some do: they are sent to llama.cpp alone, once it was heard. */
function servedModel(remote: RemoteOptions): Model {
  let slots: ReturnType<typeof createLlamaSlots> | undefined;
  const protocol = createProtocol({
    wishes: (request) => llama.get(request),
    onLlama: () => {
      slots ??= createLlamaSlots(createTarget(protocol, remote));
    },
  });
  const model = createRemoteModel(protocol, remote);
  return overModel(model, async (request, emit) => {
    if (slots !== undefined) llama.set(request, { slot: await slots.slotOf(request.session) });
    await model.stream(request, emit);
    slots?.answered(request.session);
  });
}

interface ChatContext {
  wishes?(request: ModelRequest): ServerWishes | undefined;
  onLlama?(): void;
}

const createProtocol = ({ wishes, onLlama }: ChatContext): Protocol => ({
  api: 'openai-chat',
  answerName: 'chat completion',
  usualPath: '/v1',
  framing: 'events',
  address: (base) => below(base, '/chat/completions'),
  headers: bearer,
  render: (request, settings) => renderChatRequest(request, settings, wishes?.(request)),
  createReader: (emit, model) => createChatReader(emit, model, onLlama),
});

export const openAiChatProtocol = createProtocol({});

const hostedProtocol = createProtocol({ wishes: ({ session }) => ({ session }) });
