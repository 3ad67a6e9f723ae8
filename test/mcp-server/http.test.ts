import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { echo, newFolder, writer } from '../session/open.js';
import { allows, connectHttp, eras, memoryHost, type Person, startHttp, wordsOf } from './mcp-scene.js';

const picture = Buffer.from('iVBORw0KGgo=', 'base64');

it.each(eras)('serves a real client of version %s: lists, calls, asks', async (era) => {
  verifies('mcp-server.http.client', 'mcp-server.ask.elicited');
  const { tool, runs } = writer();
  const host = memoryHost({ workspace: newFolder(), tools: [echo, tool] });
  const url = await startHttp(host);
  const person = allows();
  const client = await connectHttp(url, { era, person });
  expect(client.getNegotiatedProtocolVersion()).toBe(era);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'writer']);
  expect(wordsOf(await client.callTool({ name: 'echo', arguments: { text: 'hey' } }))).toContain('"data":"hey"');
  expect((await client.callTool({ name: 'writer', arguments: { path: 'a' } })).isError).toBe(false);
  expect(runs).toEqual(['a']);
  expect(person.asked.map(({ message }) => message)).toEqual(['May writer run?']);
  expect(host.sessions).toHaveLength(1);
});

it.each(eras)('takes nothing but a clear yes from a client of version %s', async (era) => {
  verifies('mcp-server.ask.clear-yes');
  const { tool, runs } = writer();
  const url = await startHttp(memoryHost({ workspace: newFolder(), tools: [tool] }));
  const person = allows();
  const client = await connectHttp(url, { era, person });
  const nos: ReturnType<Person['answer']>[] = [
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { answer: 'deny', reason: 'not now' } },
  ];
  for (const no of nos) {
    person.answer = () => no;
    expect((await client.callTool({ name: 'writer', arguments: { path: 'a' } })).isError).toBe(true);
  }
  expect(runs).toEqual([]);
  expect(person.asked).toHaveLength(3);
});

it.each(eras)('takes a client of version %s that fails to ask for a no, and goes on', async (era) => {
  verifies('mcp-server.ask.clear-yes');
  const { tool, runs } = writer();
  // A client of the later version takes the question with it, and only its own next word could tell: there it is a wait.
  const url = await startHttp(memoryHost({ workspace: newFolder(), tools: [tool, echo], onAsk: { waitMs: 300 } }));
  const person = allows();
  person.answer = () => {
    throw new Error('the form cannot be shown');
  };
  const client = await connectHttp(url, { era, person });
  const failed = await client.callTool({ name: 'writer', arguments: { path: 'a' } }).catch(() => ({ isError: true }));
  expect(failed.isError).toBe(true);
  expect(wordsOf(await client.callTool({ name: 'echo', arguments: { text: 'hey' } }))).toContain('hey');
  expect(runs).toEqual([]);
});

it('masks what is secret in results and in what it tells of a call', async () => {
  verifies('mcp-server.result.masked');
  const secret = 'tw-7f3k9q2m8x5v1z6c';
  const leaks = defineTool({
    name: 'leaks',
    description: 'leaks',
    parameters: { type: 'object' },
    effects: 'none',
    async run(_args, ctx) {
      ctx.progress(`it is ${secret}\n`);
      const { text } = (await ctx.ask.ask({ text: `Is it ${secret}?` })) as { text: string };
      return `${text}: ${secret}`;
    },
  });
  const env = { SERVICE_API_KEY: secret };
  const url = await startHttp(memoryHost({ workspace: newFolder(), tools: [leaks], env }));
  const person = allows();
  person.answer = () => ({ action: 'accept', content: { answer: 'yes' } });
  const client = await connectHttp(url, { person });
  const told: unknown[] = [];
  const result = await client.callTool(
    { name: 'leaks', arguments: {} },
    { onprogress: (progress) => told.push(progress) },
  );
  expect(wordsOf(result)).toContain('yes: [masked:');
  expect(told).toHaveLength(1);
  expect(JSON.stringify([result, told, person.asked])).not.toContain(secret);
});

