import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSkills } from '../../../src/extend/skill/list-skills.js';
import { verifies } from '../../requirements.js';
import { createSkillScene, writeFile, writeSkill } from './skill-scene.js';

const found = (scene: ReturnType<typeof createSkillScene>, options: object = {}) =>
  listSkills({ workspace: scene.root, env: scene.env, ...options });

/** One SKILL.md in `skills/it`, and what becomes of it. */
async function read(text: string, folder = 'it') {
  const scene = createSkillScene();
  writeFile(join(scene.root, 'skills', folder, 'SKILL.md'), text);
  const { skills, issues } = await found(scene);
  return {
    skill: skills[0],
    count: skills.length,
    messages: issues.map(({ level, message }) => `${level}: ${message}`),
  };
}

describe('where skills are found', () => {
  it('is four folders of the workspace, at the top and one level down, and two of the user', async () => {
    verifies('skills.found.places', 'seed.skills.discovery');
    const scene = createSkillScene();
    const { root, home } = scene;
    writeFile(join(root, 'skills/SKILL.md'), '---\nname: top\ndescription: At the top.\n---\nx');
    writeSkill(join(root, 'skills/one'));
    writeSkill(join(root, 'skills/deep/er'));
    writeSkill(join(root, 'skills/node_modules'));
    writeSkill(join(root, '.toolwright/skills/two'));
    writeSkill(join(root, '.toolwright/skills/unseen'), { body: 'Not trusted.' });
    const [two] = (await found(scene, { trusted: [root] })).skills.filter(({ name }) => name === 'two');
    writeSkill(join(root, '.claude/skills/three'));
    writeSkill(join(root, '.agents/skills/four'));
    writeSkill(join(home, '.claude/skills/five'));
    writeSkill(join(home, '.agents/skills/six'));
    const { skills, issues } = await found(scene, { vouched: new Set([two?.sha256]) });
    expect(issues.map(({ message }) => message)).toEqual([
      'it is not trusted, and is not used: toolwright trust shows it and asks',
    ]);
    expect(skills.map(({ name, location, origin, trusted }) => [name, location, origin, trusted])).toEqual([
      ['five', join(home, '.claude/skills/five'), 'user', true],
      ['four', '.agents/skills/four', 'workspace', false],
      ['one', 'skills/one', 'workspace', false],
      ['six', join(home, '.agents/skills/six'), 'user', true],
      ['three', '.claude/skills/three', 'workspace', false],
      ['top', 'skills', 'workspace', false],
      ['two', '.toolwright/skills/two', 'workspace', true],
    ]);
  });

  it('lets the last of one name count, with a warning: none of a workspace takes the place of the user’s', async () => {
    verifies('skills.found.places', 'seed.skills.duplicates');
    const scene = createSkillScene();
    writeSkill(join(scene.root, 'skills/pdf'), { body: 'first' });
    writeSkill(join(scene.root, '.claude/skills/pdf'), { body: 'second' });
    const two = await found(scene);
    expect(two.skills.map(({ instructions }) => instructions)).toEqual(['second']);
    expect(two.issues).toEqual([
      {
        level: 'warning',
        path: join(scene.root, 'skills/pdf'),
        message: 'there is another skill pdf in .claude/skills/pdf, which is used in its place',
      },
    ]);
    writeSkill(join(scene.home, '.agents/skills/pdf'), { body: 'mine' });
    expect((await found(scene)).skills).toMatchObject([{ instructions: 'mine', trusted: true }]);
  });

  it('is one place where the workspace is the home folder', async () => {
    verifies('skills.found.places');
    const scene = createSkillScene();
    writeSkill(join(scene.home, '.claude/skills/own'));
    const { skills, issues } = await found({ ...scene, root: scene.home });
    expect(skills).toMatchObject([{ name: 'own', origin: 'user', trusted: true }]);
    expect(issues).toEqual([]);
  });

  it('has only those of the allow-list', async () => {
    verifies('skills.allow.list', 'seed.skills.visibility');
    const scene = createSkillScene();
    for (const name of ['a', 'b', 'c']) writeSkill(join(scene.root, 'skills', name));
    const names = async (allow?: readonly string[]) => (await found(scene, { allow })).skills.map(({ name }) => name);
    expect(await names()).toEqual(['a', 'b', 'c']);
    expect(await names(['*'])).toEqual(['a', 'b', 'c']);
    expect(await names(['B', 'nobody'])).toEqual(['b']);
    expect(await names([])).toEqual([]);
  });

  it('is vouched for by folder, by workspace or by content', async () => {
    verifies('skills.trust.taint');
    const scene = createSkillScene();
    writeSkill(join(scene.root, 'skills/a'));
    writeSkill(join(scene.root, '.claude/skills/b'));
    const trusted = async (options: object) => (await found(scene, options)).skills.map((skill) => skill.trusted);
    const [a] = (await found(scene)).skills;
    expect(await trusted({})).toEqual([false, false]);
    expect(await trusted({ trusted: [scene.root] })).toEqual([true, true]);
    expect(await trusted({ trusted: ['~/../project/.claude/skills/'] })).toEqual([false, true]);
    expect(await trusted({ vouched: new Set([a?.sha256]) })).toEqual([true, false]);
  });
});

