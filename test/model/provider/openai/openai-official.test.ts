import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI, { APIError } from 'openai';
import type { ChatCompletion } from 'openai/resources/chat/completions';
import type { Response } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, collectAnswer } from '../../../../src/model/collect.js';
import type { Model } from '../../../../src/model/model.js';
import { openAiChat } from '../../../../src/model/provider/openai/openai-chat.js';
import { openAiResponses } from '../../../../src/model/provider/openai/openai-responses.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { type FakeModelServer, startFakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { verifies } from '../../../requirements.js';
import { fixture } from '../read-body.js';

/** What both sides read, in the same words. */
interface Reading {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly tokens: readonly (number | undefined)[];
}

let server: FakeModelServer;
let raw: Server;
let stored = '';
let client: OpenAI;
let rawClient: OpenAI;
beforeAll(async () => {
  server = await startFakeModelServer({ rounds: [] });
  client = new OpenAI({ baseURL: server.url, apiKey: 'invented', maxRetries: 0 });
  raw = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(fixtureOf(stored));
  });
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
  rawClient = new OpenAI({ baseURL: rawUrl(), apiKey: 'invented', maxRetries: 0 });
});
afterAll(async () => {
  await server.close();
  raw.close();
  raw.closeAllConnections();
});

const rawUrl = () => `http://127.0.0.1:${(raw.address() as AddressInfo).port}/v1`;
const fixtureOf = (name: string): Buffer => {
  const [folder, file] = name.split('/');
  return fixture(file ?? '', folder);
};
const signal = new AbortController().signal;

async function ours(model: Model): Promise<Reading> {
  const answer = await collectAnswer(model, { messages: [{ role: 'user', text: 'Hi' }], tools: [], signal });
  if (answer.failure !== undefined) throw new Error(answer.failure.message);
  const { text, reasoning, calls, usage } = answer as Answer;
  const tokens = [usage?.inputTokens, usage?.outputTokens, usage?.cachedInputTokens ?? 0, usage?.reasoningTokens ?? 0];
  return { text, reasoning, calls, tokens };
}

function responseReading({ output, usage }: Response): Reading {
  const messages = output.filter((item) => item.type === 'message');
  const parts = messages.map(({ content }) =>
    content.map((part) => (part.type === 'refusal' ? part.refusal : part.text)).join(''),
  );
  return {
    text: parts.join('\n\n'),
    reasoning: output
      .filter((item) => item.type === 'reasoning')
      .flatMap(({ summary }) => summary.map(({ text }) => text))
      .join('\n\n'),
    calls: output
      .filter((item) => item.type === 'function_call')
      .map(({ call_id: id, name, arguments: args }) => ({ id, name, arguments: args })),
    tokens: [
      usage?.input_tokens,
      usage?.output_tokens,
      usage?.input_tokens_details.cached_tokens,
      usage?.output_tokens_details.reasoning_tokens,
    ],
  };
}

function chatReading({ choices, usage }: ChatCompletion): Reading {
  const message = choices[0]?.message;
  const own = message as { reasoning_content?: string } | undefined;
  return {
    text: (message?.content ?? '') + (message?.refusal ?? ''),
    reasoning: own?.reasoning_content ?? '',
    calls: (message?.tool_calls ?? []).flatMap((call) =>
      call.type === 'function'
        ? [{ id: call.id, ...call.function }].map(({ id, name, arguments: args }) => ({ id, name, arguments: args }))
        : [],
    ),
    tokens: [
      usage?.prompt_tokens,
      usage?.completion_tokens,
      usage?.prompt_tokens_details?.cached_tokens ?? 0,
      usage?.completion_tokens_details?.reasoning_tokens ?? 0,
    ],
  };
}

const usage = { inputTokens: 20, outputTokens: 9, cachedInputTokens: 8, reasoningTokens: 3 };
const call = { name: 'read_file', id: 'c1', arguments: { path: 'ü 👋.md' } };
const rounds: [string, FakeModelRound][] = [
  ['text', { text: 'Grüße, 世界', chunks: 3, usage }],
  ['reasoning and text', { reasoning: 'Hm.', text: 'Yes.', usage }],
  ['parallel calls', { reasoning: 'Two.', text: 'Both.', calls: [call, { ...call, id: 'c2' }], deltaSize: 3, usage }],
  ['exact arguments', { calls: [{ name: 'f', id: 'c', arguments: '{"n": 12345678901234567890, "r": 1.10}' }], usage }],
];

