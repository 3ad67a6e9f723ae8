import { parseTrusted } from '../../../base/trusted-json.js';
import { toOpenAiFunctions } from '../../../tool/registry.js';
import type { Carry, Image, Message, ModelCall } from '../../message.js';
import type { ModelRequest, ToolChoice } from '../../model.js';
import { imagesBehindResults } from '../../result-images.js';
import type { RequestSettings } from '../protocol.js';
import { remembered, wellFormed } from '../wire.js';
import { renderCacheKey } from './openai-cache-key.js';
import { carriedFields, namesReasoning } from './openai-chat-carry.js';
import { effortOf } from './openai-effort.js';
import { anyCallId, type CallIds, nineCallId, shortCallId, wireName } from './openai-names.js';
import { openAiTools } from './openai-tools.js';

/** What a server is asked for beside an answer: to keep together what a session sends. */
export type ServerWishes =
  | { readonly session: string | undefined }
  /** Of llama.cpp, which tells how far it has read, too. */
  | { readonly slot: number | undefined };

/** The body of a chat completions request. Each message is written once in its life, whatever the round. */
export function renderChatRequest(
  { messages, tools, toolChoice }: Omit<ModelRequest, 'signal'>,
  settings: RequestSettings,
  wishes?: ServerWishes,
): string {
  const { model, maxOutputTokens } = settings;
  const render = rendererOf(model);
  const list = imagesBehindResults(messages).map(render).join(',');
  const offered = tools.length === 0 ? '' : `,"tools":${renderTools(tools)}${renderChoice(toolChoice)}`;
  const limit = maxOutputTokens === undefined ? '' : `,"${limitKey(model)}":${maxOutputTokens}`;
  return `{"model":${JSON.stringify(model)},"messages":[${list}]${offered}${limit}${renderThinking(settings)}${renderWishes(wishes)},"stream":true,"stream_options":{"include_usage":true}}`;
}

function renderWishes(wishes: ServerWishes | undefined): string {
  if (wishes === undefined) return '';
  if ('session' in wishes) return renderCacheKey(wishes.session);
  const slot = wishes.slot === undefined ? '' : `,"id_slot":${wishes.slot}`;
  return `,"cache_prompt":true,"return_progress":true${slot}`;
}

/** OpenAI's models since o1 refuse the old name of the limit; most compatible servers know only that one. */
const limitKey = (model: string): string =>
  /(?:^|\/)(?:gpt-(?:[5-9]|\d\d)|o\d+(?:-|$)|codex-)/.test(model) ? 'max_completion_tokens' : 'max_tokens';

/** The models of DeepSeek's own server, whose chat API is OpenAI's with exceptions. */
const isDeepSeek = (model: string): boolean => /^deepseek-(?:chat|reasoner|flash|pro|v\d)/.test(model);

function renderThinking({ model, thinking }: RequestSettings): string {
  if (thinking === undefined) return '';
  if (thinking === 'off' && isDeepSeek(model)) return ',"thinking":{"type":"disabled"}';
  const effort = effortOf(model, thinking);
  return effort === undefined ? '' : `,"reasoning_effort":"${effort}"`;
}

const renderTools = remembered((tools: ModelRequest['tools']) => JSON.stringify(toOpenAiFunctions(openAiTools(tools))));

function renderChoice(choice: ToolChoice | undefined): string {
  if (choice === undefined || choice === 'auto') return '';
  if (typeof choice === 'string') return `,"tool_choice":"${choice}"`;
  return `,"tool_choice":${JSON.stringify({ type: 'function', function: { name: wireName(choice.name) } })}`;
}

type AssistantMessage = Extract<Message, { readonly role: 'assistant' }>;

/** How messages are written for one kind of ids: without, with or with an empty trace of the reasoning. */
function createRenderers(ids: CallIds) {
  const blank = { message: { reasoning_content: '' }, calls: [] };
  return {
    plain: remembered((message: Message) => JSON.stringify(wireMessage(message, ids))),
    own: remembered((message: AssistantMessage) => JSON.stringify(wireAnswer(message, ids, carriedFields(message)))),
    blank: remembered((message: AssistantMessage) => JSON.stringify(wireAnswer(message, ids, blank))),
  };
}

const renderers = {
  any: createRenderers(anyCallId),
  openAi: createRenderers(shortCallId),
  mistral: createRenderers(nineCallId),
};

function rendererOf(model: string): (message: Message) => string {
  const { plain, own, blank } = renderers[idsOf(model)];
  // DeepSeek refuses a conversation with tools in which an answer comes without its reasoning, even one without any.
  const strict = isDeepSeek(model);
  const foreign = strict ? blank : plain;
  return (message) => {
    if (message.role !== 'assistant') return plain(message);
    const { carry } = message;
    return isOwn(carry, model) && (!strict || namesReasoning(carry)) ? own(message) : foreign(message);
  };
}

const isOwn = (carry: Carry | undefined, model: string): carry is Carry =>
  carry !== undefined && carry.api === 'openai-chat' && carry.model === model;

function idsOf(model: string): keyof typeof renderers {
  if (/(?:^|\/)(?:gpt-(?!oss)|chatgpt-|o\d|codex-)/.test(model)) return 'openAi';
  return /mistral|mixtral|ministral|codestral|devstral|magistral|pixtral/i.test(model) ? 'mistral' : 'any';
}

function wireMessage(message: Message, ids: CallIds): object {
  if (message.role === 'assistant') return wireAnswer(message, ids);
  const content = wellFormed(message.text);
  if (message.role === 'tool') return { role: 'tool', tool_call_id: ids(message.callId), content };
  if (message.role !== 'user' || message.images === undefined || message.images.length === 0) {
    return { role: message.role, content };
  }
  const text = content === '' ? [] : [{ type: 'text', text: content }];
  return { role: 'user', content: [...text, ...message.images.map(wireImage)] };
}

function wireImage({ mediaType, data }: Image): object {
  return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } };
}

function wireAnswer(
  { text, calls }: AssistantMessage,
  ids: CallIds,
  carried?: ReturnType<typeof carriedFields>,
): object {
  const content = wellFormed(text);
  if (calls.length === 0) return { role: 'assistant', content, ...carried?.message };
  const wireCalls = calls.map((call, at) => ({ ...wireCall(call, ids), ...carried?.calls[at] }));
  return { role: 'assistant', content: content === '' ? null : content, ...carried?.message, tool_calls: wireCalls };
}

function wireCall({ id, name, arguments: args }: ModelCall, ids: CallIds): object {
  return { id: ids(id), type: 'function', function: { name: wireName(name), arguments: wireArguments(args) } };
}

/**
 * Many servers parse the arguments of earlier calls to fill the model's template and refuse the whole conversation when
 * one is not an object: such a call, long answered with an error, must not make every later request fail.
 */
export function wireArguments(args: string): string {
  if (args.trim() === '') return '{}';
  const value = parseTrusted(args);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return wellFormed(args);
  return JSON.stringify({ malformed_arguments: wellFormed(args) });
}
