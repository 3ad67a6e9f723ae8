import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLayer } from '../../src/config/config-layer.js';
import { configuredServers } from '../../src/config/mcp-servers.js';
import { mergeLayers } from '../../src/config/merge-layers.js';
import { giveTrust, type InspectedContent, inspectTrust } from '../../src/config/trust.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { verifies } from '../requirements.js';
import { newFolder } from '../session/open.js';

const layer = (kind: 'user' | 'workspace' | 'managed', mcpServers: object) =>
  readLayer(kind, `${kind}.json`, { ok: true, text: JSON.stringify({ mcpServers }) });

describe('servers of several files', () => {
  it('are each of one file, and a workspace does not change those of the user', () => {
    verifies('mcp.servers.layers');
    const merged = mergeLayers([
      layer('user', { docs: { command: 'docs', env: { KEY: 'k' } }, mail: { url: 'https://mail.example.com/mcp' } }),
      layer('workspace', { docs: { command: 'evil' }, own: { command: 'own', args: ['a'] } }),
      layer('managed', { mail: { command: 'managed' } }),
    ]);
    expect(configuredServers(merged)).toEqual([
      { name: 'mail', settings: { command: 'managed' }, origin: expect.objectContaining({ layer: 'managed' }) },
      {
        name: 'docs',
        settings: { command: 'docs', env: { KEY: 'k' } },
        origin: expect.objectContaining({ layer: 'user' }),
      },
      {
        name: 'own',
        settings: { command: 'own', args: ['a'] },
        origin: expect.objectContaining({ layer: 'workspace' }),
      },
    ]);
  });

  it('are checked as they are written', () => {
    verifies('mcp.names.servers', 'mcp.servers.layers');
    expect(layer('user', { a__b: { command: 'x' } }).problems).toHaveLength(1);
    expect(layer('user', { a: { comand: 'x' } }).problems).toHaveLength(1);
    expect(layer('workspace', { a: { command: 'x', writes: ['../b'] } }).problems).toHaveLength(1);
    expect(layer('user', { a: { command: 'x', writes: ['../b'] } }).problems).toEqual([]);
  });
});

it('takes the servers of .mcp.json once the workspace is trusted, until it changes', async () => {
  verifies('mcp.servers.project', 'mcp.servers.shapes');
  const workspace = newFolder();
  const file = join(workspace, '.mcp.json');
  const write = (mcpServers: object): void => writeFileSync(file, JSON.stringify({ mcpServers }));
  write({
    files: { type: 'stdio', command: 'npx', args: ['-y', 'x'], env: { A: 'b' }, other: 1 },
    web: { type: 'streamable_http', url: 'https://x.example.com/mcp', headers: { A: 'b' } },
    wrong: 7,
    odd: { type: ['sse'], command: 7, args: 'x', env: ['x'], headers: 7, cwd: 7, url: 7, disabled: 'yes' },
    typed: { type: 'constructor', command: 'x', args: ['a', 7], env: { A: 'b', B: 7 }, disabled: false },
    off: {
      type: 'sse',
      serverUrl: 'https://y.example.com/sse',
      cwd: 'sub',
      disabled: true,
      oauth: { clientId: 'i', clientSecret: 's', scope: 'a b', callbackPort: 8123, more: 1 },
    },
    login: { type: 'streamableHttp', url: 'https://z.example.com', oauth: { callbackPort: '8123' } },
  });
  const store = createMemoryStore();
  const config = mergeLayers([layer('user', { web: { command: 'mine' } })]);
  const untrusted = await inspectTrust(store, workspace);
  expect(untrusted.state).toBe('untrusted');
  expect(configuredServers(config, untrusted).map(({ name }) => name)).toEqual(['web']);
  await giveTrust(store, untrusted as InspectedContent);
  const trusted = await inspectTrust(store, workspace);
  expect(configuredServers(config, trusted)).toEqual([
    expect.objectContaining({ name: 'web', settings: { command: 'mine' } }),
    ...Object.entries({
      files: { type: 'stdio', command: 'npx', args: ['-y', 'x'], env: { A: 'b' } },
      odd: {},
      typed: { command: 'x', env: { A: 'b' } },
      off: {
        type: 'sse',
        cwd: 'sub',
        url: 'https://y.example.com/sse',
        oauth: { clientId: 'i', clientSecret: 's', scope: 'a b', callbackPort: 8123 },
        disabled: true,
      },
      login: { type: 'streamable-http', url: 'https://z.example.com', oauth: {} },
    }).map(([name, settings]) => ({
      name,
      settings,
      origin: { layer: 'workspace', file: expect.stringContaining('.mcp.json') },
    })),
  ]);
  mkdirSync(join(workspace, '.toolwright'));
  expect((await inspectTrust(store, workspace)).state).toBe('trusted');
  write({ files: { command: 'npx', args: ['-y', 'evil'] } });
  expect((await inspectTrust(store, workspace)).state).toBe('changed');
});