it('makes an answer lasting for the session where that is chosen', async () => {
  verifies('mcp-server.ask.elicited');
  const { tool, runs } = writer();
  const url = await startHttp(memoryHost({ workspace: newFolder(), tools: [tool] }));
  const person = allows();
  person.answer = ({ requestedSchema }) => {
    const { properties } = requestedSchema as { properties: { answer: { enum: string[] } } };
    const answer = properties.answer.enum.find((choice) => choice.startsWith('allow in this session')) ?? '';
    return { action: 'accept', content: { answer } };
  };
  const client = await connectHttp(url, { person });
  await client.callTool({ name: 'writer', arguments: { path: 'a' } });
  await client.callTool({ name: 'writer', arguments: { path: 'a' } });
  expect(runs).toEqual(['a', 'a']);
  expect(person.asked).toHaveLength(1);
});

it('turns a question of a tool into a form, and its pictures into pictures', async () => {
  verifies('mcp-server.ask.input', 'mcp-server.result.pictures');
  const ask = defineTool({
    name: 'ask',
    description: 'asks',
    parameters: { type: 'object' },
    effects: 'none',
    run: async (_args, ctx) => ctx.ask.ask({ text: 'Which one?', options: ['left', 'right'] }),
  });
  const shows = defineTool({
    name: 'shows',
    description: 'shows',
    parameters: { type: 'object' },
    effects: 'none',
    run: async (_args, ctx) => ({ blob: await ctx.blobs.write(picture) }),
    images: (result) => [{ mediaType: 'image/png', blob: (result as { blob: string }).blob }],
  });
  const url = await startHttp(memoryHost({ workspace: newFolder(), tools: [ask, shows] }));
  const person = allows();
  person.answer = () => ({ action: 'accept', content: { answer: 'left' } });
  const client = await connectHttp(url, { person });
  expect(wordsOf(await client.callTool({ name: 'ask', arguments: {} }))).toContain('left');
  expect(person.asked).toMatchObject([
    { message: 'Which one?', requestedSchema: { properties: { answer: { enum: ['left', 'right'] } } } },
  ]);
  const shown = await client.callTool({ name: 'shows', arguments: {} });
  expect(shown.content[1]).toEqual({ type: 'image', data: picture.toString('base64'), mimeType: 'image/png' });
});

it('tells a client of tools that come', async () => {
  verifies('mcp-server.tools.changed');
  const host = memoryHost({ workspace: newFolder(), tools: [echo] });
  const client = await connectHttp(await startHttp(host));
  const told = new Promise<void>((resolve) => {
    client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
  });
  await client.listTools();
  host.sessions[0]?.tools.register({ ...echo, name: 'echo_again' });
  await client.callTool({ name: 'echo_again', arguments: { text: 'a' } });
  await told;
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'echo_again']);
});

it('gives each client a session of its own', async () => {
  verifies('mcp-server.http.apart');
  const host = memoryHost({ workspace: newFolder(), tools: [echo] });
  const url = await startHttp(host);
  const [one, two] = await Promise.all([connectHttp(url), connectHttp(url)]);
  const said = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const client = at % 2 === 0 ? one : two;
      return wordsOf(await client?.callTool({ name: 'echo', arguments: { text: `to ${at}` } }));
    }),
  );
  for (const [at, words] of said.entries()) expect(words).toContain(`"to ${at}"`);
  expect(host.sessions).toHaveLength(2);
});

