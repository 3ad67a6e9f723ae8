import { expect, it } from 'vitest';
import { collectAnswer, type ModelDelta } from '../../../../src/model/collect.js';
import { openAiChat } from '../../../../src/model/provider/openai/openai-chat.js';
import { renderChatRequest } from '../../../../src/model/provider/openai/openai-chat-request.js';
import { renderResponsesRequest } from '../../../../src/model/provider/openai/openai-responses-request.js';
import { verifies } from '../../../requirements.js';
import { hello, never, ownServer } from '../ollama/ollama-server.js';

const settings = { model: 'gpt-5', maxOutputTokens: undefined, thinking: undefined };
const request = { messages: hello, tools: [], signal: never };

it('gives OpenAI the session as the key of its cache, and others nothing they may not know', () => {
  verifies('models.cache.openai-key');
  const session = 's'.repeat(80);
  const chat = (wishes?: Parameters<typeof renderChatRequest>[2]) =>
    JSON.parse(renderChatRequest(request, settings, wishes)) as Record<string, unknown>;
  expect(chat({ session })['prompt_cache_key']).toBe('s'.repeat(64));
  expect(chat({ session: undefined })).not.toHaveProperty('prompt_cache_key');
  expect(chat()).not.toHaveProperty('prompt_cache_key');
  const response = (hosted: boolean) =>
    JSON.parse(renderResponsesRequest({ ...request, session: 's1' }, settings, { carry: true, hosted })) as object;
  expect(response(true)).toMatchObject({ prompt_cache_key: 's1' });
  expect(response(false)).not.toHaveProperty('prompt_cache_key');
});

const chunk = (more: object) => `data: ${JSON.stringify({ object: 'chat.completion.chunk', ...more })}\n\n`;
const delta = (content: string | null, reason: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason: reason }],
});
const usage = { prompt_tokens: 400, completion_tokens: 1 };

/** A llama.cpp server with so many slots, which gives a request that names none the first that is free. */
async function llamaServer(count: number) {
  const bodies: Record<string, unknown>[] = [];
  const tasks = Array.from({ length: count }, () => -1);
  const server = await ownServer((route, body) => {
    if (route === 'GET /slots') {
      return JSON.stringify(tasks.map((task, id) => ({ id, id_task: task, is_processing: false })));
    }
    if (route !== 'POST /v1/chat/completions') return { status: 404, body: '' };
    const asked = JSON.parse(body) as Record<string, unknown>;
    bodies.push(asked);
    const free = tasks.indexOf(-1);
    tasks[Number(asked['id_slot'] ?? (free === -1 ? 0 : free))] = bodies.length;
    const progress = { total: 400, cache: 100, processed: 250, time_ms: 9 };
    const read = asked['return_progress'] === true ? chunk({ ...delta(null), prompt_progress: progress }) : '';
    const end = chunk({ ...delta(null, 'stop'), usage, timings: { cache_n: 380, prompt_n: 20 } });
    return `${read}${chunk(delta('Hi.'))}${end}data: [DONE]\n\n`;
  });
  const model = openAiChat({ baseUrl: `${server.url}/v1`, model: 'm' });
  const seen: ModelDelta[] = [];
  const ask = (session: string) =>
    collectAnswer(model, { ...request, session }, (one) => one.type === 'progress' && seen.push(one));
  return { ask, seen, bodies, server };
}

it('gives each session a slot of its own on llama.cpp, once it is known by its answers', async () => {
  verifies('models.cache.llama-slots');
  const { ask, bodies } = await llamaServer(3);
  expect(await ask('a')).toMatchObject({ text: 'Hi.', usage: { inputTokens: 400, cachedInputTokens: 380 } });
  for (const session of ['a', 'b', 'a', 'c', 'b', 'a']) await ask(session);
  expect(bodies[0]).not.toHaveProperty('cache_prompt');
  expect(bodies[1]).toMatchObject({ cache_prompt: true, return_progress: true });
  const slots = bodies.map(({ id_slot: slot }) => slot);
  expect(slots).toEqual([undefined, 0, 1, 0, 2, 1, 0]);
  // With more sessions than slots the server chooses, and the one that lost its slot is given another.
  await ask('d');
  expect(bodies.at(-1)).not.toHaveProperty('id_slot');
});

it('names no slot where there is one, or none is told of', async () => {
  verifies('models.cache.llama-slots');
  const { ask, bodies } = await llamaServer(1);
  await ask('a');
  await ask('a');
  expect(bodies[1]).toMatchObject({ cache_prompt: true });
  expect(bodies[1]).not.toHaveProperty('id_slot');
});

it('reports how far llama.cpp has read', async () => {
  verifies('models.cache.progress');
  const { ask, seen } = await llamaServer(1);
  await ask('a');
  await ask('a');
  expect(seen).toEqual([{ type: 'progress', progress: { stage: 'reading', done: 250, total: 400 } }]);
});
