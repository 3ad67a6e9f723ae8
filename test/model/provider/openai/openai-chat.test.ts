import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { collectAnswer } from '../../../../src/model/collect.js';
import type { Message } from '../../../../src/model/message.js';
import type { ModelEvent } from '../../../../src/model/model.js';
import { openAiChat } from '../../../../src/model/provider/openai/openai-chat.js';
import type { FakeModelRound } from '../../../../src/testing/fake-model-round.js';
import { type FakeModelServer, startFakeModelServer } from '../../../../src/testing/fake-model-server.js';
import { verifies } from '../../../requirements.js';

const key = 'sk-invented-0123456789';
const messages: Message[] = [{ role: 'user', text: 'Hello' }];
const round: FakeModelRound = {
  text: 'Let me see. 世界',
  chunks: 4,
  calls: [
    { name: 'read_file', id: 'c1', arguments: { path: 'notes.md' } },
    { name: 'list_dir', id: 'c2', arguments: '{"path": "src"}' },
  ],
  deltaSize: 5,
  usage: { inputTokens: 20, outputTokens: 9 },
};
const whole = {
  text: 'Let me see. 世界',
  calls: [
    { id: 'c1', name: 'read_file', arguments: '{"path":"notes.md"}' },
    { id: 'c2', name: 'list_dir', arguments: '{"path": "src"}' },
  ],
  usage: { inputTokens: 20, outputTokens: 9 },
  stop: 'calls',
};

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({ rounds: [] });
});
afterAll(() => server.close());

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Extra = {
  baseUrl?: string;
  signal?: AbortSignal;
  idleTimeoutMs?: number;
  apiKey?: string;
  headers?: Record<string, string>;
};

function ask({ signal = new AbortController().signal, ...extra }: Extra = {}) {
  const model = openAiChat({ baseUrl: server.url, model: 'm', apiKey: key, retry: { retries: 0 }, ...extra });
  return collectAnswer(model, { messages, tools: [], signal });
}

function play(rounds: FakeModelRound | FakeModelRound[], extra?: Extra) {
  server.setRounds(Array.isArray(rounds) ? rounds : [rounds]);
  return ask(extra);
}

/** A server of its own for what the fake one cannot do. */
async function serve(listener: RequestListener): Promise<string> {
  const own = createServer(listener);
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    own.close();
    own.closeAllConnections();
  });
  return `http://127.0.0.1:${(own.address() as AddressInfo).port}/v1`;
}

describe('an answer over HTTP', () => {
  test('text as it comes, then calls, usage and stop, in this order', async () => {
    verifies('core.model.openai-stream', 'core.model.openai-usage');
    server.setRounds([round]);
    const events: ModelEvent[] = [];
    const model = openAiChat({ baseUrl: server.url, model: 'm' });
    expect(model.name).toBe('openai/m');
    await model.stream({ messages, tools: [], signal: new AbortController().signal }, (event) => events.push(event));
    expect(events.filter((event) => event.type === 'text')).toHaveLength(4);
    expect(events.slice(-4).map((event) => event.type)).toEqual(['call', 'call', 'usage', 'stop']);
    expect(await play(round)).toMatchObject(whole);
    expect(await play({ ...round, eachEvent: true })).toMatchObject(whole);
  });

  test('text arrives before the answer is finished', async () => {
    server.setRounds([{ text: 'a'.repeat(40), chunks: 10, faults: { bytesPerSecond: 20_000 } }]);
    const times: number[] = [];
    const model = openAiChat({ baseUrl: server.url, model: 'm' });
    const request = { messages, tools: [], signal: new AbortController().signal };
    await collectAnswer(model, request, () => times.push(performance.now()));
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(30);
  });

  test('the request carries the key, own headers and the query of the base URL', async () => {
    const got: { url: string | undefined; headers: Record<string, unknown> }[] = [];
    const url = await serve((request, response) => {
      got.push({ url: request.url, headers: request.headers });
      response.end('data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\n');
    });
    await ask({ baseUrl: `${url}/?api-version=1`, apiKey: `${key}\n`, headers: { 'X-Title': 'T' } });
    expect(got[0]).toMatchObject({
      url: '/v1/chat/completions?api-version=1',
      headers: { authorization: `Bearer ${key}`, 'x-title': 'T', 'content-type': 'application/json' },
    });
    await ask({ baseUrl: `${url}/chat/completions`, headers: { Authorization: 'Basic x' } });
    expect(got[1]).toMatchObject({ url: '/v1/chat/completions', headers: { authorization: 'Basic x' } });
  });

  test('one connection serves all rounds, and one the server closed meanwhile is replaced', async () => {
    const ports = new Set<number | undefined>();
    let left = 3;
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      left -= 1;
      response.end('data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
      if (left === 0) setImmediate(() => request.socket.resetAndDestroy());
    });
    for (let at = 0; at < 3; at += 1) expect(await ask({ baseUrl: url })).toMatchObject({ text: 'x' });
    expect(ports.size).toBe(1);
    for (let at = 0; at < 3; at += 1) expect(await ask({ baseUrl: url })).toMatchObject({ text: 'x' });
  });

  test('a finished answer does not wait for a connection that never ends', async () => {
    const url = await serve((_, response) => {
      response.write('data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
    });
    expect(await ask({ baseUrl: url })).toMatchObject({ text: 'x', stop: 'answered' });
    const silent = await serve((_, response) => {
      response.write('data: {"choices":[{"delta":{"content":"x"},"finish_reason":"stop"}]}\n\n');
    });
    expect(await ask({ baseUrl: silent, idleTimeoutMs: 300 })).toMatchObject({ text: 'x', stop: 'answered' });
  });

  test('1 MB of arguments in deltas of 8 characters', async () => {
    verifies('core.model.delta-linear');
    const content = 'line of text 12\n'.repeat(1 << 16);
    const got = await play({ calls: [{ name: 'write_file', arguments: { content } }], deltaSize: 8 });
    expect(got.failure).toBeUndefined();
    if (got.failure === undefined) expect(got.calls[0]?.arguments).toBe(JSON.stringify({ content }));
  });
});

