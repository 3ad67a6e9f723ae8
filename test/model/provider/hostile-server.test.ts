import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelEvent } from '../../../src/model/model.js';
import { openAiChat, openAiChatProtocol } from '../../../src/model/provider/openai/openai-chat.js';
import { createRemoteModel } from '../../../src/model/provider/transport/remote-model.js';
import { verifies } from '../../requirements.js';

const event = (frame: object): string => `data: ${JSON.stringify(frame)}\n\n`;
const delta = (content: string, finish: string | null = null): string =>
  event({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] });
const whole = `${delta('hi', 'stop')}data: [DONE]\n\n`;
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n';
const reply = (status: string, headers: readonly string[], body: string): string =>
  `HTTP/1.1 ${[status, ...headers, `content-length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that answers every request as it is told, byte for byte. */
async function serve(answer: (socket: Socket) => void): Promise<{ baseUrl: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((socket) => {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const length = /content-length: (\d+)/.exec(text)?.[1];
      const body = text.indexOf('\r\n\r\n') + 4;
      if (length === undefined || text.length < body + Number(length)) return;
      requests.push(text);
      text = '';
      answer(socket);
    });
    closing.push(() => socket.destroy());
  });
  closing.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests };
}

const request = () => ({
  messages: [{ role: 'user' as const, text: 'x' }],
  tools: [],
  signal: new AbortController().signal,
});

async function ask(answer: (socket: Socket) => void, options: { idleTimeoutMs?: number } = {}) {
  const { baseUrl, requests } = await serve(answer);
  const settings = { baseUrl, model: 'm', apiKey: 'sk-very-secret', idleTimeoutMs: 20_000, retry: { retries: 0 } };
  const events: ModelEvent[] = [];
  await openAiChat({ ...settings, ...options }).stream(request(), (one) => events.push(one));
  const last = events.at(-1);
  return { events, requests, failure: last?.type === 'failure' ? last.failure : undefined, last };
}

/** Sends the same again and again, until the other side is gone. */
function endlessly(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(text);
  }, everyMs);
}

describe('odd HTTP', () => {
  test('a redirect is not followed: the key goes nowhere else', async () => {
    verifies('models.robust.hostile-http');
    const other = await serve((socket) => socket.end(reply('200 OK', [], whole)));
    for (const status of ['301 Moved', '302 Found', '303 See Other', '307 Temporary', '308 Permanent']) {
      const { failure } = await ask((socket) => socket.write(reply(status, [`location: ${other.baseUrl}`], '')));
      expect(failure).toMatchObject({ kind: 'bad-request', message: expect.stringContaining(other.baseUrl) });
    }
    expect(other.requests).toEqual([]);
  });

  test('what comes before the answer itself is passed over', async () => {
    const { last } = await ask((socket) => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(200));
      socket.write(`${head}${chunk(whole)}0\r\n\r\n`);
    });
    expect(last).toEqual({ type: 'stop', reason: 'answered' });
  });

  test('a switch of protocols is told at once', async () => {
    verifies('models.robust.hostile-http');
    const { failure } = await ask((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
    );
    expect(failure).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('closed without an answer'),
    });
  });

  test('a compressed answer is named as such', async () => {
    verifies('models.robust.hostile-http');
    const { failure } = await ask((socket) => {
      const packed = gzipSync(whole);
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`);
      socket.write(packed);
    });
    expect(failure).toMatchObject({ kind: 'protocol', message: expect.stringContaining('compressed answer (gzip)') });
  });

  test.each([
    ['a bad chunk size', `${head}ZZ\r\n${whole}\r\n0\r\n\r\n`, 'cut'],
    ['a bad chunk behind a good one', `${head}${chunk(delta('a'))}-1\r\n`, 'cut'],
    ['endless extensions of a chunk', `${head}5;${'a'.repeat(100_000)}\r\nhello\r\n`, 'cut'],
    ['fewer bytes than were told', `HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n${delta('a')}`, 'cut'],
    ['fewer bytes told than come', `HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n${whole}`, 'cut'],
    ['two lengths', `HTTP/1.1 200 OK\r\ncontent-length: 9\r\ncontent-length: 8\r\n\r\n${whole}`, 'protocol'],
    ['no HTTP at all', whole, 'protocol'],
    ['half a head', 'HTTP/1.1 200 OK\r\ncont', 'unreachable'],
    ['an endless head', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}`, 'protocol'],
  ])('%s is a failure', async (_, bytes, kind) => {
    verifies('models.robust.hostile-http');
    expect((await ask((socket) => socket.end(bytes))).failure).toMatchObject({ kind });
  });

  test('a header that cannot be sent is not tried again', async () => {
    const events: ModelEvent[] = [];
    const options = { baseUrl: 'http://127.0.0.1:9/v1', model: 'm', headers: { 'x y': 'z' } };
    await openAiChat(options).stream(request(), (one) => events.push(one));
    expect(events).toMatchObject([{ type: 'failure', failure: { kind: 'bad-request' } }]);
  });
});

