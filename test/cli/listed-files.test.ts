import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { command, module } from '../extend/custom/scene.js';
import { writeSkill } from '../extend/skill/skill-scene.js';
import { verifies } from '../requirements.js';
import { createScene } from '../support/scene.js';
import { runCli } from '../support/spawn-cli.js';
import { createConfigScene } from './config/config-scene.js';

it('lists tools of files with the others, and names the files that are wrong or not trusted', async () => {
  verifies('custom.files.listed');
  const { run, work, userFile, write } = createConfigScene();
  const own = join(dirname(userFile), 'tools');
  write(
    join(own, 'mine.mjs'),
    module('roll_dice', 'x').replace("description: 'd'", "description: 'd', category: 'Games'"),
  );
  write(join(own, 'broken.mjs'), '\n\nthrow new Error("boom");');
  write(join(work, '.toolwright/tools/theirs.json'), JSON.stringify(command('count_it', ['wc'])));
  writeSkill(join(work, 'skills/pdf'));
  const before = await run(['tools']);
  expect(before.stdout).toMatch(/^roll_dice +custom +Games +indexed +\d+ +d$/m);
  expect(before.stdout).not.toContain('count_it');
  expect(before.stderr.split('\n')).toEqual([
    `warning: ${own}/broken.mjs: line 3: boom`,
    'warning: .toolwright/tools: it is not trusted as it is now, and is not used: `toolwright trust` shows it and asks (theirs.json)',
    '',
  ]);
  await run(['trust', '--yes']);
  const after = await run(['tools', '--json']);
  const listed = JSON.parse(after.stdout) as readonly { readonly function: { readonly name: string } }[];
  expect(listed.find((one) => one.function.name === 'count_it')).toEqual({
    type: 'function',
    function: expect.objectContaining({ name: 'count_it' }),
    source: 'custom',
    category: 'Custom',
    group: 'custom',
    state: 'indexed',
    tokens: expect.any(Number),
  });
  expect(listed.find((one) => one.function.name === 'activate_skill')).toMatchObject({ state: 'sent' });
  expect(after.stderr).toBe(`warning: ${own}/broken.mjs: line 3: boom\n`);
});

it('loads modules in the program as it is installed, for each of its commands', async () => {
  verifies('custom.files.listed', 'custom.module.pinned');
  const { folder, flags } = await createScene([
    { calls: [{ name: 'roll_dice', arguments: {} }] },
    { text: 'It was rolled.' },
  ]);
  const home = join(folder, 'home');
  mkdirSync(join(home, '.config/toolwright/tools'), { recursive: true });
  writeFileSync(join(home, '.config/toolwright/tools/mine.ts'), module('roll_dice', 'six', 'type A = 1;'));
  writeFileSync(join(home, '.config/toolwright/config.json'), JSON.stringify({ exposure: { kind: 'all' } }));
  const options = { cwd: folder, env: { HOME: home, XDG_CONFIG_HOME: '' } };
  const listed = await runCli(['tools'], options);
  expect(listed.stdout).toMatch(/^roll_dice +custom /m);
  const said = await runCli(['run', ...flags, '--json', 'go'], options);
  expect(said.stdout).toContain('\\"data\\":\\"six\\"');
});
