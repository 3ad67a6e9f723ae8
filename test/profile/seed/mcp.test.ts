import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { NamedServer, ServerSettings } from '../../../src/extend/named-server.js';
import type { Question } from '../../../src/run/question.js';
import { createBareProcesses } from '../../../src/sandbox/bare-process.js';
import { mcpServers } from '../../../src/session/mcp-servers.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { createSeedProfile } from '../../../src/systems/seed/index.js';
import { oddServer, seenStore, toolsFile } from '../../extend/mcp/scene.js';
import { verifies } from '../../requirements.js';
import { play } from '../../session/open.js';
import { call, openSeed, outputs } from './seed-scene.js';

const connecting = (server: string) => call('mcp_connect', { server });

/** Has the model make the calls, one a round, with these servers; the person says yes to everything. */
async function withServers(
  servers: Readonly<Record<string, ServerSettings>> | readonly NamedServer[],
  calls: readonly ReturnType<typeof call>[],
  { env = { PATH: process.env['PATH'] }, ...options }: Partial<SessionOptions> & { after?: () => void } = {},
) {
  const asked: Question[] = [];
  const { session } = await openSeed([...calls.map((one) => ({ calls: [one] })), { text: 'done' }], {
    process: createBareProcesses({ env }),
    env,
    extensions: [mcpServers(servers)],
    onQuestion: (question) => {
      asked.push(question);
      return question.kind === 'approval' ? { choice: 'once' } : { choice: 'text', text: question.options[0] ?? 'yes' };
    },
    ...options,
  });
  if (options.after !== undefined) session.on(({ type }) => type === 'call-settled' && options.after?.());
  const { events } = await play(session.send('go'));
  const said = outputs(events).map(({ output, isError }) => ({ text: JSON.stringify(output), isError }));
  const news = session.requests.at(-1)?.messages.findLast(({ role }) => role === 'user');
  return { session, asked, told: said, news: news?.role === 'user' ? news.text : '' };
}

