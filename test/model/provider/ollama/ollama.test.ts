import { describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { Message } from '../../../../src/model/message.js';
import type { ModelEvent, ModelRequest } from '../../../../src/model/model.js';
import { type OllamaChatOptions, ollamaChat } from '../../../../src/model/provider/ollama/ollama.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { verifies } from '../../../requirements.js';
import { answerLine, chats, fakeServer, hello, never, ownServer, readFileTool } from './ollama-server.js';

const tools = [readFileTool];
const round: FakeModelRound = {
  reasoning: 'Look first.',
  text: 'Let me see. 世界',
  chunks: 4,
  calls: [
    { name: 'read_file', arguments: '{"path":"a","n":12345678901234567890}' },
    { name: 'read_file', id: 'c2', arguments: { path: 'b' } },
  ],
  usage: { inputTokens: 20, outputTokens: 9, cachedInputTokens: 7 },
};

const ask = (options: OllamaChatOptions, request: Partial<ModelRequest> = {}) =>
  collectAnswer(ollamaChat(options), { messages: hello, tools: [], signal: never, ...request });

describe('an answer over HTTP', () => {
  test('thoughts and text as they come, then calls, usage and stop', async () => {
    verifies('models.ollama.chat', 'local-harness.provider.ollama-chat');
    const server = await fakeServer({ rounds: [round], models: [{ name: 'qwen3' }] });
    const model = ollamaChat({ baseUrl: server.origin, model: 'qwen3' });
    expect(model.name).toBe('ollama/qwen3');
    const events: ModelEvent[] = [];
    await model.stream({ messages: hello, tools, signal: never }, (event) => events.push(event));
    expect(events.filter(({ type }) => type === 'text')).toHaveLength(4);
    expect(events.filter(({ type }) => !/^(?:text|call-.*)$/.test(type))).toEqual([
      { type: 'progress', progress: { stage: 'loading' } },
      { type: 'reasoning', text: 'Look first.' },
      {
        type: 'call',
        index: 0,
        id: 'call_1',
        name: 'read_file',
        arguments: '{"path":"a","n":12345678901234567890}',
      },
      { type: 'call', index: 1, id: 'c2', name: 'read_file', arguments: '{"path":"b"}' },
      { type: 'usage', usage: round.usage },
      { type: 'stop', reason: 'calls' },
    ]);
  });

  test('a base URL that leads to one of its APIs leads to the server', async () => {
    verifies('models.ollama.address');
    const server = await fakeServer({ rounds: () => ({ text: 'x' }) });
    for (const path of ['', '/', '/v1', '/v1/', '/api', '/api/chat', '/v1/chat/completions']) {
      const got = await ask({ baseUrl: `${server.origin}${path}`, model: 'fake-model' });
      expect({ path, got }).toMatchObject({ path, got: { text: 'x' } });
    }
    expect(() => ollamaChat({ baseUrl: 'localhost:11434', model: 'm' })).toThrow(/http or https/);
  });

  test('a key goes along and stays out of messages', async () => {
    const key = 'sk-invented-0123456789';
    const server = await ownServer(() => ({ status: 500, body: JSON.stringify({ error: `bad ${key}` }) }));
    const got = await ask({ baseUrl: server.url, model: 'm', apiKey: key, retry: { retries: 0 } });
    expect(got).toMatchObject({ failure: { kind: 'overloaded', message: expect.stringContaining('bad ***') } });
  });

  test.each([
    ['by FIN', {}],
    ['by RST', { reset: true }],
    ['behind a proper HTTP end', { clean: true }],
  ])('a stream cut %s gives no call', async (_, how) => {
    verifies('models.ollama.chat');
    const small: FakeModelRound = { text: 'Hm', calls: [{ name: 'f', id: 'c', arguments: { a: 1 } }] };
    const server = await fakeServer({
      rounds: ({ headers }) => ({ ...small, faults: { ...how, cutAfterBytes: Number(headers['x-cut']) } }),
    });
    const kinds = new Set<string>();
    for (let at = 0; at < 520; at += 13) {
      const got = await ask({
        baseUrl: server.origin,
        model: 'fake-model',
        headers: { 'x-cut': String(at) },
        retry: { retries: 0 },
      });
      if (got.failure !== undefined) kinds.add(got.failure.kind);
      else expect({ at, calls: got.calls }).toEqual({ at, calls: [] });
    }
    expect([...kinds].filter((kind) => !['cut', 'protocol', 'unreachable'].includes(kind))).toEqual([]);
    expect(kinds).toContain('cut');
  });
});

describe('what a model can do', () => {
  test('is asked once, by however many requests at the same time', async () => {
    verifies('models.ollama.abilities');
    const server = await fakeServer({ rounds: () => ({ text: 'x' }) });
    const model = ollamaChat({ baseUrl: server.origin, model: 'fake-model' });
    const request = { messages: hello, tools, signal: never };
    const all = await Promise.all([1, 2, 3].map(() => collectAnswer(model, request)));
    await collectAnswer(model, request);
    expect(all.map((answer) => answer.text)).toEqual(['x', 'x', 'x']);
    expect(server.requests.filter(({ path }) => path === '/api/show')).toHaveLength(1);
    expect(chats(server)).toHaveLength(4);
  });

  test.each([
    ['knows no such question', { status: 404, body: '404 page not found' }],
    ['fails', { status: 500, body: '{"error":"oops"}' }],
    ['answers something else', 'true'],
    ['answers no JSON', '<html>'],
  ])('is assumed when the server %s', async (_, shown) => {
    verifies('models.ollama.abilities');
    const server = await ownServer((route) => (route === 'POST /api/chat' ? answerLine('fine') : shown));
    expect(await ask({ baseUrl: server.url, model: 'qwen3', thinking: 'high' }, { tools })).toMatchObject({
      text: 'fine',
      problems: [],
    });
  });

  test('may take too long: the question is given up, and asked no more for a while', { timeout: 20_000 }, async () => {
    verifies('models.ollama.abilities');
    const server = await ownServer((route) => (route === 'POST /api/chat' ? answerLine('fine') : 'hang'));
    const model = ollamaChat({ baseUrl: server.url, model: 'qwen3' });
    for (const _ of [1, 2]) {
      expect(await collectAnswer(model, { messages: hello, tools, signal: never })).toMatchObject({ text: 'fine' });
    }
    expect(server.routes.filter((route) => route === 'POST /api/show')).toHaveLength(1);
  });

  test('is not waited for by one who cancelled', async () => {
    verifies('models.ollama.abilities');
    const server = await ownServer(() => 'hang');
    const controller = new AbortController();
    const pending = ask({ baseUrl: server.url, model: 'm' }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    expect(await pending).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(server.routes).not.toContain('POST /api/chat');
  });
});

describe('a choice of tools', () => {
  test('that the model does not follow is reported', async () => {
    verifies('models.ollama.tool-choice');
    const server = await fakeServer({ rounds: [{ text: 'No.' }, round, { text: 'No.' }] });
    const model = ollamaChat({ baseUrl: server.origin, model: 'fake-model' });
    const choose = (toolChoice: NonNullable<ModelRequest['toolChoice']>) =>
      collectAnswer(model, { messages: hello, tools, toolChoice, signal: never });
    expect(await choose({ name: 'read_file' })).toMatchObject({
      problems: [{ code: 'call-missing', message: expect.stringContaining('the tool read_file') }],
    });
    expect(await choose('required')).toMatchObject({ stop: 'calls', problems: [] });
    expect(await choose('none')).toMatchObject({ stop: 'answered', problems: [] });
  });
});

describe('thinking', () => {
  const models = [
    { name: 'qwen3', capabilities: ['completion', 'tools', 'thinking'] },
    { name: 'gpt-oss:20b', capabilities: ['completion', 'tools', 'thinking'] },
    { name: 'llama3.1', capabilities: ['completion', 'tools'] },
  ];
  test.each([
    ['qwen3', undefined, undefined],
    ['qwen3', 'off', false],
    ['qwen3', 'high', true],
    ['gpt-oss:20b', 'off', 'low'],
    ['gpt-oss:20b', 'medium', 'medium'],
    ['llama3.1', 'off', undefined],
    ['llama3.1', undefined, undefined],
  ] as const)('of %s set to %s is sent as %s', async (model, thinking, wanted) => {
    verifies('models.ollama.thinking');
    const server = await fakeServer({ rounds: [{ text: 'x' }], models });
    const got = await ask({ baseUrl: server.origin, model, ...(thinking && { thinking }) });
    expect(got).toMatchObject({ text: 'x', problems: [] });
    expect(chats(server)[0]?.think).toEqual(wanted);
  });

  test('of one that cannot is left out, and reported once', async () => {
    verifies('models.ollama.thinking');
    const server = await fakeServer({ rounds: () => ({ text: 'x' }), models });
    const model = ollamaChat({ baseUrl: server.origin, model: 'llama3.1', thinking: 'high' });
    const request = { messages: hello, tools: [], signal: never };
    expect(await collectAnswer(model, request)).toMatchObject({ problems: [{ code: 'thinking-unsupported' }] });
    expect(await collectAnswer(model, request)).toMatchObject({ problems: [] });
    expect(chats(server).map(({ think }) => think)).toEqual([undefined, undefined]);
  });

  test('that the server refuses is left out, and the request sent again', async () => {
    verifies('models.ollama.thinking');
    const server = await ownServer((route, body) => {
      if (route !== 'POST /api/chat') return { status: 404, body: '' };
      return body.includes('"think":')
        ? { status: 400, body: '{"error":"\\"m\\" does not support thinking"}' }
        : answerLine('ok');
    });
    expect(await ask({ baseUrl: server.url, model: 'm', thinking: 'low' })).toMatchObject({
      text: 'ok',
      problems: [{ code: 'thinking-unsupported' }],
    });
  });
});

describe('pictures', () => {
  const image = { mediaType: 'image/png', data: 'aGVsbG8=' };
  const shown: Message = { role: 'user', text: 'What is this?', images: [image] };
  const models = [
    { name: 'seer', capabilities: ['completion', 'vision'] },
    { name: 'blind', capabilities: ['completion'] },
  ];

  test('reach a model that sees', async () => {
    verifies('models.ollama.images');
    const server = await fakeServer({ rounds: [{ text: 'A cat.' }], models });
    expect(await ask({ baseUrl: server.origin, model: 'seer' }, { messages: [shown] })).toMatchObject({
      text: 'A cat.',
    });
    expect(chats(server)[0]?.messages).toEqual([{ role: 'user', content: 'What is this?', images: ['aGVsbG8='] }]);
  });

  test('are refused for one that does not, before anything is sent', async () => {
    verifies('models.ollama.images');
    const server = await fakeServer({ rounds: [], models });
    expect(await ask({ baseUrl: server.origin, model: 'blind' }, { messages: [shown] })).toMatchObject({
      failure: {
        kind: 'bad-request',
        message: expect.stringMatching(/blind cannot see pictures. Use a model that can/),
      },
    });
    expect(chats(server)).toEqual([]);
  });

  test('of earlier messages are left out and reported', async () => {
    verifies('models.ollama.images');
    const server = await fakeServer({ rounds: [{ text: 'Fine.' }], models });
    const messages: Message[] = [shown, { role: 'assistant', text: 'A cat.', calls: [] }, ...hello];
    expect(await ask({ baseUrl: server.origin, model: 'blind' }, { messages })).toMatchObject({
      text: 'Fine.',
      problems: [{ code: 'images-left-out' }],
    });
    expect(chats(server)[0]?.messages[0]).toEqual({
      role: 'user',
      content: 'What is this?\n[A picture was shown here that you cannot see.]',
    });
  });
});
