import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { Message } from '../../../../src/model/message.js';
import type { ModelEvent } from '../../../../src/model/model.js';
import {
  type OpenAiResponsesOptions,
  openAiResponses,
  openAiResponsesProtocol,
} from '../../../../src/model/provider/openai/openai-responses.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { type FakeModelServer, startFakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { verifies } from '../../../requirements.js';

const key = 'sk-invented-0123456789';
const user: Message = { role: 'user', text: 'Hello' };
const round: FakeModelRound = {
  text: 'Let me see. 世界',
  reasoning: 'Look first.',
  chunks: 4,
  calls: [
    { name: 'read_file', id: 'c1', arguments: { path: 'notes.md' } },
    { name: 'list_dir', id: 'c2', arguments: '{"path": "src"}' },
  ],
  deltaSize: 5,
  usage: { inputTokens: 20, outputTokens: 9, cachedInputTokens: 8, reasoningTokens: 3 },
};
const whole = {
  text: 'Let me see. 世界',
  reasoning: 'Look first.',
  calls: [
    { id: 'c1', name: 'read_file', arguments: '{"path":"notes.md"}' },
    { id: 'c2', name: 'list_dir', arguments: '{"path": "src"}' },
  ],
  usage: { inputTokens: 20, outputTokens: 9, cachedInputTokens: 8, reasoningTokens: 3 },
  stop: 'calls',
};

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({ rounds: [] });
});
afterAll(() => server.close());

const open = (more: Partial<OpenAiResponsesOptions> = {}) =>
  openAiResponses({ baseUrl: server.url, model: 'gpt-5.1', apiKey: key, retry: { retries: 0 }, ...more });
const signal = new AbortController().signal;
const ask = (model = open(), messages: readonly Message[] = [user]) =>
  collectAnswer(model, { messages, tools: [], signal });

function play(rounds: FakeModelRound | FakeModelRound[], more?: Partial<OpenAiResponsesOptions>) {
  server.setRounds(Array.isArray(rounds) ? rounds : [rounds]);
  return ask(open(more));
}

