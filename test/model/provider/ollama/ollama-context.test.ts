import { describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { Message } from '../../../../src/model/message.js';
import { type OllamaChatOptions, ollamaChat } from '../../../../src/model/provider/ollama/ollama.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import type { FakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { verifies } from '../../../requirements.js';
import { answerLine, type ChatBody, chats, fakeServer, never, ownServer, readFileTool } from './ollama-server.js';

const talk = (tokens: number): Message[] => [{ role: 'user', text: 'abc'.repeat(tokens) }];
const sizes = (server: FakeModelServer) => chats(server).map(({ options }) => options.num_ctx);

const open = (server: FakeModelServer, options: Partial<OllamaChatOptions> = {}) => {
  const model = ollamaChat({ baseUrl: server.origin, model: 'fake-model', ...options });
  return (tokens: number) => collectAnswer(model, { messages: talk(tokens), tools: [], signal: never });
};

describe('the context asked for', () => {
  test('is chosen once, grows twice at most and says so, and a new session starts where it is loaded', async () => {
    verifies('models.ollama.context-size');
    const server = await fakeServer({ rounds: () => ({ text: 'x' }) });
    const ask = open(server, { maxOutputTokens: 1000 });
    const told = [];
    for (const tokens of [100, 9000, 100, 40_000]) {
      const answer = await ask(tokens);
      if (answer.failure === undefined) told.push(...answer.problems);
    }
    await open(server)(100);
    expect(sizes(server)).toEqual([16_384, 16_384, 16_384, 131_072, 131_072]);
    expect(told).toEqual([
      {
        type: 'problem',
        code: 'context-grown',
        message:
          'The conversation has outgrown the context of 16,384 tokens: the model is loaded again with 131,072, and reads all of it anew.',
      },
    ]);
    expect(chats(server)[0]).toMatchObject({
      options: { num_ctx: 16_384, num_predict: 1000 },
      keep_alive: '30m',
      truncate: false,
      shift: false,
    });
  });

  test('is that of the Modelfile when that is larger', async () => {
    verifies('models.ollama.context-size');
    const bodies: ChatBody[] = [];
    const server = await ownServer((route, body) => {
      if (route === 'POST /api/show') {
        return JSON.stringify({ capabilities: ['completion'], parameters: 'num_ctx                        24000' });
      }
      if (route === 'POST /api/chat') bodies.push(JSON.parse(body) as ChatBody);
      return route === 'POST /api/chat' ? answerLine('x') : '{"models":[]}';
    });
    await collectAnswer(ollamaChat({ baseUrl: server.url, model: 'm', keepAlive: '2h' }), {
      messages: talk(10),
      tools: [],
      signal: never,
    });
    expect(bodies[0]).toMatchObject({ options: { num_ctx: 24_000 }, keep_alive: '2h' });
  });

  test('is left to a model that runs elsewhere', async () => {
    const bodies: ChatBody[] = [];
    const server = await ownServer((route, body) => {
      if (route === 'POST /api/show')
        return JSON.stringify({ capabilities: ['completion'], remote_host: 'https://cloud.example' });
      if (route === 'POST /api/chat') bodies.push(JSON.parse(body) as ChatBody);
      return route === 'POST /api/chat' ? answerLine('x') : '{"models":[]}';
    });
    await collectAnswer(ollamaChat({ baseUrl: server.url, model: 'm' }), {
      messages: talk(10),
      tools: [],
      signal: never,
    });
    expect(bodies[0]?.options).toEqual({});
  });

  test('counts the tools that are told of in text', async () => {
    verifies('models.ollama.context-size');
    const models = [{ name: 'plain', capabilities: ['completion'] }];
    const server = await fakeServer({ rounds: [{ text: 'x' }], models });
    const tool = { ...readFileTool, description: 'abc'.repeat(9000) };
    await collectAnswer(ollamaChat({ baseUrl: server.origin, model: 'plain' }), {
      messages: talk(10),
      tools: [tool],
      signal: never,
    });
    expect(sizes(server)).toEqual([32_768]);
  });
});

describe('a conversation that does not fit', () => {
  test('is not sent, whether the model or the person sets the limit', async () => {
    verifies('models.ollama.no-silent-cut');
    const server = await fakeServer({
      rounds: () => ({ text: 'x' }),
      models: [{ name: 'fake-model', contextTokens: 16_384 }],
    });
    expect(await open(server)(20_000)).toMatchObject({
      failure: {
        kind: 'context-overflow',
        message: expect.stringMatching(/at most 16384\. Nothing was sent.*new session/),
      },
    });
    expect(await open(server, { contextTokens: 8192 })(9000)).toMatchObject({
      failure: { kind: 'context-overflow', message: expect.stringContaining('at most 8192 (contextTokens;') },
    });
    expect(chats(server)).toEqual([]);
  });

  const tooLong: FakeModelRound = {
    faults: {
      status: 400,
      body: '{"error":"request (9001 tokens) exceeds the available context size (8192 tokens), try increasing it"}',
    },
  };

  test('by the count of the server is sent again with a larger one', async () => {
    verifies('models.ollama.no-silent-cut', 'models.ollama.context-size');
    const server = await fakeServer({ rounds: [tooLong, { text: 'Fine.' }] });
    expect(await open(server)(100)).toMatchObject({ text: 'Fine.', problems: [{ code: 'context-grown' }] });
    expect(sizes(server)).toEqual([16_384, 65_536]);
  });

  test('by the count of the server is a failure when there is no larger one', async () => {
    verifies('models.ollama.no-silent-cut');
    const models = [{ name: 'fake-model', contextTokens: 20_000 }];
    const server = await fakeServer({ rounds: () => tooLong, models });
    expect(await open(server)(100)).toMatchObject({ failure: { kind: 'context-overflow', status: 400 } });
    expect(sizes(server)).toEqual([16_384, 20_000]);
  });

  test('by what the server counted before is known beforehand', async () => {
    verifies('models.ollama.no-silent-cut');
    const models = [{ name: 'fake-model', contextTokens: 8192 }];
    const server = await fakeServer({
      rounds: () => ({ text: 'x', usage: { inputTokens: 6000, outputTokens: 1 } }),
      models,
    });
    const ask = open(server);
    expect(await ask(3000)).toMatchObject({ text: 'x' });
    expect(await ask(5000)).toMatchObject({ failure: { kind: 'context-overflow' } });
  });
});
