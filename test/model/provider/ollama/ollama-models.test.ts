import { describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import { ollamaChat } from '../../../../src/model/provider/ollama/ollama.js';
import { listOllamaModels, sameModel, showOllamaModel } from '../../../../src/model/provider/ollama/ollama-models.js';
import { verifies } from '../../../requirements.js';
import { fakeServer, hello, never, ownServer } from './ollama-server.js';

describe('the models of a server', () => {
  test('are listed with what it tells of them, and which are loaded', async () => {
    verifies('models.ollama.list');
    const models = [
      { name: 'qwen3:8b' },
      { name: 'gemma3', contextTokens: 32_768, capabilities: ['completion', 'vision'] },
    ];
    const server = await fakeServer({ rounds: () => ({ text: 'x' }), models });
    const request = { messages: hello, tools: [], signal: never };
    await collectAnswer(ollamaChat({ baseUrl: server.origin, model: 'qwen3:8b' }), request);
    expect(await listOllamaModels({ baseUrl: server.url })).toEqual({
      models: [
        {
          name: 'qwen3:8b',
          size: 4_700_000_000,
          parameterSize: '8.0B',
          family: 'qwen3',
          modified: '2026-02-03T04:05:06.789012345Z',
          running: true,
        },
        {
          name: 'gemma3:latest',
          size: 4_700_000_000,
          parameterSize: '8.0B',
          family: 'gemma3',
          modified: '2026-02-03T04:05:06.789012345Z',
        },
      ],
    });
    expect(await showOllamaModel('gemma3', { baseUrl: server.url })).toMatchObject({
      traits: { tools: false, vision: true, chat: true, contextTokens: 32_768 },
    });
    expect(await showOllamaModel('gone', { baseUrl: server.url })).toMatchObject({
      failure: { kind: 'unknown-model' },
    });
  });

  test('are listed whatever else the answer holds', async () => {
    verifies('models.ollama.list');
    const odd = [
      null,
      7,
      {},
      { name: '' },
      { model: 'only-model' },
      { name: 'cloud', remote_host: 'https://cloud.example', size: -1 },
      { name: 'odd', size: 'big', details: 3, modified_at: 9 },
    ];
    const server = await ownServer((route) =>
      route === 'GET /api/ps' ? { status: 500, body: '' } : JSON.stringify({ models: odd }),
    );
    expect(await listOllamaModels({ baseUrl: server.url })).toEqual({
      models: [{ name: 'only-model' }, { name: 'cloud', remote: true }, { name: 'odd' }],
    });
    const empty = await ownServer(() => '{"models":null}');
    expect(await listOllamaModels({ baseUrl: empty.url })).toEqual({ models: [] });
  });

  test('that cannot be listed say why, in time', async () => {
    verifies('models.ollama.list', 'models.ollama.not-running');
    const silent = await ownServer(() => 'hang');
    expect(await listOllamaModels({ baseUrl: silent.url, timeoutMs: 100 })).toMatchObject({
      failure: { kind: 'unreachable' },
    });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    expect(await listOllamaModels({ baseUrl: silent.url, signal: controller.signal })).toMatchObject({
      failure: { kind: 'cancelled' },
    });
    const broken = await ownServer(() => 'no JSON');
    expect(await listOllamaModels({ baseUrl: broken.url })).toMatchObject({ failure: { kind: 'protocol' } });
    expect(await listOllamaModels({ baseUrl: 'http://127.0.0.1:9' })).toMatchObject({
      failure: { kind: 'unreachable', message: expect.stringContaining('`ollama serve`') },
    });
  });
});

test('a name without a tag is that of the latest', () => {
  expect(sameModel('qwen3', 'qwen3:latest')).toBe(true);
  expect(sameModel('host:5000/me/qwen3', 'host:5000/me/qwen3:latest')).toBe(true);
  expect(sameModel('qwen3', 'qwen3:8b')).toBe(false);
  verifies('models.ollama.hostile');
  expect(sameModel(`${':'.repeat(1_000_000)}/`, 'qwen3')).toBe(false);
});
