import type { LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { simulateReadableStream } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { Message } from '../../../../src/model/message.js';
import type { ModelEvent, ModelRequest } from '../../../../src/model/model.js';
import { type FromAiSdkOptions, fromAiSdk } from '../../../../src/model/provider/ai-sdk/from-ai-sdk.js';
import type { AiSdkModel } from '../../../../src/model/provider/ai-sdk/from-ai-sdk-types.js';
import { listFiles, readText } from '../../../architecture/source.js';
import { verifies } from '../../../requirements.js';

const usage = {
  inputTokens: { total: 30, noCache: 10, cacheRead: 20, cacheWrite: 0 },
  outputTokens: { total: 12, text: 5, reasoning: 7 },
};
const finish = (unified: 'stop' | 'tool-calls' | 'length' | 'other' | 'error' | 'content-filter', raw?: string) =>
  ({ type: 'finish', finishReason: { unified, raw }, usage }) as const;

const parts: LanguageModelV3StreamPart[] = [
  { type: 'stream-start', warnings: [{ type: 'unsupported', feature: 'seed', details: 'not known here' }] },
  { type: 'response-metadata', id: 'r1' },
  { type: 'reasoning-start', id: 'r', providerMetadata: { p: { kind: 'thinking' } } },
  { type: 'reasoning-delta', id: 'r', delta: 'Let me ' },
  { type: 'reasoning-delta', id: 'r', delta: 'think.' },
  { type: 'reasoning-delta', id: 'r', delta: '', providerMetadata: { p: { signature: 'S1' } } },
  { type: 'reasoning-end', id: 'r' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Grüße, ' },
  { type: 'text-delta', id: 't', delta: '世界' },
  { type: 'text-end', id: 't', providerMetadata: { p: { itemId: 'm1' } } },
  { type: 'tool-input-start', id: 'c1', toolName: 'read_file' },
  { type: 'tool-input-delta', id: 'c1', delta: '{"n":1234567890' },
  { type: 'tool-input-delta', id: 'c1', delta: '1234567890}' },
  { type: 'tool-input-end', id: 'c1' },
  {
    type: 'tool-call',
    toolCallId: 'c1',
    toolName: 'read_file',
    input: '{"n":12345678901234567890}',
    providerMetadata: { p: { thoughtSignature: 'S2' } },
  },
  { type: 'tool-call', toolCallId: 'c2', toolName: 'now', input: '{}' },
  { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com' },
  finish('tool-calls', 'tool_use'),
];

const played = (chunks: readonly unknown[]) =>
  new MockLanguageModelV3({
    provider: 'mock',
    modelId: 'm',
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: chunks as LanguageModelV3StreamPart[],
        chunkDelayInMs: null,
        initialDelayInMs: null,
      }),
    }),
  });

const ask = (model: AiSdkModel, request: Partial<ModelRequest> = {}, options: FromAiSdkOptions = {}) =>
  collectAnswer(fromAiSdk(model, { retry: { retries: 0 }, ...options }), {
    messages: [{ role: 'user', text: 'Hi' }],
    tools: [],
    signal: new AbortController().signal,
    ...request,
  });

async function eventsOf(chunks: readonly unknown[]): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  await fromAiSdk(played(chunks), { retry: { retries: 0 } }).stream(
    { messages: [{ role: 'user', text: 'Hi' }], tools: [], signal: new AbortController().signal },
    (event) => events.push(event),
  );
  return events;
}

