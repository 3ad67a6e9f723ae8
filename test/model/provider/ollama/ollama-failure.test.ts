import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import { type OllamaChatOptions, ollamaChat } from '../../../../src/model/provider/ollama/ollama.js';
import { nearestNames } from '../../../../src/model/provider/ollama/ollama-failure.js';
import { verifies } from '../../../requirements.js';
import { chats, fakeServer, hello, never, ownServer } from './ollama-server.js';

const ask = (options: OllamaChatOptions) =>
  collectAnswer(ollamaChat(options), { messages: hello, tools: [], signal: never });

describe('a model that is not installed', () => {
  test('is answered with how to get it and what is there, and works once it is there', async () => {
    verifies('models.ollama.not-installed');
    const models = [{ name: 'llama3.2' }, { name: 'qwen3:8b' }, { name: 'nomic-embed-text' }, { name: 'mistral' }];
    const server = await fakeServer({ rounds: () => ({ text: 'x' }), models });
    const model = ollamaChat({ baseUrl: server.url, model: 'qwen3:14b' });
    const request = { messages: hello, tools: [], signal: never };
    expect(await collectAnswer(model, request)).toMatchObject({
      failure: {
        kind: 'unknown-model',
        status: 404,
        message: `Ollama at ${server.origin} has no model qwen3:14b. Get it with \`ollama pull qwen3:14b\`, or use one that it has: qwen3:8b, llama3.2:latest, mistral:latest.`,
      },
    });
    expect(chats(server)).toEqual([]);
    models.push({ name: 'qwen3:14b' });
    expect(await collectAnswer(model, request)).toMatchObject({ text: 'x' });
    models.pop();
    expect(await collectAnswer(model, request)).toMatchObject({
      failure: { kind: 'unknown-model', message: expect.stringContaining('ollama pull qwen3:14b') },
    });
  });

  test('is answered also when there is no other, or no list', async () => {
    verifies('models.ollama.not-installed');
    const missing = { status: 404, body: '{"error":"model \'m\' not found"}' };
    const empty = await ownServer((route) => (route === 'GET /api/tags' ? '{"models":[]}' : missing));
    const broken = await ownServer((route) => (route === 'GET /api/tags' ? { status: 500, body: '' } : missing));
    for (const { url } of [empty, broken]) {
      expect((await ask({ baseUrl: url, model: 'm' })).failure?.message).toBe(
        `Ollama at ${url} has no model m. Get it with \`ollama pull m\`.`,
      );
    }
  });

  test('is answered without names that are none, quickly however many there are', async () => {
    verifies('models.ollama.hostile');
    const names = ['\u001b[2Jclear', 'x'.repeat(500), 'm2', ...Array.from({ length: 100_000 }, (_, at) => `m3:${at}`)];
    const list = JSON.stringify({ models: names.map((name) => ({ name })) });
    const missing = { status: 404, body: '{"error":"model \'m\' not found"}' };
    const server = await ownServer((route) => (route === 'GET /api/tags' ? list : missing));
    expect((await ask({ baseUrl: server.url, model: 'm' })).failure?.message).toMatch(
      /or use one that it has: m2, m3:\d+, m3:\d+\.$/,
    );
  });

  test('is likely one that is spelt alike', () => {
    verifies('models.ollama.not-installed');
    const names = ['llama3.2:latest', 'mistral:latest', 'qwen3:4b', 'qwen3:8b', 'qwen2.5:7b'];
    expect(nearestNames('qwen3:32b', names)).toEqual(['qwen3:4b', 'qwen3:8b', 'qwen2.5:7b']);
    expect(nearestNames('lama3.2', names)).toEqual(['llama3.2:latest', 'mistral:latest', 'qwen2.5:7b']);
    expect(nearestNames('x', ['a'])).toEqual(['a']);
  });
});

test('a server that does not run is answered with how to start it', async () => {
  verifies('models.ollama.not-running');
  const free = createServer();
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
  const address = free.address();
  await new Promise((resolve) => free.close(resolve));
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  expect(await ask({ baseUrl: `${url}/v1`, model: 'qwen3' })).toMatchObject({
    failure: {
      kind: 'unreachable',
      message: `Ollama does not run at ${url} (ECONNREFUSED). Start it with \`ollama serve\` or open its app, or correct the base URL.`,
    },
  });
});

test.each([
  'model requires more system memory (44.0 GiB) than is available (7.6 GiB)',
  'memory layout cannot be allocated with num_gpu = 99',
  'llama runner process has terminated: cudaMalloc failed: out of memory',
])('a model too large for the memory is a lasting failure: %s', async (error) => {
  verifies('models.ollama.too-large');
  const server = await fakeServer({ rounds: () => ({ faults: { status: 500, body: JSON.stringify({ error }) } }) });
  const got = await ask({ baseUrl: server.origin, model: 'fake-model' });
  expect(got).toMatchObject({
    failure: {
      kind: 'overloaded',
      lasting: true,
      message: expect.stringMatching(/does not fit into the memory.*Use a smaller model/),
    },
  });
  expect(chats(server)).toHaveLength(1);
});

test('other failures of the server keep their kind', async () => {
  const of = async (status: number, error: string) => {
    const server = await fakeServer({ rounds: () => ({ faults: { status, body: JSON.stringify({ error }) } }) });
    return (await ask({ baseUrl: server.origin, model: 'fake-model', retry: { retries: 0 } })).failure;
  };
  expect(await of(503, 'server busy, please try again. maximum pending requests exceeded')).toMatchObject({
    kind: 'overloaded',
  });
  expect(await of(400, 'option "num_ctx" must be of type integer')).toMatchObject({ kind: 'bad-request' });
  expect(await of(429, 'you have reached your hourly usage limit')).toMatchObject({ kind: 'rate-limited' });
  expect(await of(401, 'unauthorized')).toMatchObject({
    kind: 'unauthorized',
    message: expect.stringContaining('API key'),
  });
});

test('a model elsewhere that wants a sign-in says so', async () => {
  const server = await ownServer((route) => {
    if (route === 'POST /api/show')
      return JSON.stringify({ remote_host: 'https://cloud.example', capabilities: ['completion'] });
    return { status: 401, body: '{"error":"unauthorized","signin_url":"https://cloud.example/connect"}' };
  });
  expect((await ask({ baseUrl: server.url, model: 'gpt-oss:120b-cloud' })).failure).toMatchObject({
    kind: 'unauthorized',
    message: expect.stringContaining('`ollama signin`'),
  });
});
