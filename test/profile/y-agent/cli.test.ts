import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createOwnScene } from '../../cli/profiles/own-scene.js';
import { verifies } from '../../requirements.js';

it('lists every tool with its state, those too that are found before the registry', async () => {
  verifies('y-agent.lazy.listed');
  const scene = await createOwnScene([]);
  const { stdout } = await scene.cli(['tools', '--profile', 'y-agent', '--json']);
  const listed = JSON.parse(stdout) as readonly {
    readonly function: { readonly name: string };
    readonly state: string;
  }[];
  const states = new Map(listed.map((tool) => [tool.function.name, tool.state]));
  expect([...states]).toEqual([
    ...['ToolSearch', 'FileRead', 'FileWrite', 'ShellExec', 'WebFetch', 'AskUser', 'Task'].map((name) => [
      name,
      'sent',
    ]),
    ...['FileEdit', 'FileDelete', 'FileMove', 'Glob', 'Grep', 'CodeSearch', 'WebSearch', 'Plan'].map((name) => [
      name,
      'indexed',
    ]),
  ]);
});

it('goes by a prefix rule of the config, and by none whose examples say otherwise', async () => {
  verifies('y-agent.permission.exec-examples', 'y-agent.permission.exec-prefix');
  const calls = ['npm test', 'npm run build'].map((command) => ({ name: 'ShellExec', arguments: { command } }));
  const scene = await createOwnScene([{ calls }, { text: 'Done.' }]);
  const scripts = { test: 'touch tested.txt', build: 'touch built.txt' };
  writeFileSync(join(scene.folder, 'package.json'), JSON.stringify({ scripts }));
  const rule = { allow: 'ShellExec(npm test:*)', match: ['npm test', 'npm test -- -u'], miss: ['npm run build'] };
  const run = (settings: object) => {
    scene.writeConfig({ sandbox: 'off', ...settings });
    return scene.run(['--profile', 'y-agent', '--json', 'Test it.']);
  };
  const refused = await run({ rules: [{ ...rule, miss: ['npm test -- -u'] }] });
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('npm test -- -u');
  expect(scene.server.requests).toEqual([]);
  const { stdout } = await run({ rules: [rule] });
  const outcomes = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string; readonly body?: { readonly outcome?: string } })
    .flatMap(({ type, body }) => (type === 'call-settled' ? [body?.outcome] : []));
  expect(outcomes).toEqual(['ok', 'denied']);
});
