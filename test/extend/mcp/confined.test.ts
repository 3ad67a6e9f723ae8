import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ServerSettings } from '../../../src/extend/named-server.js';
import { mcpServers } from '../../../src/session/mcp-servers.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { verifies } from '../../requirements.js';
import { newFolder, open, play, results } from '../../session/open.js';
import { needs } from '../../support/needs.js';
import { call, connecting, unwrapped } from './scene.js';

/** A server that writes where it is told and says whether it could. */
const writer = `
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const tool = { name: 'write', inputSchema: { type: 'object', properties: { path: { type: 'string' } } } };
const write = (path) => { try { writeFileSync(path, 'x'); return 'written'; } catch (error) { return error.code; } };
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'w', version: '1' } } });
  else if (method === 'tools/list') send({ id, result: { tools: [tool] } });
  else if (method === 'tools/call') send({ id, result: { content: [{ type: 'text', text: write(params.arguments.path) }] } });
});
`;

it.skipIf(needs('bwrap'))('a server is confined: it writes what its config opens, and nothing else', async () => {
  verifies('mcp.servers.confined');
  const workspace = newFolder();
  const home = newFolder();
  mkdirSync(join(workspace, 'out'));
  writeFileSync(join(workspace, 'server.mjs'), writer);
  copyFileSync(join(workspace, 'server.mjs'), join(workspace, 'copy.mjs'));
  const settings: ServerSettings = { command: process.execPath, args: ['server.mjs'], writes: ['out'] };
  const session = await open(
    [
      connecting('w'),
      call('mcp__w__write', { path: 'out/a.txt' }),
      call('mcp__w__write', { path: 'a.txt' }),
      call('mcp__w__write', { path: join(home, 'a.txt') }),
      { text: 'Done.' },
    ],
    {
      workspace,
      env: { HOME: home, PATH: process.env['PATH'] },
      store: createMemoryStore(),
      extensions: [mcpServers({ w: settings })],
      onQuestion: (question) =>
        question.kind === 'approval' ? { choice: 'once' } : { choice: 'text', text: 'use them' },
    },
  );
  const { events } = await play(session.send('go'));
  const [connected, inside, outside] = results(events).map(unwrapped);
  expect(connected?.success).toBe(true);
  expect(inside?.data).toBe('written');
  expect(outside?.data).toBe('EROFS');
  expect(
    [join(workspace, 'out/a.txt'), join(workspace, 'a.txt'), join(home, 'a.txt')].map((path) => existsSync(path)),
  ).toEqual([true, false, false]);
});
