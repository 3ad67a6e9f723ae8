import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { Message } from '../../../../src/model/message.js';
import type { ModelEvent, ToolChoice } from '../../../../src/model/model.js';
import {
  type AnthropicOptions,
  anthropicMessages,
  anthropicProtocol,
} from '../../../../src/model/provider/anthropic/anthropic.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { type FakeModelServer, startFakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { verifies } from '../../../requirements.js';

const key = 'sk-ant-invented-0123456789';
const model = 'claude-opus-4-8';
const tools = [
  { name: 'read_file', description: 'Reads.', parameters: { type: 'object' } },
  { name: 'list_dir', description: 'Lists.', parameters: { type: 'object' } },
];
const round: FakeModelRound = {
  text: 'Let me see. 世界',
  chunks: 4,
  reasoning: 'Two things to read.',
  calls: [
    { name: 'read_file', id: 'toolu_1', arguments: { path: 'notes.md' } },
    { name: 'list_dir', id: 'toolu_2', arguments: '{"path": "src"}' },
  ],
  deltaSize: 5,
  usage: { inputTokens: 20, outputTokens: 9, cachedInputTokens: 12, reasoningTokens: 4 },
};

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({ rounds: [] });
});
afterAll(() => server.close());

type Extra = Partial<AnthropicOptions> & { messages?: Message[]; toolChoice?: ToolChoice };

function ask({ messages = [{ role: 'user', text: 'Hello' }], toolChoice = 'auto', ...options }: Extra = {}) {
  const opened = anthropicMessages({ baseUrl: server.origin, model, apiKey: key, retry: { retries: 0 }, ...options });
  return collectAnswer(opened, { messages, tools, toolChoice, signal: AbortSignal.any([]) });
}

function play(rounds: FakeModelRound | FakeModelRound[], extra?: Extra) {
  server.setRounds(Array.isArray(rounds) ? rounds : [rounds]);
  return ask(extra);
}

describe('an answer over HTTP', () => {
  test('is read whole: text, thoughts, calls, usage and stop', async () => {
    verifies('models.adapter.anthropic-answer');
    expect(await play(round, { thinking: 'low' })).toMatchObject({
      text: 'Let me see. 世界',
      reasoning: 'Two things to read.',
      calls: [
        { id: 'toolu_1', name: 'read_file', arguments: '{"path":"notes.md"}' },
        { id: 'toolu_2', name: 'list_dir', arguments: '{"path": "src"}' },
      ],
      usage: round.usage,
      stop: 'calls',
      problems: [],
      carry: { api: 'anthropic', model },
    });
  });

  test('is asked for at /v1/messages whether the base URL says /v1 or not, with key and version', async () => {
    const path = (base: string) => anthropicProtocol().address(new URL(base), model).href;
    expect(path('https://api.models.test')).toBe('https://api.models.test/v1/messages');
    expect(path('https://proxy.test/anthropic')).toBe('https://proxy.test/anthropic/v1/messages');
    expect(path('https://proxy.test/anthropic/v1?x=1')).toBe('https://proxy.test/anthropic/v1/messages?x=1');
    expect(path('https://proxy.test/v1/messages')).toBe('https://proxy.test/v1/messages');
    for (const baseUrl of [
      server.origin,
      `${server.origin}/`,
      server.url,
      `${server.url}/`,
      `${server.url}/messages`,
    ]) {
      expect(await play({ text: 'x' }, { baseUrl })).toMatchObject({ text: 'x', stop: 'answered' });
    }
    expect(server.requests.at(-1)).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    });
    await play({ text: 'x' }, { headers: { Authorization: 'Bearer other', 'anthropic-beta': 'x' } });
    expect(server.requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer other', 'anthropic-beta': 'x' });
  });

  test('the model is named after its maker, and speaks to Anthropic unless told otherwise', () => {
    expect(anthropicMessages({ model: 'claude-opus-5' }).name).toBe('anthropic/claude-opus-5');
    expect(anthropicMessages({ model: 'm', name: 'mine' }).name).toBe('mine');
    expect(() => anthropicMessages({ model: 'm', baseUrl: 'nonsense' })).toThrow(/http or https/);
  });
});

