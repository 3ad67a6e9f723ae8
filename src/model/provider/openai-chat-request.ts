import { parseTrusted } from '../../base/trusted-json.js';
import { toOpenAiFunctions } from '../../tool/registry.js';
import type { ToolDefinition } from '../../tool/tool.js';
import type { Message, ModelCall } from '../message.js';
import type { ModelRequest } from '../model.js';

/** The body of a chat completions request. Each message is written once in its life, whatever the round. */
export function renderChatRequest(
  model: string,
  { messages, tools }: Pick<ModelRequest, 'messages' | 'tools'>,
): string {
  const list = messages.map(renderMessage).join(',');
  const offered = tools.length === 0 ? '' : `,"tools":${renderTools(tools)}`;
  return `{"model":${JSON.stringify(model)},"messages":[${list}]${offered},"stream":true,"stream_options":{"include_usage":true}}`;
}

const writtenMessages = new WeakMap<Message, string>();
const writtenTools = new WeakMap<readonly ToolDefinition[], string>();

function renderMessage(message: Message): string {
  const known = writtenMessages.get(message);
  if (known !== undefined) return known;
  const text = JSON.stringify(wireMessage(message));
  writtenMessages.set(message, text);
  return text;
}

function renderTools(tools: readonly ToolDefinition[]): string {
  const known = writtenTools.get(tools);
  if (known !== undefined) return known;
  const text = JSON.stringify(toOpenAiFunctions(tools));
  writtenTools.set(tools, text);
  return text;
}

function wireMessage(message: Message): object {
  const content = wellFormed(message.text);
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content };
  if (message.role !== 'assistant' || message.calls.length === 0) return { role: message.role, content };
  return { role: 'assistant', content: content === '' ? null : content, tool_calls: message.calls.map(wireCall) };
}

function wireCall({ id, name, arguments: args }: ModelCall): object {
  return { id, type: 'function', function: { name, arguments: wireArguments(args) } };
}

/**
 * Many servers parse the arguments of earlier calls to fill the model's template and refuse the whole conversation when
 * one is not an object: such a call, long answered with an error, must not make every later request fail.
 */
function wireArguments(args: string): string {
  if (args.trim() === '') return '{}';
  const value = parseTrusted(args);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return wellFormed(args);
  return JSON.stringify({ malformed_arguments: wellFormed(args) });
}

/** Half a surrogate pair cannot be sent as UTF-8. */
const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