describe('a stream cut', () => {
  test.each([
    ['by FIN', {}],
    ['by RST', { reset: true }],
    ['behind a proper HTTP end', { clean: true }],
  ])('%s at every byte gives no call', async (_, how) => {
    verifies('core.model.cut-stream', 'design.road.calls-when-complete', 'core.testing.fault-cut');
    const small: FakeModelRound = { calls: [{ name: 'f', id: 'c', arguments: { a: 1 } }], deltaSize: 4 };
    const size = 1500;
    let next = 0;
    const outcomes = new Set<string>();
    server.setRounds((request) => ({ ...small, faults: { ...how, cutAfterBytes: Number(request.headers['x-cut']) } }));
    const worker = async (): Promise<void> => {
      for (let at = next++; at < size; at = next++) {
        const got = await ask({ headers: { 'x-cut': String(at) } });
        if (got.failure === undefined) {
          // Only a cut behind the finish reason, which the usage chunk and [DONE] follow, leaves the answer whole.
          expect(at).toBeGreaterThan(1100);
          expect(got.calls).toEqual([{ id: 'c', name: 'f', arguments: '{"a":1}' }]);
          outcomes.add('whole');
        } else {
          outcomes.add(got.failure.kind);
          expect(got.failure.message).not.toContain(key);
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect([...outcomes].filter((kind) => !['cut', 'whole', 'protocol', 'unreachable'].includes(kind))).toEqual([]);
    expect(outcomes).toContain('cut');
  });

  test('without a finish reason or [DONE] is a cut; with either it is whole', async () => {
    expect(await play({ ...round, faults: { noDone: true, noFinish: true } })).toMatchObject({
      failure: { kind: 'cut' },
    });
    expect(await play({ ...round, faults: { noDone: true } })).toMatchObject(whole);
    expect(await play({ ...round, faults: { noFinish: true } })).toMatchObject(whole);
  });
});

describe('a fault', () => {
  const cases: [string, FakeModelRound, object][] = [
    ['429', { faults: { status: 429, retryAfter: '2' } }, { kind: 'rate-limited', status: 429, retryAfterMs: 2000 }],
    [
      '429 with a bad Retry-After',
      { faults: { status: 429, retryAfter: 'soon' } },
      { kind: 'rate-limited', status: 429 },
    ],
    ['500', { faults: { status: 500 } }, { kind: 'overloaded', status: 500 }],
    ['503', { faults: { status: 503, body: 'Service Unavailable' } }, { kind: 'overloaded', status: 503 }],
    ['401', { faults: { status: 401, body: `bad key ${key}\u001b[31m` } }, { kind: 'unauthorized', status: 401 }],
    ['a web page', { faults: { html: true } }, { kind: 'protocol' }],
    ['garbage in the stream', { ...round, faults: { garbage: 'data: {oops\n\n' } }, { kind: 'protocol' }],
    ['a garbage body', { faults: { body: 'ok\nok\nok\n' } }, { kind: 'protocol' }],
    ['a reset before the answer', { faults: { reset: true } }, { kind: 'unreachable' }],
  ];
  test.each(cases)('%s is a failure with what to do', async (_, broken, wanted) => {
    const got = await play([broken, broken]);
    expect(got).toMatchObject({ failure: wanted });
    expect(got.failure?.message).not.toContain(key);
    expect(got.failure?.message).not.toContain('\u001b');
    expect(got.failure?.message).toMatch(/Check|Wait|Send|send|Name/);
  });

  test('silence before the head and in the middle', async () => {
    expect(await play({ faults: { hang: 'before-headers' } }, { idleTimeoutMs: 150 })).toMatchObject({
      failure: { kind: 'unreachable', message: expect.stringContaining('0.15 s') },
    });
    expect(await play({ ...round, faults: { hang: 'mid-stream' } }, { idleTimeoutMs: 150 })).toMatchObject({
      failure: { kind: 'cut', message: expect.stringContaining('silent') },
    });
  });

  test('a slow answer is an answer', async () => {
    verifies('core.testing.fault-slow');
    const got = await play({ text: 'slow', faults: { bytesPerSecond: 3000 } }, { idleTimeoutMs: 200 });
    expect(got).toMatchObject({ text: 'slow', stop: 'answered' });
  });

  test('nobody there: refused, no such name, not HTTP, no TLS', async () => {
    const free = createTcpServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const failure = async (baseUrl: string) => (await ask({ baseUrl })).failure;
    expect(await failure(`http://127.0.0.1:${port}/v1`)).toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/127\.0\.0\.1:\d+.*Start the model server/),
    });
    expect(await failure('http://no-such-host.invalid/v1')).toMatchObject({ kind: 'unreachable' });
    const talker = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.end('SSH-2.0-invented\r\n');
    });
    await new Promise<void>((resolve) => talker.listen(0, '127.0.0.1', resolve));
    closers.push(() => talker.close());
    const other = `127.0.0.1:${(talker.address() as AddressInfo).port}`;
    expect(await failure(`http://${other}/v1`)).toMatchObject({ kind: 'protocol' });
    expect(await failure(`https://${other}/v1`)).toMatchObject({ kind: 'unreachable' });
    expect(await failure(server.url.replace('http:', 'https:'))).toMatchObject({ kind: 'unreachable' });
    expect(await failure(server.url.replace('/v1', '/v2'))).toMatchObject({ kind: 'bad-request' });
  });

  test('an error answer whose body never ends', async () => {
    const url = await serve((_, response) => {
      response.writeHead(500);
      response.write('half an err');
    });
    expect(await ask({ baseUrl: url, idleTimeoutMs: 200 })).toMatchObject({
      failure: { kind: 'overloaded', message: expect.stringContaining('half an err') },
    });
  });

  test('secrets stay out of messages: key, headers, query and password', async () => {
    const url = await serve((request, response) => {
      response.writeHead(400);
      response.end(`${JSON.stringify(request.headers)} ${request.url}`);
    });
    const baseUrl = `${url.replace('//', '//user:hunter2secret@')}?key=query-secret-1`;
    const got = await ask({ baseUrl, headers: { 'x-api-key': 'header-secret-2' } });
    expect(got.failure?.message).toContain('***');
    expect(got.failure?.message).not.toMatch(/hunter2secret|query-secret-1|header-secret-2|sk-invented/);
  });

  test('a key that cannot be sent, a base URL that is none', async () => {
    expect(await ask({ apiKey: 'sk-bad\u0000key-123456' })).toMatchObject({ failure: { kind: 'bad-request' } });
    expect(() => openAiChat({ baseUrl: 'localhost:1234', model: 'm' })).toThrow(/http or https/);
    expect(() => openAiChat({ baseUrl: 'nonsense', model: 'm' })).toThrow(/http or https/);
  });
});

