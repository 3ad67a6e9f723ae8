import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { createConfigScene } from '../config/config-scene.js';

const agent = (name: string, ...more: readonly string[]) =>
  ['---', `name: ${name}`, `description: does ${name}`, ...more, '---', `You are ${name}.`].join('\n');

const general = [
  'general-purpose  does whatever it is told, with all tools of its caller',
  expect.stringMatching(/^ {17}always there; \d+ characters$/),
];

describe('toolwright agents', () => {
  it('says where to put one when there is only the general one', async () => {
    verifies('subagents.command.list');
    const { run } = createConfigScene();
    const { code, stdout, stderr } = await run(['agents']);
    expect([code, stdout.trimEnd().split('\n')]).toEqual([0, general]);
    expect(stderr).toContain('No file defines another: put one into the folder agents beside your config.json');
    expect(JSON.parse((await run(['agents', '--json'])).stdout)).toMatchObject({
      agents: [{ name: 'general-purpose' }],
      problems: [],
    });
  });

  it('lists them with all they are held to, and what is wrong, escaped', async () => {
    verifies('subagents.command.list', 'subagents.agent.hostile');
    const { run, userFile, write } = createConfigScene();
    const folder = join(dirname(userFile), 'agents');
    write(
      join(folder, 'a.md'),
      agent('reviewer', 'tools: [read_file, grep]', 'model: small', 'rounds: 1', 'mode: plan'),
    );
    write(join(folder, 'b.md'), agent('mute', 'tools: []', 'colour: blue'));
    const good = await run(['agents']);
    expect(good.code).toBe(0);
    expect(good.stdout.trimEnd().split('\n')).toEqual([
      ...general,
      'reviewer         does reviewer',
      '                 ~/.config/toolwright/agents/a.md; tools: read_file, grep; model: small; 1 round; mode: plan; 17 characters',
      'mute             does mute',
      '                 ~/.config/toolwright/agents/b.md; no tools; 13 characters',
    ]);
    expect(good.stderr).toBe(`warning: ${join(folder, 'b.md')}: colour means nothing here and is left out.\n`);
    write(join(folder, '\u001b[31mc.md'), 'nothing');
    const bad = await run(['agents']);
    expect(bad).toMatchObject({ code: 1, stdout: good.stdout });
    expect(bad.stderr).toContain(`error: ${folder}/\\e[31mc.md: it does not begin with a line --- and its frontmatter`);
    const json = await run(['agents', '--json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      agents: [
        { name: 'general-purpose' },
        {
          name: 'reviewer',
          description: 'does reviewer',
          tools: ['read_file', 'grep'],
          model: 'small',
          rounds: 1,
          mode: 'plan',
          file: join(folder, 'a.md'),
        },
        { name: 'mute', tools: [] },
      ],
      problems: [{ level: 'error' }, { level: 'warning' }],
    });
  });

  it('has those of a workspace once it is trusted, and says so before', async () => {
    verifies('subagents.command.list', 'subagents.agent.files');
    const { run, work, write } = createConfigScene();
    write(join(work, '.toolwright/agents/own.md'), agent('own'));
    const before = await run(['agents']);
    expect(before.code).toBe(0);
    expect(before.stdout).not.toContain('own');
    expect(before.stderr).toContain('.toolwright/agents: 1 file not used, as nobody trusts this workspace');
    await run(['trust', '--yes']);
    expect((await run(['agents'])).stdout).toContain('does own');
  });
});