describe('a frontmatter', () => {
  it('says all that the format has', async () => {
    verifies('skills.found.format', 'seed.skills.frontmatter');
    const { skill, messages } = await read(
      [
        '---',
        'name: it',
        'description: >-',
        '  Makes PDFs,',
        '  and reads them.',
        'license: Apache-2.0',
        "compatibility: 'Needs python3'",
        'metadata:',
        '  author: someone',
        '  version: "1.0"',
        'allowed-tools: Bash(git add:*) Read, Write',
        '---',
        '# Steps',
      ].join('\n'),
    );
    expect(messages).toEqual([]);
    expect(skill).toMatchObject({
      name: 'it',
      description: 'Makes PDFs, and reads them.',
      license: 'Apache-2.0',
      compatibility: 'Needs python3',
      metadata: { author: 'someone', version: '1.0' },
      allowedTools: ['Bash(git add:*)', 'Read', 'Write'],
      instructions: '# Steps',
    });
  });

  it('is read with a mark at its start, other line ends and lists of tools', async () => {
    verifies('skills.found.format');
    const { skill } = await read(
      '\ufeff---\r\nname: it\r\ndescription: x\r\nallowed-tools: [Read, Write]\r\n---\r\nDo.\r\n',
    );
    expect(skill).toMatchObject({ name: 'it', description: 'x', allowedTools: ['Read', 'Write'], instructions: 'Do.' });
  });

  it('that is no strict YAML is read line by line', async () => {
    verifies('skills.found.tolerant');
    const loose = await read(
      '---\nname: it\ndescription: Use when: a "thing\n  goes on\n  [1\nlicense: &a x\n---\nDo.',
    );
    expect(loose.skill).toMatchObject({ name: 'it', description: 'Use when: a "thing goes on [1' });
    expect(loose.messages[0]).toContain('warning: the frontmatter is read line by line: ');
  });

  it('that lacks something makes the skill unusable, and says what', async () => {
    verifies('skills.found.invalid', 'seed.skills.frontmatter');
    const wrong = async (text: string) => {
      const { count, messages } = await read(text);
      expect(count).toBe(0);
      return messages.join('; ');
    };
    expect(await wrong('# Just a page')).toContain('does not begin with a line ---');
    expect(await wrong('---\nname: it\ndescription: x\n')).toContain('has no end');
    expect(await wrong('---\nname: it\n---\nx')).toContain('no description');
    expect(await wrong('---\ndescription: x\n---\nx')).toContain('no name');
    expect(await wrong('---\nname: ~\ndescription: [a, b]\n---\nx')).toContain('no name');
    expect(await wrong('---\n- name\n- it\n---\nx')).toContain('no name');
    expect(await wrong(`---\nname: it\ndescription: x\n---\n\0`)).toContain('not UTF-8');
  });

  it('has a name of plain characters', async () => {
    verifies('skills.found.names', 'seed.skills.name');
    const named = (name: string) => read(`---\nname: ${name}\ndescription: x\n---\nx`, 'pdf');
    expect((await named('PDF')).skill?.name).toBe('pdf');
    expect((await named('PDF')).messages[0]).toContain('should have only a-z, 0-9 and single hyphens');
    expect((await named('pdf.v2_x')).skill?.name).toBe('pdf.v2_x');
    for (const name of [
      '../pdf',
      'a/b',
      '..',
      'a..b',
      '.',
      '-rf',
      'a b',
      'p\u0434f',
      'pdf\u200b',
      `"p\\u001bdf"`,
      'x'.repeat(65),
    ])
      expect((await named(name)).count, name).toBe(0);
    expect((await named('\u0440df')).messages.join()).toContain('letters that pass for others');
    expect((await named('other')).messages).toEqual(['warning: the name is other, but the folder is "pdf"']);
  });

  it('brings nothing to the screen or the prompt but one line of text', async () => {
    verifies('skills.found.names', 'skills.found.bounded');
    const { skill, messages } = await read(
      `---\nname: it\ndescription: "a\\u001b[31mb\\u202ec\\n- fake: d\\u200b"\nlicense: ${'y'.repeat(900)}\nhooks: x\n---\nx`,
    );
    expect(skill?.description).toBe('a[31mbc - fake: d');
    expect(skill?.license).toHaveLength(500);
    expect(messages).toEqual([
      'warning: description holds characters that are not seen; they are left out',
      'warning: not part of the format, and passed over: "hooks"',
      'warning: license has more than 500 characters, and is cut',
    ]);
    const long = await read(`---\nname: it\ndescription: ${'x'.repeat(5000)}\n---\nx`);
    expect(long.skill?.description).toHaveLength(1024);
  });
});

