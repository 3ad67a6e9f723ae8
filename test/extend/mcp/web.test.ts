import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dialDirect } from '../../../src/policy/net/dial.js';
import { createGuardedFetch } from '../../../src/policy/net/guarded-fetch.js';
import { verifies } from '../../requirements.js';
import type { Approval } from '../../session/open.js';
import { call, connecting, playCalls } from './scene.js';

/** The server everything over HTTP, ended with the test. */
async function everything(transport: 'streamableHttp' | 'sse'): Promise<string> {
  const port = await freePort();
  const script = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
  const child: ChildProcess = spawn(process.execPath, [script, transport], {
    env: { PATH: process.env['PATH'], PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise<void>((resolve) => {
    const look = (chunk: Buffer): void => {
      if (/listening|running/i.test(chunk.toString())) resolve();
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
  });
  return `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a server over HTTP', () => {
  it.each(['streamableHttp', 'sse'] as const)('is used by %s', async (transport) => {
    verifies('mcp.web.transports', 'seed.server.mcp', 'y-agent.dynamic.mcp-transport');
    const url = await everything(transport);
    const servers = { all: { url, ...(transport === 'sse' && { type: 'sse' as const }) } };
    const { results, questions } = await playCalls(
      [
        connecting('all'),
        call('mcp__all__echo', { message: 'hi' }),
        call('mcp__all__trigger-long-running-operation', { duration: 1, steps: 2 }),
      ],
      { servers },
    );
    expect(results.map(({ success }) => success)).toEqual([true, true, true]);
    expect(results[1]?.data).toBe('Echo: hi');
    expect((questions[0] as Approval).facts).toMatchObject([{ kind: 'net', target: new URL(url).host }]);
  });

  it('is sent the headers of its config', async () => {
    verifies('mcp.web.transports');
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const env = { PATH: process.env['PATH'], DOCS_TOKEN: 'tok-9f8e7d6c5b4a' };
    const { results } = await playCalls([connecting('all')], {
      servers: { all: { url, headers: { Authorization: 'Bearer $' + '{DOCS_TOKEN}' } } },
      env,
    });
    expect(seen[0]).toBe('Bearer tok-9f8e7d6c5b4a');
    expect(results[0]).toMatchObject({ success: false, error_type: 'io_error' });
  });
});

describe('the guard', () => {
  const guarded = (url: string, answers: readonly string[] = ['93.184.216.34']) => {
    const dialled: string[] = [];
    const fetch = createGuardedFetch({
      url,
      resolve: async () => answers,
      connect: (dial) => {
        dialled.push(dial.address);
        return dialDirect({ ...dial, address: '127.0.0.1', port: 9 });
      },
    });
    return { fetch, dialled };
  };

  it('connects to the host of the config, and to no other', async () => {
    verifies('mcp.web.guarded');
    const { fetch, dialled } = guarded('https://docs.example.com/mcp');
    for (const url of [
      'https://other.example.com/',
      'http://docs.example.com/',
      'https://docs.example.com:444/',
      'http://169.254.169.254/',
      'file:///etc/passwd',
    ])
      await expect(fetch(url)).rejects.toThrow('was not connected to');
    expect(dialled).toEqual([]);
  });

  it('refuses a name that leads to a private address', async () => {
    verifies('mcp.web.guarded');
    const { fetch, dialled } = guarded('https://docs.example.com/mcp', ['10.0.0.1']);
    await expect(fetch('https://docs.example.com/mcp')).rejects.toThrow('private address');
    expect(dialled).toEqual([]);
  });

  it('does not follow a server elsewhere', async () => {
    verifies('mcp.web.guarded');
    let reached = 0;
    const other = createServer((_, response) => {
      reached += 1;
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const server = createServer((_, response) => response.writeHead(307, { location }).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      other.close();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    const { results } = await playCalls([connecting('all')], { servers: { all: { url } } });
    expect(results[0]?.success).toBe(false);
    expect(reached).toBe(0);
  });
});
