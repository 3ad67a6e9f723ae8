import { describe, expect, it } from 'vitest';
import { hermes } from '../../src/dialect/format/hermes.js';
import { messageTokens } from '../../src/model/estimate-tokens.js';
import { forgiveImages } from '../../src/model/forgive-images.js';
import type { Image, Message } from '../../src/model/message.js';
import type { Model, ModelEvent, ModelRequest } from '../../src/model/model.js';
import { createPromptMessages } from '../../src/model/prompt-messages.js';
import { promptOf } from '../../src/model/provider/ai-sdk/from-ai-sdk-prompt.js';
import { renderAnthropicRequest } from '../../src/model/provider/anthropic/anthropic-request.js';
import { renderGeminiRequest } from '../../src/model/provider/gemini/gemini-request.js';
import { forSight } from '../../src/model/provider/ollama/ollama-images.js';
import { renderOllamaRequest } from '../../src/model/provider/ollama/ollama-request.js';
import { renderChatRequest } from '../../src/model/provider/openai/openai-chat-request.js';
import { renderResponsesRequest } from '../../src/model/provider/openai/openai-responses-request.js';
import { verifies } from '../requirements.js';

const picture: Image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' };
const calls = ['c1', 'c2'].map((id) => ({ id, name: 'read_file', arguments: '{}' }));
const messages: readonly Message[] = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', text: 'Look.' },
  { role: 'assistant', text: '', calls },
  { role: 'tool', callId: 'c1', name: 'read_file', text: 'a picture', isError: false, images: [picture] },
  { role: 'tool', callId: 'c2', name: 'read_file', text: 'a text', isError: false },
];
const settings = { model: 'm', maxOutputTokens: undefined, thinking: undefined };
const words = '[The picture of the result of read_file, call c1]';

describe('the picture of a result', () => {
  it('stands in the result where the API has room for it there', () => {
    verifies('files.read.image');
    const body = JSON.parse(renderAnthropicRequest({ messages, tools: [] }, settings, () => false));
    expect(body.messages.at(-1).content).toMatchObject([
      {
        type: 'tool_result',
        content: [
          { type: 'text', text: 'a picture' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture.data } },
        ],
      },
      { type: 'tool_result', content: 'a text' },
    ]);
  });

  it('follows the results of its round for every other API', () => {
    verifies('files.read.image');
    const url = `data:image/png;base64,${picture.data}`;
    const chat = JSON.parse(renderChatRequest({ messages, tools: [] }, settings)).messages;
    expect(chat.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
      'user',
    ]);
    expect(chat.at(-1).content).toEqual([
      { type: 'text', text: words },
      { type: 'image_url', image_url: { url } },
    ]);
    const responses = JSON.parse(renderResponsesRequest({ messages, tools: [] }, settings)).input;
    expect(responses.at(-1)).toMatchObject({ role: 'user', content: [{ text: words }, { image_url: url }] });
    const gemini = JSON.parse(renderGeminiRequest({ messages, tools: [] }, settings)).contents;
    expect(gemini.at(-1).parts).toMatchObject([
      { functionResponse: {} },
      { functionResponse: {} },
      { text: words },
      { inlineData: { mimeType: 'image/png', data: picture.data } },
    ]);
    const ollama = JSON.parse(
      renderOllamaRequest(
        { messages, tools: [] },
        { ...settings, numCtx: 1, think: undefined, keepAlive: '1m', format: undefined },
      ),
    );
    expect(ollama.messages.at(-1)).toEqual({ role: 'user', content: words, images: [picture.data] });
    expect(promptOf(messages, 'm').at(-1)).toMatchObject({
      role: 'user',
      content: [
        { type: 'text', text: words },
        { type: 'file', ...picture },
      ],
    });
    const request = { messages, tools: [], signal: new AbortController().signal };
    const prompted = createPromptMessages(hermes)(request).at(-1);
    expect(prompted).toMatchObject({ role: 'user', images: [picture], text: expect.stringContaining(words) });
  });

  it('comes before what is said next, and is counted', () => {
    const more: readonly Message[] = [...messages, { role: 'user', text: 'Well?' }];
    const chat = JSON.parse(renderChatRequest({ messages: more, tools: [] }, settings)).messages;
    expect(chat.at(-1)).toEqual({ role: 'user', content: 'Well?' });
    expect(chat.at(-2).content).toMatchObject([{ text: words }, {}]);
    expect(messageTokens(messages[3] as Message) - messageTokens(messages[4] as Message)).toBeGreaterThan(1500);
  });

  it('is a note for a model that is known not to see', () => {
    verifies('files.read.image-blind');
    const request = { messages, tools: [], signal: new AbortController().signal };
    const seen = forSight(request, false, 'llama');
    expect(seen).toMatchObject({ problem: { code: 'images-left-out' } });
    if ('failure' in seen) throw new Error(seen.failure.message);
    expect(seen.request.messages[3]).toEqual({
      role: 'tool',
      callId: 'c1',
      name: 'read_file',
      text: 'a picture\n[The picture was left out: you cannot see pictures.]',
      isError: false,
    });
    expect(forSight(request, true, 'llava')).toEqual({ request });
  });

  it('is left out once a server has refused it, and the turn goes on', async () => {
    verifies('files.read.image-blind');
    const asked: ModelRequest[] = [];
    const server: Model = {
      name: 'local/text-only',
      async stream(request, emit) {
        asked.push(request);
        const refused = request.messages.some((message) => message.role === 'tool' && message.images !== undefined);
        const failure = { kind: 'bad-request', status: 400, message: 'image input is not supported' } as const;
        if (refused) return emit({ type: 'failure', failure });
        emit({ type: 'text', text: 'fine' });
        emit({ type: 'stop', reason: 'answered' });
      },
    };
    const model = forgiveImages(server);
    const { signal } = new AbortController();
    const ask = async (said: readonly Message[]): Promise<readonly ModelEvent[]> => {
      const events: ModelEvent[] = [];
      await model.stream({ messages: said, tools: [], signal }, (event) => void events.push(event));
      return events;
    };
    const ended = [
      { type: 'text', text: 'fine' },
      { type: 'stop', reason: 'answered' },
    ];
    expect(await ask(messages)).toEqual([expect.objectContaining({ code: 'images-left-out' }), ...ended]);
    expect(await ask(messages)).toEqual(ended);
    expect(asked).toHaveLength(3);
    expect(await ask(messages.slice(0, 2))).toEqual(ended);
  });
});
