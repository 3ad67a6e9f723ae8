import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { Message } from '../../../../src/model/message.js';
import { type GeminiOptions, geminiModel, geminiProtocol } from '../../../../src/model/provider/gemini/gemini.js';
import { failureOfStatus } from '../../../../src/model/provider/transport/failure.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { type FakeModelServer, startFakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { verifies } from '../../../requirements.js';

const key = 'AIza-invented-0123456789';
const messages: Message[] = [{ role: 'user', text: 'Hello' }];
const round: FakeModelRound = {
  text: 'Let me see. 世界',
  reasoning: 'Hm.',
  chunks: 4,
  calls: [
    { name: 'read_file', id: 'c1', arguments: { path: 'notes.md' } },
    { name: 'list_dir', id: 'c2', arguments: '{"path": "src"}' },
  ],
  usage: { inputTokens: 20, outputTokens: 9, cachedInputTokens: 5, reasoningTokens: 4 },
};
const whole = {
  text: 'Let me see. 世界',
  reasoning: 'Hm.',
  calls: [
    { id: 'c1', name: 'read_file', arguments: '{"path":"notes.md"}' },
    { id: 'c2', name: 'list_dir', arguments: '{"path": "src"}' },
  ],
  usage: { inputTokens: 20, outputTokens: 9, cachedInputTokens: 5, reasoningTokens: 4 },
  stop: 'calls',
};

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({ rounds: [] });
});
afterAll(() => server.close());

const ask = (options: Partial<GeminiOptions> = {}, signal = new AbortController().signal) =>
  collectAnswer(
    geminiModel({
      baseUrl: `${server.origin}/v1beta`,
      model: 'gemini-3-pro',
      apiKey: key,
      retry: { retries: 0 },
      ...options,
    }),
    { messages, tools: [], signal },
  );

