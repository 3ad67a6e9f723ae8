import type { ToolDefinition } from '../tool/tool.js';
import type { Message } from './message.js';
import type { ModelRequest } from './model.js';
import { remembered } from './provider/wire.js';

/** About how many tokens a request has. Careful rather than exact, and cheap: no tokenizer is loaded. */
export function estimateTokens({ messages, tools }: Pick<ModelRequest, 'messages' | 'tools'>): number {
  return aroundRequest + messagesTokens(messages) + toolsTokens(tools);
}

export const messagesTokens = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + messageTokens(message), 0);

/** Three bytes a token is less than most text and code needs. */
export const textTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3);

/** What stands around everything. */
export const aroundRequest = 64;
/** What a picture costs most models that see. */
export const imageTokens = 1600;
/** Roles and marks around each message. */
const aroundMessage = 8;

/** A message counts once in its life: it must be whole, with all its calls. */
export const messageTokens = remembered((message: Message): number => {
  const own = aroundMessage + textTokens(message.text);
  if (message.role === 'user' || message.role === 'tool') return own + (message.images?.length ?? 0) * imageTokens;
  if (message.role !== 'assistant' || message.calls.length === 0) return own;
  const calls = message.calls.map(({ name, arguments: args }) => textTokens(name) + textTokens(args) + aroundMessage);
  return calls.reduce((sum, tokens) => sum + tokens, own + thoughtTokens(message));
});

/** Thoughts go back in the words of the provider where it gave some. */
function thoughtTokens({ reasoning = '', carry }: Extract<Message, { role: 'assistant' }>): number {
  const words = textTokens(reasoning);
  return carry === undefined ? words : Math.max(words, textTokens(JSON.stringify(carry.value)));
}

export const toolsTokens = remembered((tools: readonly ToolDefinition[]): number =>
  tools.reduce((sum, tool) => sum + toolTokens(tool), 0),
);

const toolTokens = remembered((tool: ToolDefinition): number => aroundMessage + textTokens(JSON.stringify(tool)));
