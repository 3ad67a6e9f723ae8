import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectAnswer } from '../../src/model/collect.js';
import { openAiChat } from '../../src/model/provider/openai/openai-chat.js';
import * as testing from '../../src/testing/index.js';
import { verifies } from '../requirements.js';

let server: testing.FakeModelServer;
let client: OpenAI;
beforeAll(async () => {
  server = await testing.startFakeModelServer({ rounds: [] });
  client = new OpenAI({ baseURL: server.url, apiKey: 'invented', maxRetries: 0 });
});
afterAll(() => server.close());

const user = { role: 'user' as const, content: 'Weather?' };
const tools = [
  { type: 'function' as const, function: { name: 'get_weather', parameters: { type: 'object', properties: {} } } },
];
const call = { name: 'get_weather', id: 'c1', arguments: { city: 'Zürich 👋' } };

test('toolwright/testing exports the scripted model and the fake server, nothing else', () => {
  verifies('core.testing.scripted-export', 'core.testing.server');
  expect(Object.keys(testing).sort()).toEqual(['scriptedModel', 'startFakeModelServer']);
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
});

describe('the official OpenAI client', () => {
  test('reads a streamed answer with calls', async () => {
    verifies('core.testing.official-client');
    server.setRounds([
      {
        text: 'Let me see.',
        chunks: 3,
        calls: [call, { ...call, id: 'c2' }],
        deltaSize: 3,
        usage: { inputTokens: 7, outputTokens: 8 },
      },
    ]);
    const stream = client.chat.completions.stream({
      model: 'fake-model',
      messages: [user],
      tools,
      stream_options: { include_usage: true },
    });
    const { choices, usage } = await stream.finalChatCompletion();
    expect(choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        content: 'Let me see.',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Zürich 👋"}' } },
          { id: 'c2', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Zürich 👋"}' } },
        ],
      },
    });
    expect(usage).toMatchObject({ prompt_tokens: 7, completion_tokens: 8, total_tokens: 15 });
  });

  test('reads an answer that is not streamed, text and calls', async () => {
    server.setRounds([{ text: 'Hi', stop: 'length' }, { calls: [call] }]);
    const first = await client.chat.completions.create({ model: 'fake-model', messages: [user] });
    expect(first).toMatchObject({
      object: 'chat.completion',
      choices: [{ finish_reason: 'length', message: { content: 'Hi' } }],
    });
    const second = await client.chat.completions.create({ model: 'fake-model', messages: [user], tools });
    expect(second.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: null, tool_calls: [{ id: 'c1', function: { arguments: '{"city":"Zürich 👋"}' } }] },
    });
  });

  test('gives a conversation back with its result, lists the models and sees errors as errors', async () => {
    server.setRounds([
      { text: 'Sunny.' },
      { failure: { kind: 'rate-limited', message: 'slow down', retryAfterMs: 1500 } },
    ]);
    const asked = {
      role: 'assistant' as const,
      tool_calls: [{ id: 'c1', type: 'function' as const, function: { name: 'get_weather', arguments: '{}' } }],
    };
    const answered = await client.chat.completions.create({
      model: 'fake-model',
      messages: [user, asked, { role: 'tool', tool_call_id: 'c1', content: 'sun' }],
    });
    expect(answered.choices[0]?.message.content).toBe('Sunny.');
    expect((await client.models.list()).data.map((model) => model.id)).toEqual(['fake-model']);
    const error = await client.chat.completions
      .create({ model: 'fake-model', messages: [user] })
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
    expect(error.headers.get('retry-after')).toBe('1.5');
  });

  test('refuses what OpenAI refuses: a call without its result, a result without its call', async () => {
    server.setRounds([{ text: 'x' }]);
    const asked = {
      role: 'assistant' as const,
      tool_calls: [{ id: 'c1', type: 'function' as const, function: { name: 'f', arguments: '{}' } }],
    };
    const send = (messages: OpenAI.ChatCompletionMessageParam[]) =>
      client.chat.completions.create({ model: 'm', messages }).then(
        () => 'accepted',
        (thrown) => thrown.message,
      );
    expect(await send([user, asked, user])).toContain('did not have response messages: c1');
    expect(await send([user, asked])).toContain('must be followed by tool messages');
    expect(await send([user, { role: 'tool', tool_call_id: 'c9', content: '' }])).toContain(
      'must be a response to a preceding message',
    );
    expect(await send([])).toContain('empty array');
    expect(await send([user])).toBe('accepted');
  });
});

describe('the script', () => {
  const ask = () =>
    collectAnswer(openAiChat({ baseUrl: server.url, model: 'm', retry: { retries: 0 } }), {
      messages: [{ role: 'user', text: 'Hello' }],
      tools: [],
      signal: new AbortController().signal,
    });

  test('is played round by round, may be a function, runs out, and every request is recorded', async () => {
    verifies('core.testing.server-script');
    const before = server.requests.length;
    server.setRounds([{ text: 'a' }, { text: 'b' }]);
    expect([await ask(), await ask()]).toMatchObject([{ text: 'a' }, { text: 'b' }]);
    expect(await ask()).toMatchObject({
      failure: { kind: 'bad-request', message: expect.stringContaining('no more rounds') },
    });
    server.setRounds((request, index) => ({
      text: `${index} ${(request.body as { model: string }).model}`,
      delayMs: 5,
    }));
    expect([await ask(), await ask()]).toMatchObject([{ text: '0 m' }, { text: '1 m' }]);
    expect(server.requests).toHaveLength(before + 5);
    expect(server.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      body: { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] },
    });
  });

  test('plays a failure so that a client sees it as that failure', async () => {
    verifies('core.testing.fault-429', 'core.testing.fault-garbage');
    const kinds = [
      'unreachable',
      'unauthorized',
      'unknown-model',
      'rate-limited',
      'overloaded',
      'bad-request',
      'context-overflow',
      'cut',
      'protocol',
    ] as const;
    for (const kind of kinds) {
      const message =
        { 'unknown-model': 'the model does not exist', 'context-overflow': 'maximum context length' }[kind as string] ??
        'invented';
      const failing = { text: 'x', failure: { kind, message } };
      server.setRounds([failing, failing]);
      expect(await ask()).toMatchObject({ failure: { kind } });
    }
  });

  test('a script that throws is an answer 500; close ends connections that hang', async () => {
    const own = await testing.startFakeModelServer({
      rounds: (_, index) => {
        if (index === 0) throw new Error('boom');
        return { faults: { hang: 'before-headers' } };
      },
    });
    const model = openAiChat({ baseUrl: own.url, model: 'm', retry: { retries: 0 } });
    const request = {
      messages: [{ role: 'user' as const, text: 'x' }],
      tools: [],
      signal: new AbortController().signal,
    };
    expect(await collectAnswer(model, request)).toMatchObject({
      failure: { kind: 'overloaded', message: expect.stringContaining('boom') },
    });
    const hanging = collectAnswer(model, request);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await own.close();
    expect(await hanging).toMatchObject({ failure: { kind: 'unreachable' } });
  });

  test('a port that is taken rejects', async () => {
    await expect(testing.startFakeModelServer({ rounds: [], port: Number(new URL(server.url).port) })).rejects.toThrow(
      'EADDRINUSE',
    );
  });
});
