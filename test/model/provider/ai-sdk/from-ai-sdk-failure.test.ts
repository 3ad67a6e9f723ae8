import {
  APICallError,
  InvalidPromptError,
  InvalidResponseDataError,
  type LanguageModelV3StreamPart,
  LoadAPIKeyError,
  NoSuchModelError,
  TypeValidationError,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider';
import { RetryError } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { ModelEvent } from '../../../../src/model/model.js';
import { type FromAiSdkOptions, fromAiSdk } from '../../../../src/model/provider/ai-sdk/from-ai-sdk.js';
import { aiSdkFailure } from '../../../../src/model/provider/ai-sdk/from-ai-sdk-failure.js';
import type { AiSdkModel } from '../../../../src/model/provider/ai-sdk/from-ai-sdk-types.js';
import { verifies } from '../../../requirements.js';

const apiError = (statusCode: number | undefined, more: Partial<ConstructorParameters<typeof APICallError>[0]> = {}) =>
  new APICallError({
    message: 'It went wrong.',
    url: 'http://127.0.0.1/v1?key=secret-in-the-url',
    requestBodyValues: {},
    ...(statusCode !== undefined && { statusCode }),
    ...more,
  });

const model = (doStream: MockLanguageModelV3['doStream']): AiSdkModel =>
  new MockLanguageModelV3({ provider: 'mock', modelId: 'm', doStream });

const request = (signal = new AbortController().signal) => ({
  messages: [{ role: 'user' as const, text: 'Hi' }],
  tools: [],
  signal,
});

const ask = (asked: AiSdkModel, options: FromAiSdkOptions = {}, signal?: AbortSignal) =>
  collectAnswer(fromAiSdk(asked, { retry: { retries: 0 }, ...options }), request(signal));

/** A stream that hands over what it is given and then does as it is told. */
const streamOf = (chunks: readonly LanguageModelV3StreamPart[], then: 'hang' | 'close' | Error = 'close') =>
  new ReadableStream<LanguageModelV3StreamPart>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
    },
    pull(controller) {
      if (then === 'close') controller.close();
      else if (then !== 'hang') controller.error(then);
      return then === 'hang' ? new Promise<void>(() => {}) : undefined;
    },
  });

const text: LanguageModelV3StreamPart = { type: 'text-delta', id: '0', delta: 'half' };
const call: LanguageModelV3StreamPart = { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: '{}' };
const done: LanguageModelV3StreamPart = {
  type: 'finish',
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  },
};

