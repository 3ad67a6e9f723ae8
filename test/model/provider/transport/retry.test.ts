import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { ModelEvent } from '../../../../src/model/model.js';
import { openAiChat } from '../../../../src/model/provider/openai/openai-chat.js';
import type { RetryOptions } from '../../../../src/model/provider/transport/retry.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { type FakeModelServer, startFakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { verifies } from '../../../requirements.js';

const good: FakeModelRound = { text: 'Here I am.' };
const quick: RetryOptions = { firstWaitMs: 1, maxWaitMs: 5000 };

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({ rounds: [] });
});
afterAll(() => server.close());
beforeEach(() => {
  before = server.requests.length;
});
let before = 0;

async function ask(rounds: readonly FakeModelRound[], options: { retry?: RetryOptions; baseUrl?: string } = {}) {
  server.setRounds(rounds);
  const events: ModelEvent[] = [];
  const model = openAiChat({ baseUrl: server.url, model: 'm', retry: quick, ...options });
  const request = { messages: [{ role: 'user' as const, text: 'x' }], tools: [], signal: new AbortController().signal };
  const answer = await collectAnswer(model, request, (delta) => events.push(delta));
  const retries = events.flatMap((event) => (event.type === 'retry' ? [event.retry] : []));
  return { answer, retries, sent: server.requests.length - before };
}

describe('a request that gave nothing', () => {
  test.each([
    ['429', { faults: { status: 429 } }],
    ['500', { faults: { status: 500 } }],
    ['503', { faults: { status: 503 } }],
    ['529', { faults: { status: 529 } }],
    ['a lost connection', { faults: { reset: true } }],
    ['a connection that ends before anything was said', { text: 'x', faults: { cutAfterBytes: 40 } }],
  ] as const)('is sent again after %s', async (_, fault) => {
    verifies('models.robust.retries');
    // The client itself replaces a kept-alive connection that was lost, once.
    const faults = 'reset' in fault.faults ? [fault, fault, fault] : [fault];
    const { answer, retries } = await ask([...faults, good]);
    expect(answer).toMatchObject({ text: 'Here I am.', stop: 'answered' });
    expect(retries.length).toBeGreaterThan(0);
    expect(retries[0]).toMatchObject({ attempt: 1, failure: { message: expect.stringMatching(/./) } });
  });

  test('waits about twice as long each time, never the same, and gives up with the number of attempts', async () => {
    verifies('models.robust.back-off', 'models.robust.gives-up');
    const fault: FakeModelRound = { faults: { status: 503 } };
    const { answer, retries, sent } = await ask([fault, fault, fault, fault], {
      retry: { retries: 3, firstWaitMs: 40 },
    });
    expect(sent).toBe(4);
    expect(answer.failure).toMatchObject({ kind: 'overloaded', message: expect.stringContaining('tried 4 times') });
    for (const [at, { waitMs }] of retries.entries()) {
      expect(waitMs).toBeGreaterThanOrEqual(20 * 2 ** at);
      expect(waitMs).toBeLessThanOrEqual(40 * 2 ** at);
    }
  });

  test('waits as long as Retry-After says', async () => {
    verifies('models.robust.retry-after');
    const { answer, retries } = await ask([{ faults: { status: 429, retryAfter: '0.05' } }, good]);
    expect(answer.failure).toBeUndefined();
    expect(retries).toMatchObject([{ waitMs: 50 }]);
  });

  test('does not wait for a server that wants too long, and says how long', async () => {
    verifies('models.robust.retry-after');
    const { answer, sent } = await ask([{ faults: { status: 429, retryAfter: '3600' } }, good]);
    expect(sent).toBe(1);
    expect(answer.failure).toMatchObject({ kind: 'rate-limited', retryAfterMs: 3_600_000 });
    expect(answer.failure?.message).toContain('60 minutes');
  });

  test.each([
    ['a wrong key', { status: 401 }],
    ['a bad request', { status: 400 }],
    ['an unknown model', { status: 404 }],
    [
      'no quota left',
      { status: 429, body: '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}' },
    ],
    ['a web page', { html: true }],
  ] as const)('is not sent again after %s', async (_, faults) => {
    verifies('models.robust.no-retry');
    const { answer, sent } = await ask([{ faults }, good]);
    expect(sent).toBe(1);
    expect(answer.failure?.message).toMatch(/./);
  });

  test('is not sent again when part of an answer had come', async () => {
    verifies('models.robust.no-retry');
    const { answer, sent } = await ask([{ text: 'Half an ans', chunks: 9, faults: { cutAfterBytes: 900 } }, good]);
    expect(sent).toBe(1);
    expect(answer.failure?.kind).toBe('cut');
  });

  test('is not sent again where nothing listens', async () => {
    verifies('models.robust.dead-server');
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const { answer, retries } = await ask([], { baseUrl: `http://127.0.0.1:${port}/v1` });
    expect(retries).toEqual([]);
    expect(answer.failure).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('Nothing listens') });
  });
});

test('a cancel ends the wait at once', async () => {
  verifies('models.robust.cancel');
  server.setRounds([{ faults: { status: 503, retryAfter: '30' } }, good]);
  const controller = new AbortController();
  const model = openAiChat({ baseUrl: server.url, model: 'm' });
  const request = { messages: [{ role: 'user' as const, text: 'x' }], tools: [], signal: controller.signal };
  let cancelledAt = 0;
  const answer = await collectAnswer(model, request, (delta) => {
    if (delta.type !== 'retry') return;
    setTimeout(() => {
      cancelledAt = performance.now();
      controller.abort();
    }, 20);
  });
  expect(performance.now() - cancelledAt).toBeLessThan(200);
  expect(answer.failure?.kind).toBe('cancelled');
  expect(server.requests.length - before).toBe(1);
});
