import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { module } from '../../extend/custom/scene.js';
import { verifies } from '../../requirements.js';
import { createScene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';

it('loads the tools of a trusted workspace and those of the user, in the built program', async () => {
  verifies('custom.module.pinned', 'custom.trust.needed', 'custom.trust.user');
  const calls = ['hello', 'typed', 'mine'].map((name) => ({ calls: [{ name, arguments: {} }] }));
  const scene = await createScene([...calls, { text: 'done' }, ...calls, { text: 'done' }]);
  const cwd = scene.folder;
  const tools = join(cwd, '.toolwright/tools');
  const own = join(cwd, 'home/toolwright/tools');
  for (const folder of [tools, own]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(tools, 'hello.mjs'), module('hello', 'said by hello', "import 'node:path';"));
  writeFileSync(join(tools, 'typed.ts'), module('typed', 'said by typed', 'const a: string = "b" as string;'));
  writeFileSync(join(tools, 'broken.yaml'), 'name: broken\n');
  writeFileSync(join(own, 'mine.js'), module('mine', 'said by mine'));
  writeFileSync(join(own, '../config.json'), JSON.stringify({ exposure: { kind: 'all' } }));
  const options = { cwd, env: { XDG_CONFIG_HOME: join(cwd, 'home') }, input: '' };
  const run = () => runCli(['run', ...scene.flags, '--json', 'go'], options);
  const untrusted = await run();
  expect(untrusted.stdout).toContain('There is no tool named');
  expect(untrusted.stdout).toContain('said by mine');
  expect(untrusted.stdout).not.toContain('said by hello');
  const trust = await runCli(['trust', '--yes', '--store', scene.store], options);
  expect(trust.stdout).toContain(
    'programs that run inside Toolwright itself, with all your rights and outside of the sandbox',
  );
  expect(trust.stdout).toMatch(/outside of the sandbox:\n {4}tools\/hello\.mjs\n {4}tools\/typed\.ts\n/);
  const trusted = await run();
  for (const name of ['hello', 'typed', 'mine']) expect(trusted.stdout).toContain(`said by ${name}`);
  expect(trusted.stderr).toContain('broken.yaml: the required property "description" is missing');
});
