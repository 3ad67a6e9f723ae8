import { expect, it } from 'vitest';
import { builtinTools } from '../../src/builtin/builtin-tools.js';
import { findProfile, profileNames } from '../../src/profile/find-profile.js';
import type { ToolResult } from '../../src/tool/outcome.js';
import { readSources } from '../architecture/source.js';
import { verifies } from '../requirements.js';
import { open, play } from '../session/open.js';

const profiles = await Promise.all(profileNames.map((name) => findProfile(name)));
const systems = ['yips', 'astra', 'y-agent', 'local-harness'];
const builtins = new Map(builtinTools.map((tool) => [tool.name, tool]));

it('is data: the engine names no profile, and what a profile holds are values and plain functions', () => {
  verifies('design.profile.is-data');
  const engine = readSources().filter(({ room }) => ['run', 'agent', 'history', 'store', 'change'].includes(room));
  expect(engine.length).toBeGreaterThan(80);
  const named = engine.filter(({ path, tree }) =>
    systems.some((name) => path.includes(name) || tree.text.includes(`'${name}'`)),
  );
  expect(named.map(({ path }) => path)).toEqual([]);
  for (const profile of profiles)
    for (const [key, value] of Object.entries(profile))
      expect(['string', 'number', 'boolean', 'object', 'function'], `${profile.name}.${key}`).toContain(typeof value);
});

it('is told in files of at most 250 lines', () => {
  verifies('profiles.code.small');
  const long = readSources().filter(
    ({ path, tree }) => path.includes('/profile/') && tree.getLineAndCharacterOfPosition(tree.end).line > 250,
  );
  expect(long.map(({ path }) => path)).toEqual([]);
});

it('maps names and shapes onto the built-in tools', () => {
  verifies('design.profile.surface');
  for (const { name, surface } of profiles) {
    if (surface === undefined) continue;
    const tools = surface((tool) => builtins.get(tool));
    expect(tools.length, name).toBeGreaterThan(5);
    const own = tools.filter((tool) => tool.viewOf === undefined && !builtins.has(tool.name));
    // What tells only of the session itself has nothing behind it.
    expect(
      own.every(({ effects }) => effects === 'none'),
      `${name}: ${own.map((tool) => tool.name)}`,
    ).toBe(true);
    for (const { viewOf } of tools) if (viewOf !== undefined) expect(builtins.has(viewOf), viewOf).toBe(true);
  }
});

it('runs all of them on one engine', async () => {
  verifies('design.profile.one-engine');
  for (const profile of profiles) {
    const session = await open([{ text: 'Hello.' }], { profile, builtins: true });
    const { end, types } = await play(session.send('hi'));
    expect(end, profile.name).toMatchObject({ reason: 'answered', text: 'Hello.' });
    expect(types.filter((type) => !type.endsWith('-delta'))).toEqual([
      'session-opened',
      'turn-started',
      'message-received',
      'prefix-fixed',
      'round-started',
      'model-answered',
      'turn-ended',
    ]);
  }
});

it('renders a result in words of its own', () => {
  verifies('design.tool.profile-words');
  const failed: ToolResult = {
    success: false,
    data: null,
    error_message: 'There is no file a.txt.',
    error_type: 'not_found',
    metadata: { execution_time_ms: 3, data_size_bytes: 0, timestamp: 1_700_000_000_000 },
  };
  const words = profiles.map((profile) => profile.renderResult(failed));
  for (const text of words) expect(text).toContain('There is no file a.txt.');
  // LocalHarness reads what we do: our shape was its own.
  expect(new Set(words).size).toBeGreaterThanOrEqual(5);
});