async function serve(listener: RequestListener): Promise<string> {
  const own = createServer(listener);
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    own.close();
    own.closeAllConnections();
  });
  return `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
}

describe('an answer over HTTP', () => {
  test('is read with its thoughts, calls, usage and signatures', async () => {
    verifies('models.adapter.gemini-stream');
    server.setRounds([round, { ...round, eachEvent: true }]);
    expect(await ask()).toMatchObject(whole);
    expect(await ask()).toMatchObject({ ...whole, carry: { api: 'gemini', model: 'gemini-3-pro' } });
    expect(geminiModel({ model: 'gemini-3-pro' }).name).toBe('gemini/gemini-3-pro');
  });

  test('is read as a list where the stream was not granted', async () => {
    verifies('models.adapter.gemini-whole');
    server.setRounds([round]);
    const listed = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const path = request.url?.replace('?alt=sse', '') ?? '';
      const answer = await fetch(server.origin + path, { method: 'POST', body: Buffer.concat(chunks) });
      response.end(await answer.text());
    });
    expect(await ask({ baseUrl: `${listed}/v1beta` })).toMatchObject(whole);
  });

  test('asks at the path of its model, with the key in a header and nowhere else', async () => {
    verifies('models.adapter.gemini-key');
    const got: { url: string | undefined; headers: Record<string, unknown> }[] = [];
    const url = await serve((request, response) => {
      got.push({ url: request.url, headers: request.headers });
      response.end('data: {"candidates":[{"content":{"parts":[{"text":"x"}]},"finishReason":"STOP"}]}\r\n\r\n');
    });
    const asked = async (options: Partial<GeminiOptions>) => {
      expect(await ask({ baseUrl: `${url}/v1beta`, ...options })).toMatchObject({ text: 'x' });
      return got.at(-1);
    };
    expect(await asked({ apiKey: `${key}\n` })).toMatchObject({
      url: '/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse',
      headers: { 'x-goog-api-key': key },
    });
    expect(await asked({ model: 'models/gemini-x' })).toMatchObject({
      url: '/v1beta/models/gemini-x:streamGenerateContent?alt=sse',
    });
    expect(await asked({ model: 'tunedModels/mine', baseUrl: `${url}/proxy/v1/?team=a` })).toMatchObject({
      url: '/proxy/v1/tunedModels/mine:streamGenerateContent?team=a&alt=sse',
    });
    expect((await asked({ apiKey: '' }))?.headers).not.toHaveProperty('x-goog-api-key');
    for (const { url: path, headers } of got) {
      expect(path).not.toContain('AIza');
      expect(headers).not.toHaveProperty('authorization');
    }
  });

  test.each([
    ['by FIN', {}],
    ['behind a proper HTTP end', { clean: true }],
  ])('cut %s at any byte gives no call', async (_, how) => {
    verifies('models.adapter.gemini-ends');
    const outcomes = new Set<string>();
    server.setRounds((request) => ({
      calls: [{ name: 'f', id: 'c', arguments: { a: 1 } }],
      faults: { ...how, cutAfterBytes: Number(request.headers['x-cut']) },
    }));
    for (let at = 0; at < 900; at += 7) {
      const got = await ask({ headers: { 'x-cut': String(at) } });
      outcomes.add(got.failure?.kind ?? 'whole');
      if (got.failure === undefined) expect(got.calls).toEqual([{ id: 'c', name: 'f', arguments: '{"a":1}' }]);
    }
    expect([...outcomes].filter((kind) => !['cut', 'whole', 'protocol', 'unreachable'].includes(kind))).toEqual([]);
    expect(outcomes).toContain('cut');
    expect(outcomes).toContain('whole');
  });

  test('a cancel ends it', async () => {
    server.setRounds([{ ...round, faults: { hang: 'mid-stream' } }]);
    const controller = new AbortController();
    const pending = ask({}, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 100));
    controller.abort();
    expect(await pending).toMatchObject({ failure: { kind: 'cancelled' } });
  });
});

describe('an error of the Gemini API', () => {
  const endpoint = { url: 'http://127.0.0.1:1/v1beta', model: 'gemini-x', protocol: geminiProtocol };
  const error = (code: number, message: string, details: readonly object[] = []) => ({
    error: { code, message, status: 'X', details },
  });
  const retryInfo = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });
  const quota = 'You exceeded your current quota, please check your plan and billing details.';
  const cases: [number, object, object][] = [
    [400, error(400, 'API key not valid. Please pass a valid API key.'), { kind: 'unauthorized' }],
    [400, error(400, 'API key expired. Please renew the API key.'), { kind: 'unauthorized' }],
    [400, error(400, 'API Key not found. Please pass a valid API key.'), { kind: 'unauthorized' }],
    [403, error(403, "Method doesn't allow unregistered callers"), { kind: 'unauthorized' }],
    [
      404,
      error(404, 'models/gemini-x is not found for API version v1beta, or is not supported for generateContent.'),
      { kind: 'unknown-model' },
    ],
    [
      400,
      error(400, 'The input token count (1048999) exceeds the maximum number of tokens allowed (1048576).'),
      { kind: 'context-overflow' },
    ],
    [400, error(400, 'Invalid JSON payload received. Unknown name "x"'), { kind: 'bad-request' }],
    [400, error(400, 'User location is not supported for the API use.'), { kind: 'bad-request' }],
    [503, error(503, 'The model is overloaded. Please try again later.'), { kind: 'overloaded' }],
    [500, error(500, 'An internal error has occurred.'), { kind: 'overloaded' }],
    [429, error(429, quota), { kind: 'rate-limited', lasting: true }],
    [429, error(429, quota, [retryInfo('34.4s')]), { kind: 'rate-limited', retryAfterMs: 34_400 }],
    [429, error(429, quota, [{ quotaId: 'PerDay' }, retryInfo('7s')]), { kind: 'rate-limited', retryAfterMs: 7000 }],
    [429, error(429, 'Resource exhausted.', [retryInfo('soon'), {}]), { kind: 'rate-limited' }],
  ];
  test.each(cases)('%i %j', (status, body, wanted) => {
    verifies('models.adapter.gemini-errors');
    for (const sent of [body, [body]]) {
      const got = failureOfStatus(endpoint, { status, headers: {}, body: JSON.stringify(sent) });
      expect(got).toMatchObject({ status, ...wanted });
      expect('lasting' in got).toBe('lasting' in wanted);
      expect('retryAfterMs' in got).toBe('retryAfterMs' in wanted);
      expect(got.message).toContain((body as ReturnType<typeof error>).error.message.slice(0, 40));
    }
  });

  test('a limit that tells its wait is waited for and asked again', async () => {
    const limited = JSON.stringify(error(429, quota, [retryInfo('0.05s')]));
    server.setRounds([{ faults: { status: 429, body: limited } }, { text: 'there' }]);
    expect(await ask({ retry: { retries: 1 } })).toMatchObject({ text: 'there' });
  });

  test('is seen through the fake server as the failure it stands for', async () => {
    const kinds = {
      unauthorized: 'no',
      'unknown-model': 'models/x is not found for API version v1beta',
      'rate-limited': 'slow down',
      overloaded: 'busy',
      'bad-request': 'what?',
      'context-overflow': 'The input token count exceeds the maximum number of tokens allowed 9.',
      cut: '',
      protocol: '',
    } as const;
    for (const [kind, message] of Object.entries(kinds)) {
      server.setRounds([{ text: 'x', failure: { kind: kind as keyof typeof kinds, message } }]);
      expect(await ask()).toMatchObject({ failure: { kind } });
    }
    server.setRounds([{ calls: [{ name: 'f', arguments: 'no json' }] }]);
    expect(await ask()).toMatchObject({ failure: { kind: 'cut', message: expect.stringContaining('could not read') } });
  });
});
