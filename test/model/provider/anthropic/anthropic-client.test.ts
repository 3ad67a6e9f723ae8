import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { Message } from '../../../../src/model/message.js';
import { anthropicMessages } from '../../../../src/model/provider/anthropic/anthropic.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { type FakeModelServer, startFakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { verifies } from '../../../requirements.js';
import { fixture } from '../read-body.js';

const model = 'claude-opus-4-8';
const tools = [
  {
    name: 'get_weather',
    description: 'Tells.',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
];
const messages: Message[] = [{ role: 'user', text: 'Hello' }];
const params = { model, max_tokens: 1000, messages: [{ role: 'user' as const, content: 'Hello' }] };

const clientAt = (baseURL: string): Anthropic => new Anthropic({ baseURL, apiKey: 'sk-ant-invented', maxRetries: 0 });
const ours = (baseUrl: string) =>
  collectAnswer(anthropicMessages({ baseUrl, model, retry: { retries: 0 } }), {
    messages,
    tools,
    signal: AbortSignal.any([]),
  });

/** What both make of an answer, in the same words. */
function ofClient({ content, usage, stop_reason: stop }: Anthropic.Message) {
  return {
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    reasoning: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
    calls: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, input: block.input }] : [],
    ),
    input: usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
    output: usage.output_tokens,
    stop: stops[stop ?? ''],
  };
}

const stops: Readonly<Record<string, string>> = {
  end_turn: 'answered',
  tool_use: 'calls',
  max_tokens: 'length',
  refusal: 'refused',
};

function ofOurs(answer: Awaited<ReturnType<typeof ours>>) {
  if (answer.failure !== undefined) throw new Error(answer.failure.message);
  const { text, reasoning, calls, usage, stop } = answer;
  return {
    text,
    reasoning,
    calls: calls.map(({ id, name, arguments: args }) => ({ id, name, input: JSON.parse(args) as unknown })),
    input: usage?.inputTokens,
    output: usage?.outputTokens,
    stop,
  };
}

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({ rounds: [] });
});
afterAll(() => server.close());

describe('the official client and the adapter read the same', () => {
  const rounds: [string, FakeModelRound][] = [
    ['text', { text: 'Grüße, 世界 👋🏽!', chunks: 5 }],
    [
      'thoughts and text',
      {
        reasoning: 'Hm.',
        text: 'Yes.',
        usage: { inputTokens: 40, outputTokens: 9, cachedInputTokens: 30, reasoningTokens: 4 },
      },
    ],
    [
      'parallel calls',
      {
        reasoning: 'Two.',
        text: 'Both.',
        calls: [
          { name: 'get_weather', id: 'toolu_1', arguments: { city: 'Paris' } },
          { name: 'get_weather', id: 'toolu_2', arguments: { city: 'Zürich', days: [1, 2, { x: null }] } },
        ],
        deltaSize: 3,
      },
    ],
    ['a call without arguments', { calls: [{ name: 'get_weather', id: 'toolu_3', arguments: {} }] }],
    ['a limit', { text: 'One, two', stop: 'length' }],
    ['a refusal', { text: 'No.', stop: 'refused' }],
  ];
  test.each(rounds)('%s from the fake server, streamed and whole', async (_, round) => {
    verifies('models.adapter.anthropic-client', 'models.adapter.anthropic-fake');
    server.setRounds([round, round, round]);
    const client = clientAt(server.origin);
    const wanted = ofOurs(await ours(server.origin));
    expect(ofClient(await client.messages.stream(params).finalMessage())).toEqual(wanted);
    expect(ofClient(await client.messages.create(params))).toEqual(wanted);
  });

  const fixtures = [
    'text',
    'thinking-text',
    'call',
    'call-without-arguments',
    'parallel-calls',
    'interleaved',
    'refusal',
    'length',
    'cached-usage',
  ];
  test.each(fixtures)('the fixture %s', async (name) => {
    verifies('models.adapter.anthropic-client');
    const url = await serve(fixture(name, 'anthropic'), 'text/event-stream');
    expect(ofClient(await clientAt(url).messages.stream(params).finalMessage())).toEqual(ofOurs(await ours(url)));
  });

  test('the whole answer of a fixture', async () => {
    const url = await serve(fixture('whole', 'anthropic', 'json'), 'application/json');
    const { calls, ...wanted } = ofOurs(await ours(url));
    // The client rounds the number the adapter keeps.
    expect(ofClient(await clientAt(url).messages.create(params))).toMatchObject(wanted);
    expect(calls).toHaveLength(1);
  });

  test('errors, as answers and in the middle', async () => {
    verifies('models.adapter.anthropic-client', 'models.adapter.anthropic-errors');
    const errors: [number, string, string][] = [
      [401, 'AuthenticationError', 'unauthorized'],
      [404, 'NotFoundError', 'bad-request'],
      [429, 'RateLimitError', 'rate-limited'],
      [529, 'OverloadedError', 'overloaded'],
    ];
    for (const [status, name, kind] of errors) {
      const round = { faults: { status } };
      server.setRounds([round, round]);
      const thrown = await clientAt(server.origin)
        .messages.create(params)
        .catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(Anthropic.APIError);
      expect({ status, name: (thrown as Error).constructor.name }).toEqual({
        status: (thrown as { status: number }).status,
        name,
      });
      expect((await ours(server.origin)).failure).toMatchObject({ kind, status });
    }
    const url = await serve(fixture('error', 'anthropic'), 'text/event-stream');
    const thrown = await clientAt(url)
      .messages.stream(params)
      .finalMessage()
      .catch((error: unknown) => error);
    expect((thrown as Error).message).toContain('Overloaded');
    expect((await ours(url)).failure).toMatchObject({
      kind: 'overloaded',
      message: expect.stringContaining('Overloaded'),
    });
  });
});

test('what the adapter sends, the official client sends as it is, and the strict server takes it from both', async () => {
  verifies('models.adapter.anthropic-client');
  const call = { id: 'toolu_1', name: 'get_weather', arguments: '{"city":"Oslo"}' };
  const conversation: Message[] = [
    { role: 'system', text: 'Be brief.' },
    { role: 'user', text: 'Look.', images: [{ mediaType: 'image/png', data: 'iVBORw0KGgo=' }] },
    { role: 'assistant', text: 'I will.', calls: [call] },
    { role: 'tool', callId: call.id, name: call.name, text: 'rain', isError: false },
  ];
  server.setRounds([{ text: 'a' }, { text: 'b' }]);
  const opened = anthropicMessages({ baseUrl: server.origin, model, thinking: 'high', retry: { retries: 0 } });
  expect(await collectAnswer(opened, { messages: conversation, tools, signal: AbortSignal.any([]) })).toMatchObject({
    text: 'a',
  });
  const body = server.requests.at(-1)?.body as Anthropic.MessageCreateParamsStreaming;
  expect(ofClient(await clientAt(server.origin).messages.stream(body).finalMessage())).toMatchObject({ text: 'b' });
  expect(server.requests.at(-1)?.body).toEqual(body);
});

/** A server that answers everything with these bytes. */
async function serve(bytes: Buffer, type: string): Promise<string> {
  const own = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': type });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    own.close();
    own.closeAllConnections();
  });
  return `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
}