describe('an error of the SDK', () => {
  const network = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
  const cases: [string, unknown, object][] = [
    ['a wrong key', apiError(401), { kind: 'unauthorized', status: 401 }],
    [
      'a model nobody knows',
      apiError(404, { responseBody: '{"error":{"message":"model not found"}}' }),
      { kind: 'unknown-model' },
    ],
    ['a bad request', apiError(400), { kind: 'bad-request', status: 400 }],
    [
      'too long a conversation',
      apiError(400, { responseBody: '{"error":{"message":"maximum context length is 8 tokens"}}' }),
      { kind: 'context-overflow' },
    ],
    [
      'a rate limit',
      apiError(429, { responseHeaders: { 'Retry-After': '3' } }),
      { kind: 'rate-limited', retryAfterMs: 3000 },
    ],
    [
      'a used-up quota',
      apiError(429, { message: 'You exceeded your current quota' }),
      { kind: 'rate-limited', lasting: true },
    ],
    ['an overloaded server', apiError(503), { kind: 'overloaded', status: 503 }],
    ['one that says not to try again', apiError(500, { isRetryable: false }), { kind: 'overloaded', lasting: true }],
    ['one that says to try again', apiError(409, { isRetryable: true }), { kind: 'overloaded', status: 409 }],
    [
      'nobody there',
      apiError(undefined, { cause: network, isRetryable: true }),
      { kind: 'unreachable', lasting: true },
    ],
    ['a network that fails', apiError(undefined, { isRetryable: true }), { kind: 'unreachable' }],
    [
      'a fetch that fails',
      new TypeError('fetch failed', { cause: { code: 'UND_ERR_SOCKET' } }),
      { kind: 'unreachable' },
    ],
    [
      'retries of the SDK',
      new RetryError({ message: 'x', reason: 'maxRetriesExceeded', errors: [apiError(401)] }),
      { kind: 'unauthorized' },
    ],
    ['a missing key', new LoadAPIKeyError({ message: 'MOCK_API_KEY is not set' }), { kind: 'unauthorized' }],
    [
      'a model the provider does not have',
      new NoSuchModelError({ modelId: 'm', modelType: 'languageModel' }),
      { kind: 'unknown-model' },
    ],
    ['a prompt it cannot send', new InvalidPromptError({ prompt: [], message: 'no' }), { kind: 'bad-request' }],
    ['what it cannot do', new UnsupportedFunctionalityError({ functionality: 'tools' }), { kind: 'bad-request' }],
    ['garbage', new TypeValidationError({ value: 1, cause: new Error('x') }), { kind: 'protocol' }],
    [
      'a stream without its end',
      new InvalidResponseDataError({ data: 1, message: 'The stream ended without a finish reason.' }),
      { kind: 'cut' },
    ],
    ['a connection that broke', new TypeError('terminated'), { kind: 'cut' }],
    ['anything else', new Error('boom'), { kind: 'protocol' }],
    ['a text', 'rate limit reached', { kind: 'rate-limited' }],
    ['an object of the provider', { type: 'overloaded_error', message: 'Overloaded' }, { kind: 'overloaded' }],
    ['an object with a status', { code: 429, message: 'slow down' }, { kind: 'rate-limited', status: 429 }],
    ['nothing', undefined, { kind: 'overloaded' }],
    [
      'a trap',
      new Proxy(new Error('x'), {
        get() {
          throw new Error('trapped');
        },
      }),
      { kind: 'protocol' },
    ],
  ];
  test.each(cases)('%s is a failure of the right kind, with what to do', async (_, thrown, wanted) => {
    verifies('models.aisdk.failures');
    const found = aiSdkFailure(thrown, 'mock/m');
    expect(found).toMatchObject(wanted);
    expect('lasting' in found).toBe('lasting' in wanted);
    expect(found.message).toMatch(/^mock\/m gave no answer/);
    expect(found.message).not.toContain('secret-in-the-url');
    const throwing = model(() => {
      throw thrown;
    });
    const rejecting = model(() => Promise.reject(thrown));
    const sending = model(async () => ({ stream: streamOf([{ type: 'error', error: thrown }, call, done]) }));
    for (const asked of [throwing, rejecting, sending]) {
      const got = await ask(asked);
      expect(got).toMatchObject({ failure: { ...found, message: expect.stringContaining(found.message) } });
      expect(got).not.toHaveProperty('calls');
    }
  });

  test('its words cannot steer a terminal', () => {
    expect(aiSdkFailure(new Error('bad\u001b[31m\u202e words'), 'm').message).toContain('bad [31m  words');
  });

  test('in the middle of an answer keeps the text and runs nothing', async () => {
    const broken = await ask(model(async () => ({ stream: streamOf([text, call], new TypeError('fetch failed')) })));
    expect(broken).toMatchObject({ text: 'half', failure: { kind: 'cut' } });
    const limited = await ask(
      model(async () => ({ stream: streamOf([text, { type: 'error', error: apiError(429) }]) })),
    );
    expect(limited).toMatchObject({ text: 'half', failure: { kind: 'rate-limited' } });
    const lost = await ask(
      model(async () => ({
        stream: streamOf([text, { type: 'error', error: apiError(undefined, { isRetryable: true }) }]),
      })),
    );
    expect(lost).toMatchObject({ text: 'half', failure: { kind: 'cut' } });
  });

  test('a tool that cannot be described is a failure before anything is sent', async () => {
    const asked = new MockLanguageModelV3();
    const tools = [{ name: 'f', description: '', parameters: null as never }];
    const got = await collectAnswer(fromAiSdk(asked), { ...request(), tools });
    expect(got).toMatchObject({ failure: { kind: 'bad-request', message: expect.stringContaining('schemas') } });
    expect(asked.doStreamCalls).toEqual([]);
  });

  test('a provider that breaks the interface is a failure too', async () => {
    const answers: unknown[] = [
      undefined,
      null,
      {},
      { stream: null },
      { stream: 'x' },
      { stream: { getReader: () => ({}) } },
    ];
    answers.push({ stream: { getReader: () => ({ read: async () => undefined }) } });
    answers.push({ stream: { getReader: () => ({ read: () => ({ done: true }), cancel: 7 }) } });
    for (const answer of answers) {
      const odd = { specificationVersion: 'v3', provider: 'p', modelId: 'm', doStream: async () => answer };
      expect(await ask(odd as AiSdkModel)).toMatchObject({ failure: { kind: expect.stringMatching(/protocol|cut/) } });
    }
  });
});