describe('a response over HTTP', () => {
  test('text as it comes, then calls, carry, usage and stop, in this order', async () => {
    verifies('models.adapter.openai-responses-stream', 'models.adapter.openai-responses-usage');
    server.setRounds([round]);
    const events: ModelEvent[] = [];
    const model = open();
    expect(model.name).toBe('openai/gpt-5.1');
    await model.stream({ messages: [user], tools: [], signal }, (event) => events.push(event));
    expect(events.filter((event) => event.type === 'text')).toHaveLength(4);
    expect(events.slice(-5).map((event) => event.type)).toEqual(['call', 'call', 'carry', 'usage', 'stop']);
    expect(await play({ ...round, eachEvent: true })).toMatchObject(whole);
    expect(server.requests.at(-1)).toMatchObject({
      path: '/v1/responses',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
  });

  test('goes below the base URL, which may name it already', () => {
    const address = (base: string) => openAiResponsesProtocol.address(new URL(base), 'm').href;
    expect(address('http://127.0.0.1:1/v1')).toBe('http://127.0.0.1:1/v1/responses');
    expect(address('http://127.0.0.1:1/v1/responses')).toBe('http://127.0.0.1:1/v1/responses');
    expect(openAiResponses({ model: 'gpt-5.1' }).name).toBe('openai/gpt-5.1');
    expect(openAiResponses({ model: 'x', name: 'azure/x' }).name).toBe('azure/x');
  });

  test('a refusal, a limit and a filter', async () => {
    expect(await play({ text: 'No.', stop: 'refused' })).toMatchObject({ text: 'No.', stop: 'refused' });
    expect(await play({ stop: 'refused' })).toMatchObject({ text: '', stop: 'refused' });
    expect(await play({ text: 'Once', stop: 'length' })).toMatchObject({ text: 'Once', stop: 'length' });
    expect(await play({ ...round, stop: 'length' })).toMatchObject({ failure: { kind: 'cut' } });
  });

  test.each([
    ['by FIN', {}],
    ['by RST', { reset: true }],
    ['behind a proper HTTP end', { clean: true }],
  ])('cut %s gives no call', async (_, how) => {
    verifies('models.adapter.openai-responses-cut');
    const small: FakeModelRound = { calls: [{ name: 'f', id: 'c', arguments: { a: 1 } }], deltaSize: 4 };
    const outcomes = new Set<string>();
    for (let at = 0; at < 4200; at += 61) {
      const got = await play({ ...small, faults: { ...how, cutAfterBytes: at } });
      if (got.failure === undefined) expect(got.calls).toEqual([{ id: 'c', name: 'f', arguments: '{"a":1}' }]);
      outcomes.add(got.failure?.kind ?? 'whole');
    }
    expect([...outcomes].filter((kind) => !['cut', 'whole', 'protocol', 'unreachable'].includes(kind))).toEqual([]);
    expect(outcomes).toContain('cut');
    expect(outcomes).toContain('whole');
  });

  const faults: [string, FakeModelRound, object][] = [
    ['429', { faults: { status: 429, retryAfter: '2' } }, { kind: 'rate-limited', retryAfterMs: 2000 }],
    ['500', { faults: { status: 500 } }, { kind: 'overloaded', status: 500 }],
    ['401', { faults: { status: 401, body: `bad key ${key}` } }, { kind: 'unauthorized' }],
    [
      'an unknown model',
      { failure: { kind: 'unknown-model', message: 'The model `x` does not exist' } },
      { kind: 'unknown-model' },
    ],
    [
      'an overflow',
      { failure: { kind: 'context-overflow', message: 'Your input exceeds the context window of this model.' } },
      { kind: 'context-overflow' },
    ],
    ['a web page', { faults: { html: true } }, { kind: 'protocol' }],
    ['garbage', { ...round, faults: { garbage: 'data: {oops\n\n' } }, { kind: 'protocol' }],
    ['no end', { ...round, faults: { noFinish: true } }, { kind: 'cut' }],
    ['a reset', { faults: { reset: true } }, { kind: 'unreachable' }],
  ];
  test.each(faults)('%s is a failure with what to do', async (_, broken, wanted) => {
    verifies('models.adapter.openai-responses-errors');
    const got = await play([broken, broken]);
    expect(got).toMatchObject({ failure: wanted });
    expect(got.failure?.message).not.toContain(key);
    expect(got.failure?.message).toMatch(/Check|Wait|[Ss]end|Name|new session/);
  });

  test('what the true server refuses, this one refuses too', async () => {
    const got = await play({ text: 'x' }, { maxOutputTokens: 5 });
    expect(got).toMatchObject({ failure: { kind: 'bad-request', message: expect.stringContaining('>= 16') } });
  });
});

describe('encrypted reasoning', () => {
  async function conversation(): Promise<Message[]> {
    const first = await play(round);
    if (first.failure !== undefined) throw new Error(first.failure.message);
    const { text, calls, carry } = first;
    return [
      user,
      { role: 'assistant', text, calls, ...(carry && { carry }) },
      ...calls.map(({ id, name }) => ({ role: 'tool', callId: id, name, text: 'ok', isError: false }) as const),
    ];
  }
  const sent = () => (server.requests.at(-1)?.body as { input: { type?: string }[] }).input.map(({ type }) => type);

  test('goes back to the model that wrote it, before what it led to', async () => {
    verifies('models.adapter.openai-responses-carry');
    const messages = await conversation();
    server.setRounds([{ text: 'Done.' }]);
    expect(await ask(open(), messages)).toMatchObject({ text: 'Done.' });
    const output = 'function_call_output';
    expect(sent()).toEqual([undefined, 'reasoning', undefined, 'function_call', 'function_call', output, output]);
    server.setRounds([{ text: 'Done.' }]);
    expect(await ask(open({ model: 'gpt-5' }), messages)).toMatchObject({ text: 'Done.' });
    expect(sent()).not.toContain('reasoning');
  });

  test('that cannot be read any more is left out from then on, and that is told', async () => {
    verifies('models.adapter.openai-responses-unreadable');
    const messages = (await conversation()).map((message) => {
      if (message.role !== 'assistant') return message;
      const value = [{ kind: 'reasoning', id: 'rs_old', summary: [], encrypted: 'of another organization' }];
      return { ...message, carry: { api: 'openai-responses', model: 'gpt-5.1', value } };
    });
    const model = open();
    const before = server.requests.length;
    server.setRounds([{ text: 'Done.' }, { text: 'Again.' }]);
    const got = await ask(model, messages);
    expect(got).toMatchObject({ text: 'Done.', problems: [{ code: 'reasoning-dropped' }] });
    expect(await ask(model, messages)).toMatchObject({ text: 'Again.', problems: [] });
    expect(server.requests).toHaveLength(before + 3);
    expect(sent()).not.toContain('reasoning');
  });
});