describe('MCP servers in a session of Seed', () => {
  it('are programs that speak over stdio, with variables of the environment filled in', async () => {
    verifies('seed.server.mcp', 'seed.server.mcp-env', 'seed.registry.mcp-names', 'seed.risk.mcp-risk');
    const { command = '', args = [] } = oddServer();
    const settings = { command: `$${'{NODE}'}`, args, env: { KEY: `<$${'{GREETING}'}>` } };
    const env = { PATH: process.env['PATH'], NODE: command, GREETING: 'open sesame' };
    const { told, news, asked } = await withServers(
      { odd: settings },
      [connecting('odd'), call('mcp__odd__env', { name: 'KEY' }), call('mcp__odd__echo', { text: 'hi' })],
      { env },
    );
    expect(told.map(({ isError }) => isError)).toEqual([false, false, false]);
    expect(told[1]?.text).toContain('<open sesame>');
    expect(news).toMatch(/^You can call these, too, by their names:\nmcp__odd__echo: /);
    const tools = asked.flatMap((question) => (question.kind === 'approval' ? [question.tool] : []));
    expect(tools).toEqual(['mcp_connect', 'mcp__odd__env', 'mcp__odd__echo']);
  });

  it('have tools that are included or excluded, come and go, and are safe where the config says so', async () => {
    verifies('seed.server.mcp-refresh', 'seed.risk.mcp-risk', 'seed.registry.mcp-names');
    const tool = (name: string) => ({
      name,
      description: `does ${name}`,
      inputSchema: { type: 'object', properties: {} },
    });
    const file = toolsFile([tool('changed'), tool('a.b'), tool('a_b'), tool('left_out')]);
    const settings = oddServer('plain', { tools: file.path, exclude: ['left*'] });
    const profile = createSeedProfile({ servers: { odd: { safeTools: ['changed'] } } });
    const store = await seenStore(settings);
    const { news, asked, session } = await withServers(
      { odd: settings },
      [call('mcp__odd__changed'), call('mcp__odd__changed'), call('listFiles')],
      { store, profile, after: () => file.write([tool('changed')]) },
    );
    const first = session.requests[0]?.toolNames.filter((name) => name.startsWith('mcp__'));
    expect(first?.sort()).toEqual(['mcp__odd__a_b', 'mcp__odd__a_b__2', 'mcp__odd__changed']);
    expect(news).toBe('Not there any more: tool mcp__odd__a_b__2, tool mcp__odd__a_b.');
    const now = session.listTools().map(({ tool }) => tool.name);
    expect(now.filter((name) => name.startsWith('mcp__'))).toEqual(['mcp__odd__changed']);
    // Nobody is asked for the tool itself, but once words of the server have come in.
    expect(asked.map((question) => question.kind === 'approval' && question.taint?.sources[0]?.source)).toEqual([
      'odd',
    ]);
  });

  it.each(['http', 'sse'] as const)('are places reached over %s, with the headers of the config', async (type) => {
    verifies('seed.server.mcp', 'seed.server.mcp-env');
    const { url, seen } = await serveMcp();
    const settings = { url, ...(type === 'sse' && { type }), headers: { Authorization: `Bearer $${'{TOKEN}'}` } };
    const calls = [connecting('far'), call('mcp__far__echo', { text: 'hi' })];
    const { told, asked } = await withServers({ far: settings }, calls, { env: { TOKEN: 'tok-9f8e7d' } });
    expect(told.map(({ isError }) => isError)).toEqual([false, false]);
    expect(told[1]?.text).toContain('echo hi');
    expect(seen[0]).toBe(`${type === 'sse' ? 'GET' : 'POST'} Bearer tok-9f8e7d`);
    expect(asked[0]).toMatchObject({ kind: 'approval', facts: [{ kind: 'net', target: new URL(url).host }] });
  });

  it('have a time to start and a time for each call', async () => {
    verifies('seed.server.mcp');
    const settings = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], startTimeoutMs: 200 };
    const started = await withServers({ mute: settings }, [connecting('mute')]);
    expect(started.told[0]).toMatchObject({ isError: true, text: expect.stringContaining('200 ms') });
    const slow = await withServers({ odd: oddServer('plain', { callTimeoutMs: 200 }) }, [
      connecting('odd'),
      call('mcp__odd__hang'),
    ]);
    expect(slow.told.map(({ isError }) => isError)).toEqual([false, true]);
  });
});

interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly text?: string } };
}

function answerTo({ method, params }: Request): object {
  if (method === 'tools/list')
    return { tools: [{ name: 'echo', description: 'echoes', inputSchema: { type: 'object', properties: {} } }] };
  if (method === 'tools/call') return { content: [{ type: 'text', text: `echo ${params?.arguments?.text}` }] };
  const { protocolVersion } = params ?? {};
  return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'far', version: '1' } };
}

/** A server that answers a POST at once, or over the stream that a GET has opened. */
async function serveMcp(): Promise<{ readonly url: string; readonly seen: readonly string[] }> {
  const seen: string[] = [];
  let stream: ServerResponse | undefined;
  const server = createServer(async (request, response) => {
    seen.push(`${request.method} ${request.headers.authorization}`);
    const wantsStream = request.method === 'GET' && request.url === '/mcp';
    if (wantsStream && seen.length > 1) return response.writeHead(405).end();
    if (wantsStream) {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      return stream.write('event: endpoint\ndata: /messages\n\n');
    }
    if (request.method !== 'POST') return response.writeHead(200).end();
    const asked = JSON.parse((await request.toArray()).join('')) as Request;
    const answer = JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: answerTo(asked) });
    if (asked.id === undefined) return response.writeHead(202).end();
    if (request.url === '/mcp') return response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    stream?.write(`event: message\ndata: ${answer}\n\n`);
    return response.writeHead(202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen };
}
