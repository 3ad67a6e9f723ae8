import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeSkill } from '../../extend/skill/skill-scene.js';
import { verifies } from '../../requirements.js';
import { createConfigScene } from '../config/config-scene.js';

describe('toolwright skills', () => {
  it('says where to put one when there is none', async () => {
    verifies('skills.command.list');
    const { run } = createConfigScene();
    expect(await run(['skills'])).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'There are no skills: put one into .agents/skills/NAME/SKILL.md, here or in your home folder. See docs/skills.md.\n',
    });
    expect(JSON.parse((await run(['skills', '--json'])).stdout)).toEqual({ skills: [], issues: [] });
  });

  it('lists and checks them, escaped, and ends with 1 for what cannot be used', async () => {
    verifies('skills.command.list', 'skills.found.invalid');
    const { run, work, home, write } = createConfigScene();
    writeSkill(join(work, 'skills/pdf'), { description: 'Reads PDFs.' });
    writeSkill(join(home, '.claude/skills/letter'));
    const good = await run(['skills']);
    expect(good).toEqual({
      code: 0,
      stdout: [
        'letter  Does it.',
        `        ${join(home, '.claude/skills/letter')}, yours, 11 characters`,
        'pdf     Reads PDFs.',
        '        skills/pdf, of the workspace, not trusted, 11 characters',
        '',
      ].join('\n'),
      stderr: '',
    });
    write(join(work, 'skills/\u001b[31mbad/SKILL.md'), 'nothing');
    const bad = await run(['skills']);
    expect(bad).toMatchObject({ code: 1, stdout: good.stdout });
    expect(bad.stderr).toBe(
      `error: ${work}/skills/\\e[31mbad/SKILL.md: it does not begin with a line --- and its frontmatter\n`,
    );
    const json = await run(['skills', '--json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      skills: [
        { name: 'letter', origin: 'user', trusted: true, characters: 11 },
        { name: 'pdf', location: 'skills/pdf', origin: 'workspace', trusted: false },
      ],
      issues: [{ level: 'error', message: 'it does not begin with a line --- and its frontmatter' }],
    });
  });

  it('goes by the config and by trust in exactly what is below .toolwright', async () => {
    verifies('skills.command.list', 'skills.allow.list', 'skills.trust.taint');
    const { run, work, userFile, write } = createConfigScene();
    writeSkill(join(work, '.toolwright/skills/own'));
    writeSkill(join(work, 'skills/pdf'));
    expect(await run(['skills'])).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining('own'),
      stderr: expect.stringContaining('not trusted, and is not used: toolwright trust'),
    });
    await run(['trust', '--yes']);
    expect((await run(['skills'])).stdout).toContain('.toolwright/skills/own, of the workspace, trusted');
    writeSkill(join(work, '.toolwright/skills/own'), { body: 'Another text.' });
    expect((await run(['skills'])).stdout).not.toContain('own');
    write(userFile, JSON.stringify({ skills: { allow: ['pdf'], trusted: [work] } }));
    const { stdout } = await run(['skills']);
    expect(stdout).toContain('skills/pdf, of the workspace, trusted');
    expect(stdout).not.toContain('own');
  });

  it('are not set by a workspace', async () => {
    verifies('skills.trust.taint');
    const { run } = createConfigScene({ workspace: '{ "skills": { "trusted": ["/"] } }' });
    await run(['trust', '--yes']);
    expect((await run(['config', 'check'])).stderr + (await run(['config', 'check'])).stdout).toContain(
      'skills cannot be set by a workspace',
    );
  });
});
