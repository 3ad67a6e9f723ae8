import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';

import { type ServerSettings, serverTimes } from '../../../src/extend/named-server.js';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import { mcpServers } from '../../../src/session/mcp-servers.js';
import { yAgentProfile } from '../../../src/systems/y-agent/index.js';
import { oddServer } from '../../extend/mcp/scene.js';
import { verifies } from '../../requirements.js';
import { called, runY } from './open-y.js';

const env = { PATH: process.env['PATH'], DOCS_TOKEN: 'tok-9f8e7d6c5b4a' };

function runWith(servers: Readonly<Record<string, ServerSettings>>, calls: readonly ReturnType<typeof called>[]) {
  const bare = createBareProcesses({ env });
  let starts = 0;
  const { loops: _, ...profile } = yAgentProfile;
  const played = runY(calls, {
    env,
    profile,
    process: {
      ...bare,
      start(request) {
        starts += 1;
        return bare.start(request);
      },
    },
    sandbox: 'off',
    extensions: [mcpServers(servers)],
    onQuestion: (question) =>
      question.kind === 'approval' ? { choice: 'once' } : { choice: 'text', text: question.options[0] ?? 'yes' },
  });
  return played.then((done) => ({ ...done, starts }));
}

const connect = (server: string) => called('mcp_connect', { server });

async function bodyOf(request: IncomingMessage): Promise<{ readonly id?: number; readonly method?: string }> {
  let text = '';
  for await (const piece of request) text += piece;
  return text === '' ? {} : JSON.parse(text);
}

const answers: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'docs', version: '1' },
  },
  'tools/list': {
    tools: [{ name: 'find', description: 'Finds a page.', inputSchema: { type: 'object', properties: {} } }],
  },
  'tools/call': { content: [{ type: 'text', text: 'page one' }] },
};

it('connects by stdio, and by HTTP with a bearer and headers', async () => {
  verifies('y-agent.dynamic.mcp-transport', 'y-agent.dynamic.mcp-names');
  const seen: unknown[] = [];
  const server = createServer(async (request, response) => {
    const { authorization, 'x-team': team } = request.headers;
    const { id, method = '' } = await bodyOf(request);
    if (method !== '') seen.push([authorization, team]);
    const result = answers[method];
    if (request.method !== 'POST') return void response.writeHead(405).end();
    if (result === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const { told } = await runWith(
    { docs: { url, headers: { Authorization: 'Bearer $' + '{DOCS_TOKEN}', 'X-Team': 'tea' } }, odd: oddServer() },
    [connect('docs'), called('mcp_docs_find'), connect('odd'), called('mcp_odd_echo', { text: 'hi' })],
  );
  expect(told.map(({ success }) => success)).toEqual([true, true, true, true]);
  expect(JSON.stringify(told[1]?.content)).toContain('page one');
  expect(JSON.stringify(told[3]?.content)).toContain('echo hi');
  expect(seen.length).toBeGreaterThan(2);
  for (const one of seen) expect(one).toEqual(['Bearer tok-9f8e7d6c5b4a', 'tea']);
});

it('gives a server 30 s to start and 120 s a call, and tries five times to start it', async () => {
  verifies('y-agent.dynamic.mcp-timeouts');
  expect(serverTimes).toMatchObject({ start: 30_000, call: 120_000 });
  const servers = {
    odd: oddServer('plain', { callTimeoutMs: 200 }),
    silent: oddServer('silent', { startTimeoutMs: 200 }),
    gone: { command: '/nowhere/at-all' },
  };
  const { told } = await runWith(servers, [connect('odd'), called('mcp_odd_hang'), connect('silent')]);
  expect(told[1]).toMatchObject({ code: 'timeout', error: expect.stringContaining('within 200 ms') });
  expect(told[2]).toMatchObject({ code: 'timeout', error: expect.stringContaining('within 200 ms') });
  const { told: tries } = await runWith(
    servers,
    Array.from({ length: 6 }, () => connect('gone')),
  );
  expect(tries.slice(0, 5).every(({ error }) => error?.includes('could not be started') === true)).toBe(true);
  expect(tries[5]?.error).toContain('did not start 5 times');
});

it('has of a server the tools that are listed, and not those that are excluded', async () => {
  verifies('y-agent.dynamic.mcp-lists', 'y-agent.search.by-server');
  const { told } = await runWith({ odd: oddServer('plain', { include: ['e*', 'die'], exclude: ['env'] }) }, [
    connect('odd'),
    called('ToolSearch', { mcp_server: 'odd' }),
    called('mcp_odd_env'),
  ]);
  expect(told[1]?.content?.['activated']).toEqual(['mcp_odd_echo', 'mcp_odd_die']);
  expect(told[2]?.code).toBe('tool_not_found');
});