describe('an answer of the AI SDK', () => {
  test('is read part by part: reasoning, text, calls digit for digit, metadata, usage, stop', async () => {
    verifies('models.aisdk.answer', 'models.aisdk.carry');
    expect(await eventsOf(parts)).toEqual([
      { type: 'reasoning', text: 'Let me ' },
      { type: 'reasoning', text: 'think.' },
      { type: 'text', text: 'Grüße, ' },
      { type: 'text', text: '世界' },
      { type: 'call-open', index: 0, name: 'read_file' },
      { type: 'call-arguments', index: 0, text: '{"n":1234567890' },
      { type: 'call-arguments', index: 0, text: '1234567890}' },
      { type: 'call-open', index: 1, name: 'now' },
      { type: 'call-arguments', index: 1, text: '{}' },
      { type: 'call', index: 0, id: 'c1', name: 'read_file', arguments: '{"n":12345678901234567890}' },
      { type: 'call', index: 1, id: 'c2', name: 'now', arguments: '{}' },
      {
        type: 'carry',
        carry: {
          api: 'ai-sdk',
          model: 'mock/m',
          value: [
            { kind: 'reasoning', length: 13, held: { p: { signature: 'S1' } } },
            { kind: 'text', length: 9, held: { p: { itemId: 'm1' } } },
            { kind: 'call', length: 0, held: { p: { thoughtSignature: 'S2' } } },
            { kind: 'call', length: 0 },
          ],
        },
      },
      { type: 'problem', code: 'provider-warning', message: 'mock/m warns: unsupported seed: not known here' },
      {
        type: 'usage',
        usage: { inputTokens: 30, outputTokens: 12, cachedInputTokens: 20, reasoningTokens: 7 },
      },
      { type: 'stop', reason: 'calls' },
    ]);
  });

  test('of version 2 is read as well, with its own usage and finish reasons', async () => {
    verifies('models.aisdk.answer');
    const second = (finishReason: string, more: readonly object[] = []) => ({
      specificationVersion: 'v2',
      provider: 'old',
      modelId: 'm',
      doStream: async () => ({
        stream: simulateReadableStream({
          chunks: [
            { type: 'stream-start', warnings: [{ type: 'unsupported-setting', setting: 'topK' }] },
            { type: 'text-delta', id: '0', delta: 'Hello' },
            ...more,
            {
              type: 'finish',
              finishReason,
              usage: { inputTokens: 5, outputTokens: 6, totalTokens: 11, cachedInputTokens: 3, reasoningTokens: 2 },
            },
          ],
        }),
      }),
    });
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: '{"a":1}' };
    expect(await ask(second('stop'))).toMatchObject({
      text: 'Hello',
      stop: 'answered',
      usage: { inputTokens: 5, outputTokens: 6, cachedInputTokens: 3, reasoningTokens: 2 },
      problems: [{ code: 'provider-warning', message: expect.stringContaining('topK') }],
    });
    expect(await ask(second('tool-calls', [call]))).toMatchObject({
      stop: 'calls',
      calls: [{ id: 'c', name: 'f', arguments: '{"a":1}' }],
    });
    expect(await ask(second('other', [call]))).toMatchObject({ stop: 'calls' });
    expect(await ask(second('unknown', [call]))).toMatchObject({ failure: { kind: 'cut' } });
  });

  const call = { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: '{}' };
  const text = { type: 'text-delta', id: '0', delta: 'x' };
  const endings: [string, readonly unknown[], object][] = [
    ['stop', [text, finish('stop', 'stop')], { text: 'x', stop: 'answered', calls: [] }],
    ['stop with a call', [call, finish('stop', 'stop')], { stop: 'calls' }],
    ['length', [text, finish('length', 'length')], { stop: 'length' }],
    ['length behind a call', [call, finish('length', 'length')], { failure: { kind: 'cut' } }],
    ['a filter', [text, call, finish('content-filter', 'x')], { stop: 'refused', calls: [], text: 'x' }],
    ['another reason the provider named', [text, finish('other', 'eos')], { stop: 'answered' }],
    ['a reason that never came', [text, call, finish('other')], { failure: { kind: 'cut' } }],
    [
      'an error reason',
      [text, finish('error', 'boom')],
      { failure: { kind: 'cut', message: expect.stringContaining('boom') } },
    ],
    ['no finish at all', [text, call], { failure: { kind: 'cut' } }],
    ['nothing at all', [], { failure: { kind: 'cut' } }],
    [
      'a call that was begun and never came whole',
      [{ type: 'tool-input-start', id: 'c', toolName: 'f' }, finish('tool-calls', 'tool_calls')],
      { failure: { kind: 'cut' } },
    ],
    ['a call without a name', [{ ...call, toolName: '' }, finish('stop', 'stop')], { failure: { kind: 'protocol' } }],
    [
      'parts that are none',
      [null, 1, 'x', [], { type: 7 }, { type: 'toString' }, text, finish('stop', 'stop')],
      { text: 'x' },
    ],
    ['a finish that is none', [text, { type: 'finish' }], { failure: { kind: 'cut' } }],
  ];
  test.each(endings)('%s', async (_, chunks, wanted) => {
    verifies('models.aisdk.cut');
    const got = await ask(played(chunks));
    expect(got).toMatchObject(wanted);
    if (got.failure !== undefined) expect(got).not.toHaveProperty('calls');
  });

  test('calls without ids, with ids that repeat or with values for text', async () => {
    const chunks = [
      { ...call, toolCallId: undefined, input: { a: 1 } },
      { ...call, toolCallId: 'same' },
      { ...call, toolCallId: 'same', toolName: 'g', input: undefined },
      { ...call, toolCallId: 'n', input: 7 },
      { ...call, toolCallId: 'l', input: [1] },
      { ...call, toolCallId: 'b', input: { big: 1n } },
      finish('tool-calls', 'tool_calls'),
    ];
    const got = await ask(played(chunks));
    const generated = expect.stringMatching(/^call_\d_[0-9a-z]{12}$/);
    expect(got).toMatchObject({
      calls: [
        { id: generated, name: 'f', arguments: '{"a":1}' },
        { id: 'same', name: 'f', arguments: '{}' },
        { id: generated, name: 'g', arguments: '' },
        { id: 'n', arguments: '' },
        { id: 'l', arguments: '' },
        { id: 'b', arguments: '' },
      ],
      problems: [{ code: 'arguments-not-object' }, { code: 'arguments-not-object' }, { code: 'arguments-not-object' }],
    });
  });

  test('what the provider ran itself is not run again, and files are left out', async () => {
    const chunks = [
      { type: 'tool-input-start', id: 'w', toolName: 'web_search', providerExecuted: true },
      { ...call, toolCallId: 'w', toolName: 'web_search', providerExecuted: true },
      { type: 'tool-result', toolCallId: 'w', toolName: 'web_search', result: 'found' },
      { type: 'file', mediaType: 'image/png', data: 'AAAA' },
      { type: 'file', mediaType: 'image/png', data: 'AAAA' },
      text,
      finish('stop', 'stop'),
    ];
    const got = await ask(played(chunks));
    expect(got).toMatchObject({ calls: [], stop: 'answered', text: 'x' });
    expect(got).toMatchObject({
      problems: [{ message: expect.stringContaining('ran itself') }, { message: expect.stringContaining('a file') }],
    });
  });

  test('a flood is given up', async () => {
    const flood = (part: object) => Array.from({ length: 600 }, (_, at) => ({ ...part, toolCallId: `c${at}` }));
    expect(await ask(played([...flood(call), finish('stop', 'stop')]))).toMatchObject({
      failure: { kind: 'protocol' },
    });
    const long = Array.from({ length: 34 }, () => ({ ...text, delta: 'x'.repeat(1024 * 1024) }));
    expect(await ask(played(long))).toMatchObject({ failure: { message: expect.stringContaining('32 MB') } });
  });
});