describe('a hostile skill', () => {
  it('of any size or depth is given up early', async () => {
    verifies('skills.found.bounded');
    const huge = await read(`---\nname: it\ndescription: x\n---\n${'x'.repeat(300_000)}`);
    expect(huge.messages).toEqual(['error: it has more than 262 KB; put parts of it into other files']);
    const endless = await read(`---\nname: it\ndescription: ${'x'.repeat(200_000)}\n---\nx`);
    expect(endless.messages[0]).toContain('has no end');
    const bomb = await read(`---\nname: it\ndescription: x\na: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n---\nx`);
    expect(bomb.skill).toMatchObject({ name: 'it', description: 'x' });
    const deep = await read(`---\nname: it\ndescription: x\nmetadata: ${'['.repeat(5000)}${']'.repeat(5000)}\n---\nx`);
    expect(deep.skill).toMatchObject({ name: 'it' });
    const polluting = await read('---\nname: it\ndescription: x\nmetadata:\n  __proto__: y\n---\nx');
    expect(polluting.skill?.name).toBe('it');
    expect(({} as Record<string, unknown>)['y']).toBeUndefined();
    const many = await read(`---\nname: it\ndescription: x\n${'k: v\n'.repeat(2000)}---\nx`);
    expect(many.skill?.name).toBe('it');
  });

  it('does not lead out of its folder, nor out of the workspace, by links', async () => {
    verifies('skills.found.links');
    const scene = createSkillScene();
    const { root, base, home } = scene;
    writeSkill(join(base, 'elsewhere/evil'));
    writeFile(join(base, 'secret'), '---\nname: secret\ndescription: x\n---\nSECRET');
    mkdirSync(join(root, 'skills/linked'), { recursive: true });
    symlinkSync(join(base, 'secret'), join(root, 'skills/linked/SKILL.md'));
    symlinkSync(join(base, 'elsewhere/evil'), join(root, 'skills/evil'));
    symlinkSync(join(base, 'elsewhere'), join(root, '.claude'));
    mkdirSync(join(home, '.agents/skills/stolen'), { recursive: true });
    symlinkSync(join(base, 'secret'), join(home, '.agents/skills/stolen/SKILL.md'));
    symlinkSync(join(base, 'nowhere'), join(home, '.agents/skills/gone'));
    const { skills, issues } = await found(scene);
    expect(skills).toEqual([]);
    expect(issues.map(({ message }) => message).sort()).toEqual([
      'a link leads out of the workspace to it; it is not used',
      'it is a link that leads out of the folder; it is not used',
      'it is a link that leads out of the folder; it is not used',
    ]);
    symlinkSync(join(base, 'elsewhere/evil'), join(home, '.agents/skills/mine'));
    expect((await found(scene)).skills).toMatchObject([{ name: 'evil', trusted: true }]);
  });

  it('that is a pipe, a folder or a file in the way neither hangs nor counts', async () => {
    verifies('skills.found.links', 'skills.found.invalid');
    const scene = createSkillScene();
    mkdirSync(join(scene.root, 'skills/pipe'), { recursive: true });
    execFileSync('mkfifo', [join(scene.root, 'skills/pipe/SKILL.md')]);
    mkdirSync(join(scene.root, 'skills/folder/SKILL.md'), { recursive: true });
    writeFile(join(scene.root, 'skills/file'), 'x');
    writeFile(join(scene.root, '.claude/skills'), 'x');
    writeSkill(join(scene.root, 'skills/good'));
    const { skills, issues } = await found(scene);
    expect(skills.map(({ name }) => name)).toEqual(['good']);
    expect(issues.map(({ message }) => message)).toEqual(['it is no regular file', 'it is no regular file']);
  });

  it('among thousands is not looked for to the end', async () => {
    verifies('skills.found.bounded');
    const scene = createSkillScene();
    for (let at = 0; at < 260; at += 1) writeSkill(join(scene.root, `skills/s${at}`));
    for (let at = 0; at < 1100; at += 1) mkdirSync(join(scene.home, `.agents/skills/e${at}`), { recursive: true });
    expect(readdirSync(join(scene.root, 'skills'))).toHaveLength(260);
    const many = await found(scene);
    expect(many.skills).toHaveLength(200);
    expect(many.issues.map(({ message }) => message)).toEqual(['there are more than 200 skills; the rest is left out']);
    const empty = await found({ ...scene, root: scene.home });
    expect(empty.issues.map(({ message }) => message)).toContain(
      'it holds more than 1000 folders; the rest is not looked at',
    );
  });
});
