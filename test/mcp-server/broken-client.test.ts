import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { type RunningCli, startCli } from '../support/spawn-cli.js';
import { newScene } from './mcp-scene.js';

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a\u001b[31m\nb', version: '' } },
};
const line = (message: unknown): string => `${JSON.stringify(message)}\n`;
const call = (id: number, params: unknown): string => line({ jsonrpc: '2.0', id, method: 'tools/call', params });

async function start(): Promise<{ readonly cli: RunningCli; readonly store: string; readonly folder: string }> {
  const scene = newScene();
  const cli = await startCli(['mcp', '--store', scene.store], { cwd: scene.folder });
  return { cli, ...scene };
}

it('goes on behind lines that are no messages, unknown methods and hostile names', async () => {
  verifies('mcp-server.stdio.broken', 'mcp-server.stdio.ends', 'mcp-server.client.named');
  const { cli, store, folder } = await start();
  cli.write('\n{\nnull\n[]\n"text"\n{"jsonrpc":"2.0"}\n{"jsonrpc":"1.0","id":7,"method":"ping"}\n\u0000\n');
  cli.write(line(initialize));
  await cli.sees('"id":1');
  cli.write(line({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  cli.write(line({ jsonrpc: '2.0', id: 99, result: {} }));
  cli.write(line({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 12345 } }));
  cli.write(line({ jsonrpc: '2.0', id: 2, method: 'tools/destroy' }));
  await cli.sees(/"id":2,"error":\{"code":-32601|"error":\{"code":-32601.*"id":2/);
  for (const name of ['__proto__', 'constructor', '../read_file', '', 'x'.repeat(5000)]) cli.write(call(3, { name }));
  cli.write(call(4, { name: 5, arguments: 'text' }));
  cli.write(
    '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"list_dir","arguments":{"path":".","__proto__":{"a":1}}}}\n',
  );
  await cli.sees('"id":5');
  cli.write(call(6, { name: 'list_dir', arguments: { path: '.' } }));
  await cli.sees(/success.*"id":6|"id":6.*success/);
  cli.child.stdin?.end();
  const { code, stdout } = await cli.end;
  expect(code).toBe(0);
  for (const text of stdout.trimEnd().split('\n')) expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0' });
  const sessions = await (await startCli(['sessions', '--store', store], { cwd: folder, input: '' })).end;
  expect(sessions.stdout).toContain('[a-31m-b, by mcp stdio, calls list_dir]');
});

it('ends at a line that is too long, and at a signal', async () => {
  verifies('mcp-server.stdio.broken', 'mcp-server.stdio.ends');
  const long = await start();
  long.cli.write(line(initialize));
  await long.cli.sees('"id":1');
  for (let mebibytes = 0; mebibytes < 50; mebibytes += 1) long.cli.write('x'.repeat(1024 * 1024));
  expect((await long.cli.end).code).toBe(0);
  const told = await start();
  told.cli.write(line(initialize));
  await told.cli.sees('"id":1');
  told.cli.child.kill('SIGTERM');
  expect((await told.cli.end).code).toBe(0);
});

it('says what is wrong with the flags before anything is opened', async () => {
  verifies('mcp-server.http.options', 'mcp-server.tools.chosen');
  const { folder, store } = newScene();
  const say = async (...args: string[]) => {
    const cli = await startCli(['mcp', '--store', store, ...args], { cwd: folder, env: { SHORT: 'abc' }, input: '' });
    const { code, stderr } = await cli.end;
    return `${code} ${stderr}`;
  };
  expect(await say('--http', 'x')).toMatch(/^2 .*give a port/);
  expect(await say('--http', '99999')).toMatch(/^2 .*give a port/);
  expect(await say('--http', '0.0.0.0:0')).toMatch(/^2 .*--token-env/);
  expect(await say('--http', '0', '--token-env', 'SHORT')).toMatch(/^2 .*shorter than 16/);
  expect(await say('--http', '0', '--token-env', 'NONE')).toMatch(/^2 .*is not set/);
  expect(await say('--http', '0', '--allow-origin', 'example.com')).toMatch(/^2 .*give an origin/);
  expect(await say('--http', '0', '--session', 'last')).toMatch(/^2 .*session of its own/);
  expect(await say('--token-env', 'SHORT')).toMatch(/^2 .*goes with --http/);
  expect(await say('--tools', 'read_fiel')).toMatch(/^2 .*Did you mean read_file/);
});