describe('a request', () => {
  const initialize = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  });
  const plain = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

  interface Raw {
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string | readonly string[]>>;
    readonly body?: string;
  }

  /** With every header as it is given: fetch would not send some of these. */
  function send(url: string, { method = 'POST', path = '/mcp', headers = {}, body = initialize }: Raw = {}) {
    const { port } = new URL(url);
    return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const request = httpRequest({
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...plain, ...headers } as never,
      });
      request.on('error', reject);
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          // What is a stream stays open: its head is what counts.
          if (response.headers['content-type'] === 'text/event-stream') response.destroy();
        });
        const done = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        response.on('close', done);
      });
      request.end(method === 'GET' || method === 'OPTIONS' ? undefined : body);
    });
  }

  /** The first line of the answer to a request with these lines as its head. */
  function rawStatus(port: number, lines: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`GET /mcp HTTP/1.1\r\n${lines}\r\n`));
      socket.on('error', reject).setEncoding('utf8');
      socket.once('data', (text) => {
        socket.destroy();
        resolve(String(text).split('\n')[0] ?? '');
      });
    });
  }

  it('with a foreign Host or Origin is refused, whatever else it is', async () => {
    verifies('mcp-server.http.rebinding');
    const host = memoryHost({ workspace: newFolder(), tools: [echo] });
    const url = await startHttp(host, { hosts: ['tools.example.com'], origins: ['https://app.example.com'] });
    const { port } = new URL(url);
    const status = async (headers: Raw['headers']) => (await send(url, { ...(headers && { headers }) })).status;
    for (const good of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, 'tools.example.com'])
      expect(await status({ host: good }), good).toBe(200);
    const bad = [
      'evil.test',
      `evil.test:${port}`,
      `localhost.evil.test:${port}`,
      'localhost:1',
      'localhost',
      '127.0.0.1',
    ];
    for (const name of bad) expect(await status({ host: name }), name).toBe(403);
    for (const good of [`http://localhost:${port}`, 'https://app.example.com'])
      expect(await status({ origin: good }), good).toBe(200);
    for (const origin of [
      'null',
      'https://evil.test',
      'file://',
      'http://localhost',
      'https://app.example.com.evil.test',
      '',
    ])
      expect(await status({ origin }), origin).toBe(403);
    for (const lines of ['', 'Host: \r\n', `Host: localhost:${port}\r\nHost: localhost:${port}\r\n`])
      expect(await rawStatus(Number(port), lines), lines).toMatch(/^HTTP\/1\.1 40[03] /);
    expect(host.sessions).toEqual([]);
  });

  it('of a page that is allowed may be read there, without credentials', async () => {
    verifies('mcp-server.http.pages');
    const url = await startHttp(memoryHost({ workspace: newFolder() }), {
      origins: ['https://app.example.com'],
      token: 'a-token-of-the-test',
    });
    const page = { origin: 'https://app.example.com' };
    const ahead = await send(url, { method: 'OPTIONS', headers: page });
    expect(ahead).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': page.origin, vary: 'origin' },
    });
    expect(ahead.headers['access-control-allow-credentials']).toBeUndefined();
    const foreign = await send(url, { method: 'OPTIONS', headers: { origin: 'https://evil.test' } });
    expect(foreign.status).toBe(403);
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('has to bring the token where there is one', async () => {
    verifies('mcp-server.http.token');
    const token = 'a-token-of-the-test';
    const url = await startHttp(memoryHost({ workspace: newFolder(), tools: [echo] }), { token });
    const without = await send(url);
    expect(without).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer realm="toolwright"' } });
    for (const wrong of ['Bearer', 'Bearer ', `Bearer ${token}x`, `Bearer ${token.slice(1)}`, `Basic ${token}`, token])
      expect((await send(url, { headers: { authorization: wrong } })).status, wrong).toBe(401);
    expect((await send(url, { path: `/mcp?token=${token}` })).status).toBe(401);
    for (const method of ['GET', 'DELETE']) expect((await send(url, { method })).status, method).toBe(401);
    const client = await connectHttp(url, { token });
    expect((await client.listTools()).tools).toHaveLength(1);
    await expect(startHttp(memoryHost(), { address: '0.0.0.0' })).rejects.toThrow('--token-env');
  });

  it('that is too large, no JSON, of no session or elsewhere is refused', async () => {
    verifies('mcp-server.http.bounded', 'mcp-server.http.apart');
    const url = await startHttp(memoryHost({ workspace: newFolder() }));
    expect((await send(url, { body: `"${'x'.repeat(5_000_000)}"` }).catch(() => ({ status: 413 }))).status).toBe(413);
    expect((await send(url, { body: '{' })).status).toBe(400);
    expect((await send(url, { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
    expect((await send(url, { headers: { 'mcp-session-id': 'x' } })).status).toBe(404);
    expect((await send(url, { path: '/' })).status).toBe(404);
    expect((await send(url, { method: 'GET' })).status).toBe(400);
    expect((await send(url, { method: 'PUT' })).status).toBe(405);
  });

  it('of one client too many is refused until another has gone', async () => {
    verifies('mcp-server.http.bounded');
    const url = await startHttp(memoryHost({ workspace: newFolder() }), { maxSessions: 2, idleMs: 200 });
    expect((await send(url)).status).toBe(200);
    expect((await send(url)).status).toBe(200);
    expect((await send(url)).status).toBe(503);
    let status = 503;
    while (status === 503) {
      await sleep(50);
      ({ status } = await send(url));
    }
    expect(status).toBe(200);
  });
});