describe('an error body', () => {
  test.each([
    ['nested thousands of levels deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['whose code is no text nor number', '{"error":{"code":{"toString":1},"status":[{"valueOf":1}],"message":{}}}'],
  ])('%s is a failure like any other', async (_, body) => {
    verifies('models.robust.hostile-frames');
    const answered = await ask((socket) => socket.write(reply('400 Bad Request', [], body)));
    expect(answered.events).toMatchObject([{ type: 'failure', failure: { kind: 'bad-request', status: 400 } }]);
    const streamed = await ask((socket) => socket.write(reply('200 OK', [], `data: ${body}\n\n`)));
    expect(streamed.events).toMatchObject([{ type: 'failure' }]);
  });
});

describe('signs of life', () => {
  test.each([
    ['comments', ': ping\n\n'],
    ['white space', '  \n'],
    ['empty deltas', delta('')],
    ['events nobody knows', 'event: ping\ndata: {"type":"ping"}\n\n'],
  ])('that are only %s are not waited for without end', async (_, text) => {
    verifies('models.robust.bounded-silence');
    const { failure } = await ask(
      (socket) => {
        socket.write(head + chunk(delta('Well')));
        endlessly(socket, chunk(text), 15);
      },
      { idleTimeoutMs: 300 },
    );
    expect(failure).toMatchObject({
      kind: 'cut',
      lasting: true,
      message: expect.stringContaining('sent signs of life for 1.8 s, but nothing of an answer'),
    });
  });

  test('keep an answer alive that goes on in time', async () => {
    verifies('models.robust.bounded-silence');
    const { last, events } = await ask(
      (socket) => {
        socket.write(head);
        endlessly(socket, chunk(': ping\n\n'), 40);
        for (const [at, text] of ['a', 'b', 'c'].entries()) {
          setTimeout(() => socket.write(chunk(delta(text))), 700 * (at + 1));
        }
        setTimeout(() => socket.write(`${chunk(whole)}0\r\n\r\n`), 2400);
      },
      { idleTimeoutMs: 400 },
    );
    expect(last).toEqual({ type: 'stop', reason: 'answered' });
    expect(events.filter(({ type }) => type === 'text')).toHaveLength(4);
  });

  test('that come as fast as they can are not read without end', async () => {
    verifies('models.robust.bounded-silence');
    const { failure } = await ask((socket) => {
      socket.write(head);
      const flood = chunk(': ping\n\n'.repeat(8192));
      const send = (): void => {
        while (!socket.destroyed && socket.write(flood));
        if (!socket.destroyed) socket.once('drain', send);
      };
      send();
    });
    expect(failure).toMatchObject({ kind: 'protocol', message: expect.stringContaining('64 MB without any part') });
  });
});

test('a reader that throws ends the stream with a failure, not with an exception', async () => {
  verifies('models.robust.hostile-frames');
  const { baseUrl } = await serve((socket) => socket.write(reply('200 OK', [], whole)));
  const broken = {
    ...openAiChatProtocol,
    createReader: () => {
      throw new Error('a defect');
    },
  };
  const events: ModelEvent[] = [];
  const model = createRemoteModel(broken, { name: 'm', model: 'm', baseUrl, retry: { retries: 0 } });
  await model.stream(request(), (one) => events.push(one));
  expect(events).toMatchObject([
    { type: 'failure', failure: { kind: 'protocol', message: expect.stringContaining('a defect') } },
  ]);
});