describe('cancelling', () => {
  test.each([
    ['before the head', { faults: { hang: 'before-headers' } } as FakeModelRound],
    ['in the middle', { ...round, faults: { hang: 'mid-stream' } } as FakeModelRound],
    ['a slow answer', { ...round, faults: { bytesPerSecond: 100 } } as FakeModelRound],
  ])('%s ends within 200 ms and closes the connection', async (_, hanging) => {
    verifies('core.model.cancel');
    let closed: Promise<void> = Promise.resolve();
    const target = new URL(server.url);
    const proxy = createTcpServer((socket) => {
      const upstream = connect(Number(target.port), target.hostname);
      closed = new Promise((resolve) => socket.on('close', () => resolve()));
      for (const [from, to] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
        from.pipe(to);
      }
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    closers.push(() => proxy.close());
    const controller = new AbortController();
    const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1`;
    const pending = play(hanging, { baseUrl, signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 100));
    controller.abort();
    expect(await pending).toMatchObject({ failure: { kind: 'cancelled' } });
    await closed;
  });

  test('a request that was cancelled before it began is not sent', async () => {
    const before = server.requests.length;
    expect(await ask({ signal: AbortSignal.abort() })).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(server.requests).toHaveLength(before);
  });

  test('a signal used for many rounds keeps no listeners', async () => {
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
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
    for (let at = 0; at < 3; at += 1) await play({ text: 'x' }, { signal });
    expect(listeners).toBe(0);
  });
});
