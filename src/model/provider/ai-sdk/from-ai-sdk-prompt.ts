import { parseTrusted } from '../../../base/trusted-json.js';
import type { Message, ModelCall } from '../../message.js';
import type { ModelRequest, ToolChoice } from '../../model.js';
import { imagesBehindResults } from '../../result-images.js';
import { partsOf } from '../answer-parts.js';
import { remembered, rememberedWith, wellFormed } from '../wire.js';
import type {
  AiSdkAnswerPart,
  AiSdkMessage,
  AiSdkProviderOptions,
  AiSdkResult,
  AiSdkTool,
  AiSdkToolChoice,
} from './from-ai-sdk-types.js';

type Said<Role extends Message['role']> = Extract<Message, { readonly role: Role }>;

/** What carries of this API are marked with. */
export const aiSdkApi = 'ai-sdk';

/** The conversation in the SDK's words. Each message is turned into them once in its life, whatever the round. */
export function promptOf(messages: readonly Message[], model: string): AiSdkMessage[] {
  const prompt: AiSdkMessage[] = [];
  for (const message of imagesBehindResults(messages)) {
    if (message.role === 'tool') addResult(prompt, resultOf(message));
    else if (message.role !== 'assistant') prompt.push(plainOf(message));
    else if (message.text !== '' || message.calls.length > 0) prompt.push(answerOf(message, model));
  }
  return prompt;
}

/** All results of a round stand in one message. */
function addResult(prompt: AiSdkMessage[], result: AiSdkResult): void {
  const last = prompt.at(-1);
  if (last?.role === 'tool') last.content.push(result);
  else prompt.push({ role: 'tool', content: [result] });
}

const resultOf = remembered(
  ({ callId, name, text, isError }: Said<'tool'>): AiSdkResult => ({
    type: 'tool-result',
    toolCallId: callId,
    toolName: name,
    output: { type: isError ? 'error-text' : 'text', value: wellFormed(text) },
  }),
);

const plainOf = remembered((message: Said<'system' | 'user'>): AiSdkMessage => {
  const text = wellFormed(message.text);
  if (message.role === 'system') return { role: 'system', content: text };
  const files = (message.images ?? []).map(({ mediaType, data }) => ({ type: 'file' as const, mediaType, data }));
  const words = text === '' && files.length > 0 ? [] : [{ type: 'text' as const, text }];
  return { role: 'user', content: [...words, ...files] };
});

/** What a provider wants back goes only to the model that gave it, so an answer is turned anew for another model. */
const answerOf = rememberedWith(
  (message: Said<'assistant'>, model: string): AiSdkMessage => ({
    role: 'assistant',
    content: partsFor(message, model),
  }),
);

function partsFor(message: Said<'assistant'>, model: string): AiSdkAnswerPart[] {
  const { text, reasoning = '', calls } = message;
  const carried = partsOf(message, { api: aiSdkApi, model });
  if (carried === undefined) {
    const words: AiSdkAnswerPart[] = text === '' ? [] : [{ type: 'text', text: wellFormed(text) }];
    return [...words, ...calls.map((call) => callPart(call))];
  }
  const at = { text: 0, reasoning: 0, call: 0 };
  return carried.flatMap(({ kind, length, held }): AiSdkAnswerPart[] => {
    const given = held === undefined ? {} : { providerOptions: held as unknown as AiSdkProviderOptions };
    const start = at[kind];
    at[kind] += kind === 'call' ? 1 : length;
    if (kind === 'call') return calls[start] === undefined ? [] : [{ ...callPart(calls[start]), ...given }];
    if (length === 0 && held === undefined) return [];
    const whole = kind === 'text' ? text : reasoning;
    return [{ type: kind, text: wellFormed(whole.slice(start, start + length)), ...given }];
  });
}

function callPart({ id, name, arguments: args }: ModelCall) {
  return { type: 'tool-call' as const, toolCallId: id, toolName: name, input: inputOf(args) };
}

/** The SDK wants a value, so digits beyond those of a number are rounded when an old call is shown again. */
function inputOf(args: string): unknown {
  if (args.trim() === '') return {};
  const value = parseTrusted(wellFormed(args));
  const usable = typeof value === 'object' && value !== null && !Array.isArray(value);
  return usable ? value : { malformed_arguments: wellFormed(args) };
}

export const toolsOf = remembered((tools: ModelRequest['tools']): AiSdkTool[] =>
  tools.map(({ name, description, parameters }) => {
    const { $schema: _draft, ...schema } = parameters;
    return { type: 'function', name, description, inputSchema: { type: 'object', properties: {}, ...schema } };
  }),
);

export function choiceOf(choice: ToolChoice): AiSdkToolChoice {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.name };
}