describe('a request to the AI SDK', () => {
  const tools = [
    {
      name: 'read_file',
      description: 'Reads.',
      parameters: { $schema: 'http://json-schema.org/draft-07/schema#', properties: { path: { type: 'string' } } },
    },
  ];
  const sent = async (request: Partial<ModelRequest>, options: FromAiSdkOptions = {}) => {
    const model = played([finish('stop', 'stop')]);
    await ask(model, request, options);
    const { abortSignal, ...rest } = model.doStreamCalls[0] as LanguageModelV3CallOptions;
    expect(abortSignal).toBeInstanceOf(AbortSignal);
    return rest;
  };

  test('carries the conversation, pictures, results, tools and settings', async () => {
    verifies('models.aisdk.request');
    const messages: Message[] = [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'See?\ud83d', images: [{ mediaType: 'image/png', data: 'AAAA' }] },
      { role: 'user', text: '', images: [{ mediaType: 'image/png', data: 'BBBB' }] },
      {
        role: 'assistant',
        text: 'Sure.',
        reasoning: "another model's",
        calls: [
          { id: 'c1', name: 'read_file', arguments: '{"path":"a"}' },
          { id: 'c2', name: 'read_file', arguments: '{"path":' },
          { id: 'c3', name: 'read_file', arguments: '' },
        ],
      },
      { role: 'tool', callId: 'c1', name: 'read_file', text: '1: hello', isError: false },
      { role: 'tool', callId: 'c2', name: 'read_file', text: 'no JSON', isError: true },
      { role: 'tool', callId: 'c3', name: 'read_file', text: 'no path', isError: true },
      { role: 'assistant', text: '', calls: [] },
      { role: 'user', text: 'Go on.' },
    ];
    const options = { maxOutputTokens: 9, headers: { 'x-a': 'b' }, providerOptions: { p: { effort: 'low' } } };
    expect(await sent({ messages, tools, toolChoice: { name: 'read_file' } }, options)).toEqual({
      prompt: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'See?\ufffd' },
            { type: 'file', mediaType: 'image/png', data: 'AAAA' },
          ],
        },
        { role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: 'BBBB' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Sure.' },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'read_file', input: { path: 'a' } },
            { type: 'tool-call', toolCallId: 'c2', toolName: 'read_file', input: { malformed_arguments: '{"path":' } },
            { type: 'tool-call', toolCallId: 'c3', toolName: 'read_file', input: {} },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'read_file',
              output: { type: 'text', value: '1: hello' },
            },
            {
              type: 'tool-result',
              toolCallId: 'c2',
              toolName: 'read_file',
              output: { type: 'error-text', value: 'no JSON' },
            },
            {
              type: 'tool-result',
              toolCallId: 'c3',
              toolName: 'read_file',
              output: { type: 'error-text', value: 'no path' },
            },
          ],
        },
        { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
      ],
      tools: [
        {
          type: 'function',
          name: 'read_file',
          description: 'Reads.',
          inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
        },
      ],
      toolChoice: { type: 'tool', toolName: 'read_file' },
      ...options,
    });
    expect(await sent({ tools })).toMatchObject({ toolChoice: { type: 'auto' } });
    expect(await sent({ tools, toolChoice: 'none' })).toMatchObject({ toolChoice: { type: 'none' } });
    expect(await sent({ toolChoice: 'required' })).toEqual({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    });
  });

  test('gives each part its metadata back, to its own model only', async () => {
    verifies('models.aisdk.carry');
    const answer = await ask(played(parts));
    if (answer.failure !== undefined) throw new Error(answer.failure.message);
    const { text, reasoning, calls, carry } = answer;
    const message: Message = { role: 'assistant', text, reasoning, calls, ...(carry && { carry }) };
    const bare = [
      { type: 'text', text: 'Grüße, 世界' },
      { type: 'tool-call', toolCallId: 'c1', toolName: 'read_file', input: { n: Number('12345678901234567890') } },
      { type: 'tool-call', toolCallId: 'c2', toolName: 'now', input: {} },
    ];
    expect((await sent({ messages: [message] })).prompt[0]?.content).toEqual([
      { type: 'reasoning', text: 'Let me think.', providerOptions: { p: { signature: 'S1' } } },
      { ...bare[0], providerOptions: { p: { itemId: 'm1' } } },
      { ...bare[1], providerOptions: { p: { thoughtSignature: 'S2' } } },
      bare[2],
    ]);
    const strangers: Message[] = [
      { ...message, carry: { ...carry, model: 'mock/other' } as never },
      { ...message, carry: { ...carry, api: 'gemini' } as never },
      { ...message, text: `${text}!` },
    ];
    for (const stranger of strangers) {
      const content = (await sent({ messages: [stranger] })).prompt[0]?.content;
      expect(content).toEqual([{ type: 'text', text: stranger.text }, ...bare.slice(1)]);
    }
  });

  test('gives reasoning back even without metadata, and blocks in the order they came', async () => {
    const chunks = [
      { type: 'reasoning-delta', id: 'a', delta: 'one ' },
      { type: 'text-delta', id: 't', delta: 'A' },
      { type: 'reasoning-delta', id: 'b', delta: 'two ', providerMetadata: { p: { of: 'b' } } },
      { type: 'reasoning-delta', id: 'a', delta: 'three', providerMetadata: { p: { of: 'a' } } },
      { type: 'text-delta', id: 't', delta: 'B' },
      { type: 'reasoning-start', id: 'c', providerMetadata: { p: { redacted: 'R' } } },
      finish('stop', 'stop'),
    ];
    const { text, reasoning, carry } = (await ask(played(chunks))) as never as Extract<Message, { role: 'assistant' }>;
    const message: Message = {
      role: 'assistant',
      text,
      reasoning: reasoning ?? '',
      calls: [],
      ...(carry && { carry }),
    };
    expect((await sent({ messages: [message] })).prompt[0]?.content).toEqual([
      { type: 'reasoning', text: 'one ' },
      { type: 'text', text: 'AB' },
      { type: 'reasoning', text: 'two ', providerOptions: { p: { of: 'b' } } },
      { type: 'reasoning', text: 'three', providerOptions: { p: { of: 'a' } } },
      { type: 'reasoning', text: '', providerOptions: { p: { redacted: 'R' } } },
    ]);
  });

  test('turns a message once in its life', async () => {
    let reads = 0;
    const counted: Message = {
      role: 'user',
      get text() {
        reads += 1;
        return 'hello';
      },
    };
    for (let round = 0; round < 4; round += 1) await sent({ messages: [counted] });
    expect(reads).toBe(1);
  });
});

