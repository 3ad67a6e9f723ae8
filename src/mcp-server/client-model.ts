import type { Message } from '../model/message.js';
import type { Model, ModelEvent, ModelFailure } from '../model/model.js';
import type { ClientLink, SampleParams } from './client-link.js';

/** The model of a client, for tools that ask one (sampling). It is given no tools, and asked only while a call of the client runs. */
export function clientModel(name: string, link: ClientLink): Model {
  return {
    name,
    async stream({ messages, tools, signal }, emit) {
      if (tools.length > 0) return emit(failure('bad-request', 'The model of an MCP client is given no tools here.'));
      if (link.sample === undefined) return emit(failure('unreachable', 'No call of the MCP client runs.'));
      const response = await link.sample(paramsOf(messages), signal);
      if (signal.aborted) return emit(failure('cancelled', 'The request was cancelled.'));
      const text = textOf(response);
      if (text === undefined) return emit(failure('unreachable', 'The MCP client did not have its model answer.'));
      emit({ type: 'text', text });
      const { stopReason } = response as { readonly stopReason?: unknown };
      emit({ type: 'stop', reason: stopReason === 'maxTokens' ? 'length' : 'answered' });
    },
  };
}

/** What tools ask for is short; what is longer is cut off by the session. */
const maxTokens = 8192;

function paramsOf(messages: readonly Message[]): SampleParams {
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.text] : [])).join('\n\n');
  return {
    messages: messages.flatMap((message) =>
      message.role === 'user' || message.role === 'assistant'
        ? [{ role: message.role, content: { type: 'text' as const, text: message.text } }]
        : [],
    ),
    maxTokens,
    ...(system !== '' && { systemPrompt: system }),
  };
}

/** The words of an answer, whatever came; undefined when there are none. */
function textOf(response: unknown): string | undefined {
  const { content } = (response ?? {}) as { readonly content?: unknown };
  const parts = [content].flat().map((part) => (part as { readonly text?: unknown } | undefined)?.text);
  const words = parts.filter((text) => typeof text === 'string');
  return words.length === 0 ? undefined : words.join('\n');
}

const failure = (kind: ModelFailure['kind'], message: string): ModelEvent => ({
  type: 'failure',
  failure: { kind, message, lasting: true },
});
