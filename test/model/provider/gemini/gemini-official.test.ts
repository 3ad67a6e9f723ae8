import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, type GenerateContentResponse, GoogleGenAI, type Part } from '@google/genai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { Message } from '../../../../src/model/message.js';
import { geminiModel } from '../../../../src/model/provider/gemini/gemini.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { type FakeModelServer, startFakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { verifies } from '../../../requirements.js';
import { fixture } from '../read-body.js';

const model = 'gemini-3-pro-preview';
const round: FakeModelRound = {
  text: 'Zwei Städte.',
  reasoning: 'Think first.',
  chunks: 3,
  calls: [
    { name: 'get_weather', id: 'c1', arguments: { city: 'Zürich 👋' } },
    { name: 'get_weather', id: 'c2', arguments: { city: 'Oslo' } },
  ],
  usage: { inputTokens: 7, outputTokens: 8, cachedInputTokens: 2, reasoningTokens: 3 },
};

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({ rounds: [], models: [{ name: model }] });
});
afterAll(() => server.close());

const official = (baseUrl = server.origin) =>
  new GoogleGenAI({ apiKey: 'invented', httpOptions: { baseUrl, retryOptions: { attempts: 1 } } });

/** What the official client makes of the pieces of an answer, in the words of our own. */
function summary(pieces: readonly GenerateContentResponse[]) {
  const parts: readonly Part[] = pieces.flatMap((piece) => piece.candidates?.[0]?.content?.parts ?? []);
  const texts = (thought: boolean) =>
    parts
      .filter((part) => (part.thought === true) === thought)
      .map((part) => part.text ?? '')
      .join('');
  const usage = pieces.at(-1)?.usageMetadata;
  return {
    text: texts(false),
    reasoning: texts(true),
    calls: parts.flatMap(({ functionCall: call }) =>
      call === undefined ? [] : [{ id: call.id, name: call.name, arguments: call.args ?? {} }],
    ),
    signatures: parts.flatMap((part) => part.thoughtSignature ?? []),
    inputTokens: usage?.promptTokenCount ?? 0,
    outputTokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
  };
}

async function ours(baseUrl = server.origin, messages: readonly Message[] = [{ role: 'user', text: 'Hi' }]) {
  const own = geminiModel({ baseUrl: `${baseUrl}/v1beta`, model, retry: { retries: 0 } });
  return collectAnswer(own, { messages, tools: [], signal: new AbortController().signal });
}

/** The same of our own answer. */
function ourSummary(answer: Awaited<ReturnType<typeof ours>>) {
  if (answer.failure !== undefined) throw new Error(answer.failure.message);
  const carried = (answer.carry?.value ?? []) as readonly {
    readonly held?: { readonly signature?: string; readonly id?: string };
  }[];
  return {
    text: answer.text,
    reasoning: answer.reasoning,
    calls: answer.calls.map(({ id, name, arguments: args }) => ({
      id: carried.some((part) => part.held?.id === id) ? id : undefined,
      name,
      arguments: args === '' ? {} : JSON.parse(args),
    })),
    signatures: carried.flatMap(({ held }) => held?.signature ?? []),
    inputTokens: answer.usage?.inputTokens ?? 0,
    outputTokens: answer.usage?.outputTokens ?? 0,
  };
}

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const got: T[] = [];
  for await (const one of stream) got.push(one);
  return got;
}

describe('the official Google client and ours', () => {
  test('read the same from the fake server, streamed and whole', async () => {
    verifies('models.adapter.gemini-official');
    server.setRounds(() => round);
    const own = ourSummary(await ours());
    const streamed = await all(await official().models.generateContentStream({ model, contents: 'Hi' }));
    const signature = [expect.stringMatching(/^[A-Za-z0-9+/=]+$/)];
    expect({ ...summary(streamed), signatures: signature }).toEqual({ ...own, signatures: signature });
    expect(summary(streamed).calls).toEqual([
      { id: 'c1', name: 'get_weather', arguments: { city: 'Zürich 👋' } },
      { id: 'c2', name: 'get_weather', arguments: { city: 'Oslo' } },
    ]);
    const whole = await official().models.generateContent({ model, contents: 'Hi' });
    expect({ ...summary([whole]), signatures: signature }).toEqual({ ...own, signatures: signature });
    expect(whole.functionCalls).toHaveLength(2);
  });

  test.each([
    'text',
    'reasoning-text',
    'call',
    'parallel-calls',
    'parallel-calls-without-ids',
    'length',
    'cached-usage',
  ])('read the same from the recorded shape %s', async (name) => {
    verifies('models.adapter.gemini-official');
    const bytes = fixture(name, 'gemini');
    const raw = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(bytes);
    });
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(raw.address() as AddressInfo).port}`;
    try {
      const pieces = await all(await official(origin).models.generateContentStream({ model, contents: 'Hi' }));
      expect(summary(pieces)).toEqual(ourSummary(await ours(origin)));
    } finally {
      raw.close();
      raw.closeAllConnections();
    }
  });

  test('send a conversation back that the strict server accepts, and see its errors', async () => {
    server.setRounds([round, { text: 'Done.' }]);
    const chat = official().chats.create({ model });
    const first = await chat.sendMessage({ message: 'Weather?' });
    const responses = (first.functionCalls ?? []).map(({ id = '', name = '' }) => ({
      functionResponse: { id, name, response: { output: 'sun' } },
    }));
    expect((await chat.sendMessage({ message: responses })).text).toBe('Done.');

    server.setRounds([{ failure: { kind: 'rate-limited', message: 'slow down' } }]);
    const failed = await official()
      .models.generateContent({ model, contents: 'Hi' })
      .catch((thrown: unknown) => thrown);
    expect(failed).toBeInstanceOf(ApiError);
    expect(failed).toMatchObject({ status: 429, message: expect.stringContaining('slow down') });
  });

  test('are refused alike: a call without its result, without its signature, a role that is none', async () => {
    server.setRounds(() => ({ text: 'x' }));
    const send = (contents: unknown) =>
      official()
        .models.generateContent({ model, contents: contents as Part[] })
        .then(
          () => 'accepted',
          (thrown: Error) => thrown.message,
        );
    const user = { role: 'user', parts: [{ text: 'Hi' }] };
    const call = { functionCall: { name: 'f', args: {} }, thoughtSignature: 'c2lnbmVk' };
    const result = { functionResponse: { name: 'f', response: { output: '' } } };
    expect(await send([user, { role: 'model', parts: [call] }, { role: 'user', parts: [result] }])).toBe('accepted');
    expect(await send([user, { role: 'model', parts: [call, call] }, { role: 'user', parts: [result] }])).toContain(
      'number of function response parts',
    );
    expect(await send([user, { role: 'model', parts: [call] }])).toContain('immediately after');
    const { thoughtSignature: _signature, ...unsigned } = call;
    expect(await send([user, { role: 'model', parts: [unsigned] }, { role: 'user', parts: [result] }])).toContain(
      'missing a thought_signature',
    );
    expect(await send([{ role: 'system', parts: [{ text: 'Hi' }] }])).toContain('valid role');
    expect(await send([{ role: 'user', parts: [{}] }])).toContain('required oneof');
  });

  test('list the models of the server', async () => {
    const pager = await official().models.list();
    expect(await all(pager)).toMatchObject([{ name: `models/${model}`, inputTokenLimit: 1_048_576 }]);
  });
});