describe('the official client and responses', () => {
  const body = { model: 'gpt-5.1', input: 'Hi', store: false, include: ['reasoning.encrypted_content' as const] };

  test.each(rounds)('reads %s, streamed and whole, as we do', async (_, round) => {
    verifies('models.adapter.openai-responses-official');
    server.setRounds([round, round, round]);
    const mine = await ours(openAiResponses({ baseUrl: server.url, model: 'gpt-5.1' }));
    expect(responseReading(await client.responses.stream(body).finalResponse())).toEqual(mine);
    expect(responseReading(await client.responses.create(body))).toEqual(mine);
  });

  test('accepts what we send, and is given the same refusals', async () => {
    verifies('models.adapter.openai-responses-official');
    server.setRounds([{ text: 'No.', stop: 'refused' }, { faults: { status: 429 } }]);
    expect(responseReading(await client.responses.stream(body).finalResponse()).text).toBe('No.');
    const refused = await client.responses.create(body).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(APIError);
    expect(refused).toMatchObject({ status: 429 });
    const bad = await client.responses
      .create({ ...body, input: [{ type: 'function_call_output', call_id: 'x', output: 'y' }] })
      .catch((thrown: unknown) => thrown);
    expect(bad).toMatchObject({ status: 400, message: expect.stringContaining('No tool call found') });
  });

  const names = [
    'text',
    'reasoning-text',
    'one-call',
    'parallel-calls',
    'exact-arguments',
    'refusal',
    'length',
    'content-filter',
    'cached-usage',
    'phases',
    'rotating-ids',
  ];
  test.each(names)('reads the stream %s as we do', async (name) => {
    verifies('models.adapter.openai-responses-official');
    stored = `openai-responses/${name}`;
    const mine = await ours(openAiResponses({ baseUrl: rawUrl(), model: 'gpt-5.1' }));
    expect(responseReading(await rawClient.responses.stream(body).finalResponse())).toEqual(mine);
  });

  test('fails on the stream that fails, in the same words', async () => {
    stored = 'openai-responses/error';
    const words = 'An error occurred while processing your request';
    await expect(ours(openAiResponses({ baseUrl: rawUrl(), model: 'gpt-5.1' }))).rejects.toThrow(words);
    await expect(rawClient.responses.stream(body).finalResponse()).rejects.toThrow(words);
  });
});

describe('the official client and chat completions', () => {
  const body = { model: 'gpt-4.1', messages: [{ role: 'user' as const, content: 'Hi' }] };
  const streamed = { ...body, stream_options: { include_usage: true } };

  test.each(rounds)('reads %s, streamed and whole, as we do', async (_, round) => {
    verifies('models.adapter.openai-chat-official');
    server.setRounds([round, round, round]);
    const mine = await ours(openAiChat({ baseUrl: server.url, model: 'gpt-4.1' }));
    // The client does not put together what it does not know: the reasoning of other servers.
    const { reasoning: _reasoning, ...known } = mine;
    expect(chatReading(await client.chat.completions.stream(streamed).finalChatCompletion())).toMatchObject(known);
    expect(chatReading(await client.chat.completions.create(body))).toEqual(mine);
  });

  test('is given the same refusals', async () => {
    verifies('models.adapter.openai-chat-official');
    server.setRounds([{ faults: { status: 429 } }]);
    const refused = await client.chat.completions.create(body).catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ status: 429 });
  });

  const names = [
    'openai-text',
    'openai-parallel-calls',
    'openai-exact-arguments',
    'openai-refusal',
    'openai-cached-usage',
    'lm-studio-call',
    'lm-studio-text',
    'llama-cpp-call',
    'gemini-signature',
    'openrouter-signed',
    'deepseek-call',
  ];
  test.each(names)('reads the stream %s as we do', async (name) => {
    verifies('models.adapter.openai-chat-official');
    stored = `openai-chat/${name}`;
    const { reasoning: _reasoning, ...mine } = await ours(openAiChat({ baseUrl: rawUrl(), model: 'gpt-4.1' }));
    expect(chatReading(await rawClient.chat.completions.stream(streamed).finalChatCompletion())).toMatchObject(mine);
  });
});
