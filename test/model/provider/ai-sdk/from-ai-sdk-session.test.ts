import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import { fromAiSdk } from '../../../../src/model/provider/ai-sdk/from-ai-sdk.js';
import { openAiChat } from '../../../../src/model/provider/openai/openai-chat.js';
import { openSession } from '../../../../src/session/session.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { type FakeModelServer, startFakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { verifies } from '../../../requirements.js';
import { bodies, echo, newFolder, play } from '../../../session/open.js';

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({ rounds: [] });
});
afterAll(() => server.close());

const provider = () =>
  createOpenAICompatible({ name: 'local', baseURL: server.url, apiKey: 'sk-invented', includeUsage: true });
const model = () => fromAiSdk(provider()('fake-model'), { retry: { retries: 0 } });

const round: FakeModelRound = {
  text: 'Let me see. 世界',
  reasoning: 'Two of them.',
  chunks: 4,
  calls: [
    { name: 'read_file', id: 'c1', arguments: '{"n": 12345678901234567890}' },
    { name: 'list_dir', id: 'c2', arguments: { path: 'src' } },
  ],
  deltaSize: 5,
  usage: { inputTokens: 20, outputTokens: 9 },
};

const ask = (asked = model(), signal = new AbortController().signal) =>
  collectAnswer(asked, { messages: [{ role: 'user', text: 'Hi' }], tools: [], signal });

function whole(answer: Awaited<ReturnType<typeof ask>>) {
  if (answer.failure !== undefined) throw new Error(answer.failure.message);
  return answer;
}

describe("the SDK's OpenAI-compatible provider against the fake server", () => {
  test('gives what our own adapter gives', async () => {
    verifies('models.aisdk.answer', 'models.aisdk.types');
    server.setRounds(() => round);
    expect(model().name).toBe('local.chat/fake-model');
    const { carry, ...got } = whole(await ask());
    const { carry: _own, ...own } = whole(await ask(openAiChat({ baseUrl: server.url, model: 'fake-model' })));
    expect(got).toEqual(own);
    expect(carry).toMatchObject({ api: 'ai-sdk', model: 'local.chat/fake-model' });
  });

  const faults: [string, FakeModelRound, object][] = [
    ['a wrong key', { faults: { status: 401 } }, { kind: 'unauthorized', status: 401 }],
    ['a rate limit', { faults: { status: 429, retryAfter: '2' } }, { kind: 'rate-limited', retryAfterMs: 2000 }],
    ['an overloaded server', { faults: { status: 503 } }, { kind: 'overloaded', status: 503 }],
    ['a stream that was cut', { ...round, faults: { cutAfterBytes: 900 } }, { kind: 'cut' }],
    ['a stream that was cut cleanly', { ...round, faults: { cutAfterBytes: 900, clean: true } }, { kind: 'cut' }],
    ['a stream without a finish reason', { ...round, faults: { noFinish: true, noDone: true } }, { kind: 'cut' }],
    ['garbage in the stream', { ...round, faults: { garbage: 'data: {oops\n\n' } }, { kind: 'protocol' }],
  ];
  test.each(faults)('sees %s as a failure and runs nothing', async (_, broken, wanted) => {
    verifies('models.aisdk.failures', 'models.aisdk.cut');
    server.setRounds(() => broken);
    const got = await ask();
    expect(got).toMatchObject({ failure: wanted });
    expect(got).not.toHaveProperty('calls');
    expect(got.failure?.message).not.toContain('sk-invented');
  });

  test('nobody there is told at once', async () => {
    const closed = await startFakeModelServer({ rounds: [] });
    await closed.close();
    const gone = createOpenAICompatible({ name: 'gone', baseURL: closed.url })('m');
    expect(await ask(fromAiSdk(gone))).toMatchObject({ failure: { kind: 'unreachable', lasting: true } });
  });

  test('a cancel ends it', async () => {
    verifies('models.aisdk.cancel');
    server.setRounds(() => ({ ...round, faults: { hang: 'mid-stream' } }));
    const controller = new AbortController();
    const pending = ask(model(), controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 150));
    controller.abort();
    expect(await pending).toMatchObject({ failure: { kind: 'cancelled' } });
  });
});

describe('a session', () => {
  const open = async (rounds: readonly FakeModelRound[]) => {
    server.setRounds(rounds);
    const session = await openSession({ workspace: newFolder(), builtins: false, tools: [echo], model: model() });
    onTestFinished(() => session.close());
    return session;
  };
  const say = (id: string, words: string) => ({ id, name: 'echo', arguments: { text: words } });

  test('runs rounds of parallel calls with a provider of the SDK, and the strict server accepts them', async () => {
    verifies('models.aisdk.session', 'models.aisdk.carry');
    const session = await open([
      { reasoning: 'Two.', text: 'I will.', calls: [say('a', 'one'), say('b', 'two')] },
      { calls: [say('c', 'three')] },
      { text: 'Done.' },
    ]);
    const { events, end } = await play(session.send('go'));
    expect(end).toMatchObject({ reason: 'answered', text: 'Done.', rounds: 3, calls: 3 });
    expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok']);
    const { messages, tools } = server.requests.at(-1)?.body as { messages: object[]; tools: object[] };
    expect(tools).toMatchObject([{ type: 'function', function: { name: 'echo', parameters: { type: 'object' } } }]);
    expect(messages.slice(1)).toMatchObject([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: 'I will.',
        reasoning_content: 'Two.',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'echo', arguments: '{"text":"one"}' } },
          { id: 'b', type: 'function', function: { name: 'echo', arguments: '{"text":"two"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: expect.stringContaining('one') },
      { role: 'tool', tool_call_id: 'b', content: expect.stringContaining('two') },
      { role: 'assistant', tool_calls: [{ id: 'c' }] },
      { role: 'tool', tool_call_id: 'c' },
    ]);
  });

  test('runs no call of an answer that was cut', async () => {
    verifies('models.aisdk.cut');
    const session = await open([
      { calls: [say('a', 'one'), say('b', 'two')], faults: { noFinish: true, noDone: true } },
    ]);
    const { types, end } = await play(session.send('go'));
    expect(end.reason).toBe('model-failed');
    expect(types).not.toContain('call-admitted');
  });
});
