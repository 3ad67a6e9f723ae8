import type { Profile } from '../../agent/profile.js';
import type { Message } from '../../model/message.js';
import type { ModelRequest } from '../../model/model.js';
import type { ToolDefinition } from '../../tool/tool.js';

/** How a profile speaks with a model, seen from what reaches one. */
export interface Speech {
  readonly calls: 'by the API' | 'written as text';
  /** The roles of a conversation with one call, in order. */
  readonly roles: readonly string[];
  /** The role in which a result reaches the model. */
  readonly results: string;
}

/** Sends a small conversation through the profile to a model that only listens. */
export async function probeSpeech({ wrapModel: speak }: Pick<Profile, 'wrapModel'>): Promise<Speech> {
  let heard: Pick<ModelRequest, 'messages' | 'tools'> = { messages: conversation, tools: [tool] };
  const model = speak?.({
    name: 'listener',
    async stream({ messages, tools }, emit) {
      heard = { messages: [...messages], tools };
      emit({ type: 'stop', reason: 'answered' });
    },
  });
  await model?.stream({ messages: conversation, tools: [tool], signal: new AbortController().signal }, () => {});
  const { messages, tools } = heard;
  const result = messages.find((message) => textOf(message).includes(said));
  return {
    calls: tools.length > 0 ? 'by the API' : 'written as text',
    roles: messages.map(({ role }) => role),
    results: result?.role ?? 'none',
  };
}

const said = 'what-the-call-gave';

const tool: ToolDefinition = {
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

const conversation: readonly Message[] = [
  { role: 'system', text: 'You work here.' },
  { role: 'user', text: 'Look.' },
  { role: 'assistant', text: '', calls: [{ id: 'call_1', name: 'look', arguments: '{}' }] },
  { role: 'tool', callId: 'call_1', name: 'look', text: said, isError: false },
];

const textOf = (message: Message): string => message.text;