describe('what goes wrong', () => {
  const error = (type: string, message: string) =>
    JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_1' });
  const cases: [status: number, type: string, said: string, kind: string, advice: RegExp][] = [
    [401, 'authentication_error', 'invalid x-api-key', 'unauthorized', /--api-key-env/],
    [403, 'permission_error', 'Your API key does not have permission', 'unauthorized', /may not use/],
    [
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API.',
      'unauthorized',
      /Top it up/,
    ],
    [404, 'not_found_error', 'model: claude-none', 'unknown-model', /--model/],
    [404, 'not_found_error', 'Not Found', 'bad-request', /base URL/],
    [413, 'request_too_large', 'Request exceeds the maximum size', 'context-overflow', /new session/],
    [
      400,
      'invalid_request_error',
      'prompt is too long: 210000 tokens > 200000 maximum',
      'context-overflow',
      /new session/,
    ],
    [
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length',
      'context-overflow',
      /new session/,
    ],
    [400, 'invalid_request_error', 'messages: text content blocks must be non-empty', 'bad-request', /non-empty/],
    [429, 'rate_limit_error', 'This request would exceed your rate limit', 'rate-limited', /Wait/],
    [500, 'api_error', 'Internal server error', 'overloaded', /Send again/],
    [529, 'overloaded_error', 'Overloaded', 'overloaded', /Send again/],
  ];
  test.each(cases)('%i %s: %s', async (status, type, said, kind, advice) => {
    verifies('models.adapter.anthropic-errors');
    const got = await play({ faults: { status, body: error(type, said) } });
    expect(got.failure).toMatchObject({ kind, status });
    expect(got.failure?.message).toMatch(advice);
    expect(got.failure?.message).toContain(said);
  });

  test('what the strict server refuses comes in its own words', async () => {
    const got = await play({ text: 'x' }, { model: 'claude-opus-5-5', toolChoice: 'required' });
    expect(got.failure).toMatchObject({
      kind: 'bad-request',
      message: expect.stringContaining('"tool" and "any" are not supported'),
    });
  });

  test.each([
    ['by FIN', {}],
    ['by RST', { reset: true }],
    ['behind a proper HTTP end', { clean: true }],
  ])('a stream cut %s at any byte gives no call', async (_, how) => {
    verifies('models.adapter.anthropic-ends');
    const small: FakeModelRound = { calls: [{ name: 'f', id: 'c', arguments: { a: 1 } }], deltaSize: 4 };
    server.setRounds((request) => ({ ...small, faults: { ...how, cutAfterBytes: Number(request.headers['x-cut']) } }));
    const outcomes = new Set<string>();
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let at = next; at < 1500; at = next) {
        next += 11;
        const got = await ask({ headers: { 'x-cut': String(at) } });
        outcomes.add(got.failure?.kind ?? 'whole');
        if (got.failure === undefined) expect(got.calls).toEqual([{ id: 'c', name: 'f', arguments: '{"a":1}' }]);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect([...outcomes].filter((kind) => !['cut', 'whole', 'protocol', 'unreachable'].includes(kind))).toEqual([]);
    expect(outcomes).toContain('cut');
    expect(outcomes).toContain('whole');
  });
});

describe('thoughts', () => {
  const answered = async (rounds: FakeModelRound[], asked: string): Promise<Message[]> => {
    const messages: Message[] = [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Look.' },
    ];
    const got = await play(rounds, { messages, model: asked, thinking: 'high' });
    if (got.failure !== undefined || got.carry === undefined)
      throw new Error(got.failure?.message ?? 'nothing to carry');
    const { text, reasoning, calls, carry } = got;
    messages.push({ role: 'assistant', text, reasoning, calls, carry });
    for (const { id, name } of calls) messages.push({ role: 'tool', callId: id, name, text: 'done', isError: false });
    return messages;
  };
  const thoughtsIn = (at: number): number => (server.requests.at(at)?.text.match(/"type":"thinking"/g) ?? []).length;

  test('go back signed, and the server that checks them takes them', async () => {
    verifies('models.adapter.anthropic-thoughts');
    for (const asked of ['claude-opus-4-8', 'claude-sonnet-4-5', 'claude-opus-5-5']) {
      const messages = await answered([round, { text: 'Done.' }], asked);
      expect(await ask({ messages, model: asked, thinking: 'high' })).toMatchObject({ text: 'Done.', problems: [] });
      expect(thoughtsIn(-1)).toBe(1);
    }
  });

  test('that the server no longer takes are left out from then on, and that is told', async () => {
    verifies('models.adapter.anthropic-lost-thoughts');
    const messages = await answered([round, { text: 'Done.' }, { text: 'Still.' }], 'claude-opus-5-5');
    messages[0] = { role: 'system', text: 'Be long.' };
    const opened = anthropicMessages({ baseUrl: server.url, model: 'claude-opus-5-5', retry: { retries: 0 } });
    const request = { messages, tools, signal: AbortSignal.any([]) };
    const before = server.requests.length;
    const events: ModelEvent[] = [];
    await opened.stream(request, (event) => events.push(event));
    expect(events.map(({ type }) => type)).toEqual(['problem', 'text', 'usage', 'stop']);
    expect(events[0]).toMatchObject({ code: 'thoughts-left-out', message: expect.stringContaining('sent again') });
    expect(server.requests.length - before).toBe(2);
    expect([thoughtsIn(-2), thoughtsIn(-1)]).toEqual([1, 0]);
    messages.push({ role: 'assistant', text: 'Done.', calls: [] }, { role: 'user', text: 'And?' });
    expect(await collectAnswer(opened, request)).toMatchObject({ text: 'Still.', problems: [] });
    expect(server.requests.length - before).toBe(3);
  });

  test('are not blamed for what they did not do', async () => {
    const messages = await answered([round, { faults: { status: 400 } }], 'claude-opus-5-5');
    const before = server.requests.length;
    expect(await ask({ messages, model: 'claude-opus-5-5', thinking: 'high' })).toMatchObject({
      failure: { kind: 'bad-request' },
    });
    expect(server.requests.length - before).toBe(1);
    // Words about thoughts in a request that holds none are passed on, not tried again.
    const body = JSON.stringify({ error: { message: 'Invalid `signature` in `thinking` block' } });
    expect(await play([{ faults: { status: 400, body } }])).toMatchObject({ failure: { kind: 'bad-request' } });
    expect(server.requests.length - before).toBe(2);
  });

  test('are not left out once something was said, which would be said twice', async () => {
    verifies('models.robust.no-retry');
    const said = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Well' } };
    const error = { type: 'invalid_request_error', message: 'Invalid `signature` in `thinking` block' };
    const body = `data: ${JSON.stringify(said)}\n\nevent: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`;
    const messages = await answered([round, { faults: { body } }, { text: 'Again.' }], 'claude-opus-5-5');
    expect(await ask({ messages, model: 'claude-opus-5-5', thinking: 'high' })).toMatchObject({
      failure: { kind: 'bad-request' },
      text: 'Well',
    });
  });
});
