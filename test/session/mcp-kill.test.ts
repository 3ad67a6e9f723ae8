import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mcpServers } from '../../src/session/mcp-servers.js';
import { openStore } from '../../src/store/open-store.js';
import { oddServer, toolsFile } from '../extend/mcp/scene.js';
import { verifies } from '../requirements.js';
import { runChild } from './child-session.js';
import { bodies, newFolder, open, play } from './open.js';

it('a process killed within a call of an MCP server: its end is unknown, and it is not made again', async () => {
  verifies('mcp.faults.unknown');
  const folder = newFolder();
  const path = join(folder, 'store.db');
  const noted = join(folder, 'noted');
  const definition = { name: 'count', inputSchema: { type: 'object', properties: { file: { type: 'string' } } } };
  const settings = oddServer('plain', { tools: toolsFile([definition]).path });
  const [script = '', , tools = ''] = settings.args ?? [];
  const { id, end } = await runChild('mcp-child.ts', [path, folder, script, tools, noted]);
  expect(end).toBe('SIGKILL');
  const store = await openStore(path);
  const session = await open([{ text: 'Gone on.' }], {
    store,
    session: id,
    sandbox: 'off',
    extensions: [mcpServers({ odd: settings })],
    onQuestion: () => ({ choice: 'once' }),
  });
  const { events } = await play(session.resume());
  const [settled] = bodies(events, 'call-settled');
  expect(settled).toMatchObject({ name: 'mcp__odd__count', outcome: 'unknown' });
  expect(settled?.content).toContain('may have been');
  expect(readFileSync(noted, 'utf8')).toBe('called\n');
  await session.close();
  await store.close();
});
