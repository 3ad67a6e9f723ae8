import { describe, expect, test, vi } from 'vitest';
import { collectAnswer, type ModelDelta } from '../../../../src/model/collect.js';
import { ollamaChat } from '../../../../src/model/provider/ollama/ollama.js';
import { contextMemory } from '../../../../src/model/provider/ollama/ollama-memory.js';
import { createLoadKeeper } from '../../../../src/session/load-keeper.js';
import { verifies } from '../../../requirements.js';
import { answerLine, hello, never, ownServer } from './ollama-server.js';

const gib = 1024 ** 3;
const shown = {
  details: { quantization_level: 'Q4_K_M' },
  model_info: {
    'general.architecture': 'qwen3',
    'general.parameter_count': 8_000_000_000,
    'qwen3.block_count': 32,
    'qwen3.attention.head_count': 32,
    'qwen3.attention.head_count_kv': 8,
    'qwen3.embedding_length': 4096,
  },
};

describe('the context there is memory for', () => {
  test('is half of what the model leaves, by what a token takes', () => {
    verifies('models.ollama.context-size');
    // 131,072 bytes a token, and 4.8 GB for the model.
    expect(contextMemory(shown, { totalBytes: 16 * gib })).toBeGreaterThan(45_000);
    expect(contextMemory(shown, { totalBytes: 16 * gib })).toBeLessThan(50_000);
    expect(contextMemory(shown, { totalBytes: 16 * gib, loadedBytes: 8 * gib })).toBe(32_768);
    expect(contextMemory(shown, { totalBytes: 4 * gib })).toBe(0);
  });

  test('is not known where the server tells too little, or what cannot be', () => {
    verifies('models.ollama.context-size');
    const { model_info: info } = shown;
    const without = (name: string) => ({ ...shown, model_info: { ...info, [name]: 'many' } });
    for (const odd of [{}, null, 7, without('qwen3.block_count'), without('general.parameter_count')])
      expect(contextMemory(odd, { totalBytes: gib }), JSON.stringify(odd)).toBeUndefined();
  });
});

test('reports that a model is being loaded, and when it reads', async () => {
  verifies('models.ollama.loading');
  let [isLoaded, hangs] = [false, true];
  const name = 'm:latest';
  const server = await ownServer((route) => {
    if (route === 'POST /api/show') return JSON.stringify({ capabilities: ['completion'] });
    if (route === 'GET /api/ps') return JSON.stringify({ models: isLoaded ? [{ name }] : [] });
    return hangs ? 'hang' : answerLine('x');
  });
  const model = ollamaChat({ baseUrl: server.url, model: 'm' });
  const stop = new AbortController();
  const seen: ModelDelta[] = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const asked = collectAnswer(model, { messages: hello, tools: [], signal: stop.signal }, (delta) => {
    seen.push(delta);
    if (seen.length === 2) stop.abort();
  });
  while (!server.routes.includes('POST /api/chat')) await new Promise((resolve) => setTimeout(resolve, 5));
  isLoaded = true;
  vi.advanceTimersByTime(3000);
  expect(await asked).toMatchObject({ failure: { kind: 'cancelled' } });
  vi.useRealTimers();
  expect(seen).toEqual([
    { type: 'progress', progress: { stage: 'loading' } },
    { type: 'progress', progress: { stage: 'reading' } },
  ]);
  seen.length = 0;
  hangs = false;
  await collectAnswer(model, { messages: hello, tools: [], signal: never }, (delta) => seen.push(delta));
  expect(seen).toEqual([{ type: 'text', text: 'x' }]);
});

test('keeps a model loaded, with the context it has, while a person is waited for', async () => {
  verifies('models.ollama.kept-loaded');
  const asked: unknown[] = [];
  const server = await ownServer((route, body) => {
    if (route === 'POST /api/generate') asked.push(JSON.parse(body));
    if (route === 'POST /api/show') return JSON.stringify({ capabilities: ['completion'] });
    return route === 'POST /api/chat' ? answerLine('x') : '{"models":[]}';
  });
  const model = ollamaChat({ baseUrl: server.url, model: 'm' });
  model.keepLoaded?.();
  await collectAnswer(model, { messages: hello, tools: [], signal: never });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const open: unknown[] = ['a question'];
    const keeper = createLoadKeeper(() => model, { open: open as never });
    keeper.asked();
    keeper.asked();
    vi.advanceTimersByTime(20 * 60_000);
    open.pop();
    vi.advanceTimersByTime(60 * 60_000);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[0]).toEqual({ model: 'm', keep_alive: '30m', options: { num_ctx: 16_384 } });
});
