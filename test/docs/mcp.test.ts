import { expect, it } from 'vitest';
import { readLayer } from '../../src/config/config-layer.js';
import { serverSettings } from '../../src/config/setting/server-settings.js';
import { verifies } from '../requirements.js';
import { codeBlocks, readPage } from './markdown.js';

const page = readPage('docs/mcp.md');
const blocks = codeBlocks(page).filter(({ language }) => language === 'json');

it('shows servers and rules that are sound, and every key there is', () => {
  verifies('standing.docs.output-true', 'mcp.servers.shapes');
  const layers = blocks.map(({ text }) => readLayer('user', 'config.json', { ok: true, text }));
  expect(layers.map(({ problems }) => problems)).toEqual([[], [], []]);
  expect(Object.keys(layers[0]?.values.mcpServers ?? {})).toEqual(['files', 'tickets', 'docs']);
  expect(layers[1]?.rules.map(({ text }) => text)).toEqual(['mcp__docs__search', 'mcp__tickets__*']);
  const { properties } = serverSettings.mcpServers.schema.additionalProperties;
  expect(Object.keys(properties).filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
});
