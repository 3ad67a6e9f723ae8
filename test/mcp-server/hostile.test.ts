import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { echo, newFolder, writer } from '../session/open.js';
import { allows, connectHttp, memoryHost, startHttp, wordsOf } from './mcp-scene.js';

const plain = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const callOf = (name: string, args: unknown = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, arguments: args },
});

const post = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, { method: 'POST', headers: { ...plain, ...headers }, body: JSON.stringify(body) });

/** Begins a session by hand; answers what its requests carry. */
async function begin(url: string): Promise<Readonly<Record<string, string>>> {
  const response = await post(url, initialize);
  await response.text();
  const session = {
    'mcp-session-id': response.headers.get('mcp-session-id') ?? '',
    'mcp-protocol-version': '2025-11-25',
  };
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, session);
  return session;
}

/** A tool that waits until it is let go, and counts how often it ran. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const state = { runs: 0, open: () => open() };
  const tool = defineTool({
    name: 'waits',
    description: 'waits',
    parameters: { type: 'object', properties: {} },
    effects: 'none',
    async run() {
      state.runs += 1;
      await opened;
      return 'the end';
    },
  });
  return { tool, state };
}

it('gives a client that lost its stream the rest of it, and runs nothing twice', async () => {
  verifies('mcp-server.http.resumed');
  const { tool, state } = gate();
  const url = await startHttp(memoryHost({ workspace: newFolder(), tools: [tool] }));
  const session = await begin(url);
  const gone = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...plain, ...session },
    body: JSON.stringify(callOf('waits')),
    signal: gone.signal,
  });
  const first = await response.body?.getReader().read();
  const lastId = /^id: (\S+)/m.exec(Buffer.from(first?.value ?? []).toString())?.[1] ?? '';
  expect(lastId).not.toBe('');
  while (state.runs === 0) await sleep(10);
  gone.abort();
  await sleep(50);
  state.open();
  const back = await fetch(url, { headers: { ...plain, ...session, 'last-event-id': lastId } });
  const reader = back.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('the end')) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) break;
    text += value;
  }
  await reader?.cancel();
  expect(text).toMatch(/"id":7/);
  expect(state.runs).toBe(1);
  const stranger = await begin(url);
  const stolen = await fetch(url, { headers: { ...plain, ...stranger, 'last-event-id': lastId } });
  expect(stolen.status).toBeGreaterThanOrEqual(400);
  await stolen.body?.cancel();
});

it('does not let sessions be guessed, taken or piled up', { timeout: 60_000 }, async () => {
  verifies('mcp-server.http.hostile', 'mcp-server.http.bounded', 'mcp-server.http.apart');
  const host = memoryHost({ workspace: newFolder(), tools: [echo] });
  const url = await startHttp(host, { maxSessions: 8 });
  const mine = await connectHttp(url);
  await mine.callTool({ name: 'echo', arguments: { text: 'a' } });
  const statuses = new Set<number>();
  for (let at = 0; at < 1000; at += 50) {
    const tried = await Promise.all(
      Array.from({ length: 50 }, async (_, more) => {
        const response = more % 2 === 0 ? await post(url, initialize) : await guess(url);
        await response.text();
        return response.status;
      }),
    );
    for (const status of tried) statuses.add(status);
  }
  expect([...statuses].toSorted()).toEqual([200, 404, 503]);
  // Those that only shook hands have opened nothing.
  expect(host.sessions).toHaveLength(1);
  expect((await fetch(url, { method: 'DELETE', headers: { ...plain, 'mcp-session-id': randomUUID() } })).status).toBe(
    404,
  );
  expect(wordsOf(await mine.callTool({ name: 'echo', arguments: { text: 'still here' } }))).toContain('still here');
});

const guess = (url: string): Promise<Response> =>
  post(url, callOf('echo', { text: 'x' }), { 'mcp-session-id': randomUUID(), 'mcp-protocol-version': '2025-11-25' });

it('ends a session that is deleted, with what runs in it, and no other', async () => {
  verifies('mcp-server.http.hostile', 'mcp-server.call.cancelled');
  const { tool, state } = gate();
  const host = memoryHost({ workspace: newFolder(), tools: [tool, echo] });
  const url = await startHttp(host);
  const [one, two] = [await begin(url), await begin(url)];
  const running = post(url, callOf('waits'), one).then((response) => response.text().catch(() => ''));
  while (state.runs === 0) await sleep(10);
  expect((await fetch(url, { method: 'DELETE', headers: { ...plain, ...one } })).status).toBe(200);
  expect(await running).not.toContain('the end');
  expect((await post(url, callOf('echo', { text: 'x' }), one)).status).toBe(404);
  expect(await (await post(url, callOf('echo', { text: 'hey' }), two)).text()).toContain('hey');
  state.open();
});

it('serves others beside batches, half requests and streams that nobody reads', async () => {
  verifies('mcp-server.http.hostile');
  const url = await startHttp(memoryHost({ workspace: newFolder(), tools: [echo] }));
  const { port, host } = new URL(url);
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const session = await begin(url);
  const head = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n`;
  for (let at = 0; at < 60; at += 1) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    // A body that does not come, a head that does not end, an answer that is not read.
    const kinds = [
      `${head}Content-Length: 1000\r\n\r\n{"jsonrpc"`,
      'POST /mcp HTTP/1.1\r\nHost: ',
      `${head}Mcp-Session-Id: ${session['mcp-session-id']}\r\nContent-Length: 2\r\n\r\n{}`,
    ];
    socket.write(kinds[at % kinds.length] ?? '');
    socket.pause();
    sockets.push(socket);
  }
  const batch = Array.from({ length: 20 }, (_, id) => ({ ...callOf('echo', { text: `b${id}` }), id: 100 + id }));
  const answer = await post(url, batch, session);
  expect([200, 400]).toContain(answer.status);
  await answer.text();
  const client = await connectHttp(url);
  const said = await Promise.all(
    Array.from({ length: 10 }, async (_, at) =>
      wordsOf(await client.callTool({ name: 'echo', arguments: { text: `n${at}` } })),
    ),
  );
  for (const [at, words] of said.entries()) expect(words).toContain(`n${at}`);
});

it('does not do what a client cancelled while it was asked', async () => {
  verifies('mcp-server.call.cancelled', 'mcp-server.ask.clear-yes');
  const { tool, runs } = writer();
  const host = memoryHost({ workspace: newFolder(), tools: [tool, echo] });
  const person = allows();
  const client = await connectHttp(await startHttp(host), { person });
  const stop = new AbortController();
  let answered = (): void => {};
  const late = new Promise<void>((resolve) => {
    answered = resolve;
  });
  person.answer = () => {
    stop.abort();
    answered();
    return { action: 'accept', content: { answer: 'allow once' } };
  };
  const cut = client.callTool({ name: 'writer', arguments: { path: 'a' } }, { signal: stop.signal });
  await expect(cut).rejects.toThrow();
  await late;
  expect(wordsOf(await client.callTool({ name: 'echo', arguments: { text: 'on' } }))).toContain('on');
  expect(runs).toEqual([]);
  expect(host.sessions[0]?.questions).toEqual([]);
});
