import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectAnswer } from '../../src/model/collect.js';
import type { ModelEvent } from '../../src/model/model.js';
import { createAnswerBody } from '../../src/model/provider/transport/answer-body.js';
import { openSession } from '../../src/session/session.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { newFolder } from '../session/open.js';
import { type Api, apis, type RemoteSettings } from './provider/protocols.js';
import { chunked, plain, type RawServer, startRawServer, streamHead } from './provider/raw-server.js';

let server: RawServer;
beforeAll(async () => {
  server = await startRawServer();
});
afterAll(() => server.close());

const settings = (): RemoteSettings => ({
  baseUrl: server.baseUrl,
  model: 'm',
  idleTimeoutMs: 20_000,
  retry: { retries: 0 },
});
const request = (signal = new AbortController().signal) => ({
  messages: [{ role: 'user' as const, text: 'x' }],
  tools: [],
  signal,
});

/** What is read of the first bytes of an answer, behind which the connection ended well or broke. */
function readCut({ protocol }: Api, bytes: Uint8Array, whole: boolean) {
  const events: ModelEvent[] = [];
  const answer = createAnswerBody({ url: 'http://x/v1', model: 'm', protocol }, (event) => events.push(event));
  if (bytes.length > 0) answer.push(bytes);
  return { events, failure: answer.end(whole) };
}

/** Ids that a server did not give are made up anew each time. */
const callsOf = (events: readonly ModelEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'call' ? [`${event.name} ${event.arguments}`] : []));

describe.each(apis.map((api) => [api.name, api] as const))('%s', (name, api) => {
  const bytes = Buffer.from(api.body);

  it('a stream cut at any byte is a failure without calls, or the whole answer', () => {
    verifies('reliability.provider.every-byte');
    const complete = callsOf(readCut(api, bytes, true).events);
    expect(complete.length).toBeGreaterThan(0);
    let failures = 0;
    const wrong: string[] = [];
    for (let end = 0; end < bytes.length; end += 1) {
      for (const whole of [true, false]) {
        const { events, failure } = readCut(api, bytes.subarray(0, end), whole);
        const stops = events.filter(({ type }) => type === 'stop').length;
        const calls = callsOf(events).join();
        if (failure !== undefined) failures += 1;
        const right = failure === undefined ? stops === 1 && calls === complete.join() : stops === 0 && calls === '';
        if (!right) wrong.push(`cut at ${end}, ${whole ? 'FIN' : 'RST'}: ${stops} ends, calls: ${calls}`);
      }
    }
    expect(wrong).toEqual([]);
    console.log(
      `disconnect: ${name}, ${bytes.length} bytes, ${2 * bytes.length} cuts, ${failures} failures, 0 partial calls`,
    );
    expect(failures).toBeGreaterThan(bytes.length);
  });

  it('a connection that is lost by FIN or RST runs no call of a session', async () => {
    verifies('reliability.provider.every-byte');
    const ran: string[] = [];
    const tools = [
      ...new Set(readCut(api, bytes, true).events.flatMap((one) => (one.type === 'call' ? [one.name] : []))),
    ];
    const session = await openSession({
      model: api.open(settings()),
      workspace: newFolder(),
      builtins: false,
      tools: tools.map((tool) =>
        defineTool({
          name: tool,
          description: 'x',
          parameters: { type: 'object' },
          effects: 'none',
          run: () => ran.push(tool),
        }),
      ),
    });
    const last = callsEndAt(api, bytes);
    for (let at = 0; at < 12; at += 1) {
      const end = Math.floor((last * at) / 12);
      server.answerWith((socket) => {
        socket.write(streamHead);
        if (end > 0) socket.write(chunked(bytes.subarray(0, end)));
        // What was written is to arrive ahead of the reset.
        setTimeout(() => (at % 2 === 0 ? socket.end() : socket.resetAndDestroy()), 5);
      });
      expect((await session.send('go').result).reason).toBe('model-failed');
    }
    expect(ran).toEqual([]);
    await session.close();
  });

  it.each([
    ['429', plain('429 Too Many', ['retry-after: soon'], '{"error":{"message":"slow down"}}'), 'rate-limited'],
    ['500', plain('500 Error', ['retry-after: -1'], 'boom'), 'overloaded'],
    ['503', plain('503 Busy', ['retry-after: 99999999999999999999'], ''), 'overloaded'],
    ['a web page', plain('200 OK', ['content-type: text/html'], '<!doctype html><p>Sign in</p>'), undefined],
    ['nothing', plain('200 OK', [], ''), undefined],
  ])('%s is a failure that is tried again within bounds', async (_, bytesSent, kind) => {
    verifies('reliability.provider.faults');
    server.answerWith((socket) => socket.write(bytesSent));
    const before = server.requests;
    const model = api.open({ ...settings(), retry: { retries: 2, firstWaitMs: 1 } });
    const { failure } = await collectAnswer(model, request());
    expect(failure).toMatchObject(kind === undefined ? { message: expect.stringMatching(/./) } : { kind });
    expect(server.requests - before).toBeLessThanOrEqual(3);
  });

  it.each([
    ['before the head', ''],
    ['behind the head', streamHead],
  ])('a server that falls silent %s is given up in time', async (_, said) => {
    verifies('reliability.provider.faults');
    server.answerWith((socket) => void (said !== '' && socket.write(said)));
    const model = api.open({ ...settings(), idleTimeoutMs: 150 });
    const began = performance.now();
    const { failure } = await collectAnswer(model, request());
    expect(failure?.message).toMatch(/./);
    expect(performance.now() - began).toBeGreaterThan(100);
  });

  it('a byte at a time is read as the whole is', async () => {
    verifies('reliability.provider.faults');
    server.answerWith((socket) => {
      socket.write(streamHead);
      let at = 0;
      const send = (): void => {
        if (socket.destroyed) return;
        if (at >= bytes.length) socket.end('0\r\n\r\n');
        else socket.write(chunked(bytes.subarray(at, ++at)), () => setImmediate(send));
      };
      send();
    });
    const events: ModelEvent[] = [];
    await api.open(settings()).stream(request(), (event) => events.push(event));
    expect(callsOf(events)).toEqual(callsOf(readCut(api, bytes, true).events));
  });

  it('a cancel is honoured within 200 ms wherever the request stands', async () => {
    verifies('reliability.provider.cancel');
    const stands: readonly ((socket: import('node:net').Socket) => void)[] = [
      () => {},
      (socket) => void socket.write(streamHead),
      (socket) => void socket.write(Buffer.concat([Buffer.from(streamHead), chunked(bytes.subarray(0, 300))])),
      (socket) => void socket.write(plain('503 Busy', ['retry-after: 20'], '')),
    ];
    let slowest = 0;
    for (const stand of stands) {
      server.answerWith(stand);
      const controller = new AbortController();
      const model = api.open({ ...settings(), retry: { retries: 3 } });
      let abortedAt = 0;
      setTimeout(() => {
        abortedAt = performance.now();
        controller.abort();
      }, 60);
      const { failure } = await collectAnswer(model, request(controller.signal));
      slowest = Math.max(slowest, performance.now() - abortedAt);
      expect(failure?.kind).toBe('cancelled');
    }
    console.log(`disconnect: ${name}, slowest cancel ${Math.round(slowest)} ms`);
    expect(slowest).toBeLessThan(200);
  });
});

/** The first byte behind which the calls of the answer are whole. */
function callsEndAt(api: Api, bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && readCut(api, bytes.subarray(0, end - 1), true).failure === undefined) end -= 1;
  return end;
}
