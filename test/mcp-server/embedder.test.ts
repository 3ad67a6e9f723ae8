import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { builtChild } from '../support/built-child.js';
import { eras } from './mcp-scene.js';

it.each(eras)('a program of others serves its own by its pipes, to a client of version %s', async (era) => {
  verifies('mcp-server.embed.stdio', 'mcp-server.resources.watched');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await builtChild(new URL('embedder-child.ts', import.meta.url))],
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stderr: 'pipe',
  });
  let printed = '';
  const ended = new Promise<void>((resolve) => {
    transport.stderr?.on('data', (text) => {
      printed += text;
      if (printed.includes('left:')) resolve();
    });
  });
  const options = era === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } as const } : {};
  const client = new Client({ name: 'tester', version: '1.0' }, options);
  await client.connect(transport);
  expect(client.getNegotiatedProtocolVersion()).toBe(era);
  const uri = 'news://latest';
  const told = new Promise((resolve) => {
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
  });
  if (era === '2025-11-25') await client.subscribeResource({ uri });
  else await client.listen({ resourceSubscriptions: [uri] });
  await client.callTool({ name: 'tell', arguments: { text: 'rain' } });
  expect(await told).toBe(uri);
  expect((await client.readResource({ uri })).contents).toMatchObject([{ uri, text: 'rain' }]);
  await client.close();
  await ended;
  expect(printed).toContain('left: 0');
});
