import { expect, it } from 'vitest';
import { sessionSettings } from '../../src/cli/session-settings.js';
import type { LoadedConfig } from '../../src/config/open-config.js';
import { verifies } from '../requirements.js';

it('makes what brings tools anew for each session: a chat opens the next before it closes the last', () => {
  verifies('skills.found.again');
  const values = { mcpServers: { some: { command: 'true' } } };
  const config = { values, rules: [], origins: new Map(), layers: [] } as unknown as LoadedConfig;
  const { extensions } = sessionSettings(config, { sandbox: undefined, ownFiles: [] });
  const make = typeof extensions === 'function' ? extensions : () => extensions ?? [];
  const [first, second] = [make(), make()];
  expect(first.map(({ name }) => name)).toEqual(second.map(({ name }) => name));
  expect(first.filter((one) => second.includes(one))).toEqual([]);
  expect(first.length).toBeGreaterThan(0);
});