describe('what is no model of the AI SDK', () => {
  const cases: [string, unknown, RegExp][] = [
    ['a newer version', { ...played([]), specificationVersion: 'v4', doStream: () => {} }, /version v4/],
    ['an older version', { specificationVersion: 'v1', doStream: () => {} }, /v2 or v3.*version v1/],
    ['a name', 'openai/gpt-5', /"openai\/gpt-5".*gateway/],
    ['nothing', undefined, /no model/],
    ['something else', { specificationVersion: 'v3' }, /no model/],
  ];
  test.each(cases)('%s is refused with what to do', (_, model, words) => {
    verifies('models.aisdk.version');
    expect(() => fromAiSdk(model as AiSdkModel)).toThrow(words);
    expect(() => fromAiSdk(model as AiSdkModel)).toThrow(expect.objectContaining({ code: 'bad-option' }));
  });

  test('its name is that of the provider and the model, or the given one', () => {
    expect(fromAiSdk(played([])).name).toBe('mock/m');
    expect(fromAiSdk(played([]), { name: 'mine' }).name).toBe('mine');
  });

  test('nothing of the SDK is imported but types', () => {
    verifies('models.aisdk.types');
    const sources = listFiles('src', /\.ts$/).filter((path) =>
      /^import (?!type\b)[^;]*from '(?:ai|@ai-sdk\/[^']*)(?:\/[^']*)?'/m.test(readText(path)),
    );
    expect(sources).toEqual([]);
  });
});