describe('cancelling', () => {
  const never = new Promise<never>(() => {});
  const always = new ReadableStream<LanguageModelV3StreamPart>({
    pull(controller) {
      controller.enqueue({ type: 'raw', rawValue: 1 });
    },
  });
  const cases: [string, AiSdkModel][] = [
    ['a provider that never answers', model(() => never)],
    ['a stream that never goes on', model(async () => ({ stream: streamOf([text, call], 'hang') }))],
    ['a stream that never ends', model(async () => ({ stream: always }))],
    [
      'a stream that cannot be cancelled',
      {
        specificationVersion: 'v3',
        provider: 'p',
        modelId: 'm',
        doStream: async () => ({ stream: { getReader: () => ({ read: () => never, cancel: () => never }) } }),
      },
    ],
  ];
  test.each(cases)('%s ends at once', async (_, asked) => {
    verifies('models.aisdk.cancel');
    const controller = new AbortController();
    const pending = ask(asked, {}, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const before = performance.now();
    controller.abort();
    expect(await pending).toMatchObject({ failure: { kind: 'cancelled' } });
    // 200 ms on a quiet machine.
    expect(performance.now() - before).toBeLessThan(1000);
  });

  test('reaches the provider, and a stream that comes too late is let go', async () => {
    let heard: AbortSignal | undefined;
    let give: (value: { stream: ReadableStream<LanguageModelV3StreamPart> }) => void = () => {};
    let dropped = false;
    const controller = new AbortController();
    const asked = model((options) => {
      heard = options.abortSignal;
      return new Promise((resolve) => {
        give = resolve;
      });
    });
    const pending = ask(asked, {}, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    expect(await pending).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(heard?.aborted).toBe(true);
    give({
      stream: new ReadableStream({
        cancel() {
          dropped = true;
        },
      }),
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(dropped).toBe(true);
  });

  test('before it began sends nothing, and a signal used for many rounds keeps no listeners', async () => {
    let asked = 0;
    const counting = model(async () => {
      asked += 1;
      return { stream: streamOf([text, done]) };
    });
    expect(await ask(counting, {}, AbortSignal.abort())).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(asked).toBe(0);
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    for (let round = 0; round < 3; round += 1) {
      expect(await ask(counting, {}, signal)).toMatchObject({ text: 'half', stop: 'answered' });
    }
    expect(listeners).toBe(0);
  });

  test('silence is not waited for without end', async () => {
    expect(
      await ask(
        model(() => never),
        { idleTimeoutMs: 50 },
      ),
    ).toMatchObject({
      failure: { kind: 'unreachable', message: expect.stringContaining('0.05 s') },
    });
    const silent = model(async () => ({ stream: streamOf([text, call], 'hang') }));
    expect(await ask(silent, { idleTimeoutMs: 50 })).toMatchObject({
      text: 'half',
      failure: { kind: 'cut', message: expect.stringContaining('silent') },
    });
  });

  test('parts that hold nothing of an answer are not waited for without end', async () => {
    verifies('models.robust.bounded-silence');
    const empty: LanguageModelV3StreamPart = { type: 'text-delta', id: '0', delta: '' };
    const endless = (first: readonly LanguageModelV3StreamPart[]) =>
      model(async () => ({
        stream: new ReadableStream<LanguageModelV3StreamPart>({
          start(controller) {
            for (const part of first) controller.enqueue(part);
          },
          async pull(controller) {
            await new Promise((resolve) => setTimeout(resolve, 5));
            controller.enqueue(empty);
          },
        }),
      }));
    expect(await ask(endless([]), { idleTimeoutMs: 100 })).toMatchObject({
      failure: { kind: 'unreachable', message: expect.stringContaining('0.6 s') },
    });
    expect(await ask(endless([text]), { idleTimeoutMs: 100 })).toMatchObject({
      text: 'half',
      failure: { kind: 'cut', message: expect.stringContaining('0.6 s') },
    });
  });
});

describe('trying again', () => {
  const failing = (errors: unknown[]) =>
    model(async () => {
      const thrown = errors.shift();
      if (thrown !== undefined) throw thrown;
      return { stream: streamOf([{ type: 'text-delta', id: '0', delta: 'there' }, done]) };
    });

  test('what may pass, after the wait it names', async () => {
    verifies('models.aisdk.retries');
    const events: ModelEvent[] = [];
    const limited = apiError(429, { responseHeaders: { 'retry-after-ms': '30' } });
    await fromAiSdk(failing([limited, apiError(503)]), { retry: { firstWaitMs: 5 } }).stream(request(), (event) =>
      events.push(event),
    );
    expect(events.filter(({ type }) => type === 'retry')).toMatchObject([
      { retry: { attempt: 1, waitMs: 30, failure: { kind: 'rate-limited' } } },
      { retry: { attempt: 2, failure: { kind: 'overloaded' } } },
    ]);
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'answered' });
  });

  test('not what would fail again, nor what had begun', async () => {
    const retry = { retries: 2, firstWaitMs: 1 };
    expect(await ask(failing([apiError(401), apiError(401)]), { retry })).toMatchObject({
      failure: { kind: 'unauthorized' },
    });
    let asked = 0;
    const begun = model(async () => {
      asked += 1;
      return { stream: streamOf([text, { type: 'error', error: apiError(503) }]) };
    });
    expect(await ask(begun, { retry })).toMatchObject({ text: 'half', failure: { kind: 'overloaded' } });
    expect(asked).toBe(1);
  });
});
