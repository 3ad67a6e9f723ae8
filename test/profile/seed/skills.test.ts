import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSkills } from '../../../src/extend/skill/skills.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { createSeedProfile } from '../../../src/systems/seed/index.js';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { createHere } from '../cli-here.js';
import { call, openSeed, put, runCalls } from './seed-scene.js';

const skillText = (name: string, words = `Does ${name}.`, body = `How to ${name}.`) =>
  `---\nname: ${name}\ndescription: ${words}\n---\n${body}\n`;

/** A session of Seed over these files of its workspace; its system message and what is activated by these names. */
async function withSkills(
  files: Readonly<Record<string, string>>,
  names: readonly string[] = [],
  options: Partial<SessionOptions> = {},
) {
  const workspace = realpathSync(newFolder());
  for (const [path, text] of Object.entries(files)) put(join(workspace, path), text);
  const warned: string[] = [];
  const played = await runCalls(
    names.map((name) => call('activateSkill', { name })),
    {},
    {
      workspace,
      extensions: [createSkills({ trusted: [workspace] })],
      log: { debug: () => {}, warn: (message) => void warned.push(message) },
      ...options,
    },
  );
  const system = played.session.requests[0]?.messages[0]?.text ?? '';
  const listed = [...system.matchAll(/^- ([\w.-]+):/gm)].map(([, name]) => name);
  return { ...played, system, listed, warned };
}

describe('skills in a session of Seed', () => {
  it('are found in the folder skills, at its top and one level down, and told by name and description alone', async () => {
    verifies('seed.skills.discovery', 'seed.skills.catalog');
    const { listed, system, session } = await withSkills({
      'skills/SKILL.md': skillText('top'),
      'skills/one/SKILL.md': skillText('one', 'Does a thing.', 'SECRET RECIPE'),
      'skills/one/more.md': 'MORE OF IT',
      'skills/deep/er/SKILL.md': skillText('deeper'),
      'elsewhere/SKILL.md': skillText('elsewhere'),
    });
    expect(listed).toEqual(['one', 'top']);
    expect(system).toContain('- one: Does a thing.');
    expect(system).not.toMatch(/SECRET RECIPE|MORE OF IT/);
    expect(session.tools.get('activateSkill')?.group).toBe('meta');
  });

  it.each([
    ['no front matter', 'Just words.'],
    ['no name', '---\ndescription: x\n---\nx'],
    ['no description', '---\nname: bad\n---\nx'],
    ['a name of other characters', skillText('bad name!')],
  ])('with %s are left out, and said so', async (_what, text) => {
    verifies('seed.skills.frontmatter', 'seed.skills.name');
    const { listed, warned } = await withSkills({
      'skills/bad/SKILL.md': text,
      'skills/good/SKILL.md': skillText('good'),
    });
    expect(listed).toEqual(['good']);
    expect(warned.join()).toContain('skills/bad');
  });

  it('have names in lower case, by which they are asked for in any', async () => {
    verifies('seed.skills.name');
    const { listed, told } = await withSkills({ 'skills/it/SKILL.md': skillText('Tidy.Up_2-x') }, ['TIDY.up_2-X']);
    expect(listed).toEqual(['tidy.up_2-x']);
    expect(told).toMatchObject([{ output: { skill: { name: 'tidy.up_2-x' } }, isError: false }]);
  });

  it('of one name: the last counts, with a warning', async () => {
    verifies('seed.skills.duplicates');
    const { listed, told, warned } = await withSkills(
      {
        'skills/a/SKILL.md': skillText('it', 'First.', 'first'),
        'skills/b/SKILL.md': skillText('it', 'Second.', 'second'),
      },
      ['it'],
    );
    expect(listed).toEqual(['it']);
    expect(told).toMatchObject([{ output: { instructions: expect.stringContaining('second') } }]);
    expect(warned.join()).toContain('another skill it');
  });

  it.each([
    [undefined, ['a', 'b']],
    [['*'], ['a', 'b']],
    [['b'], ['b']],
    [[], []],
  ] as const)('are seen by an agent with the allow-list %j: %j', async (allow, seen) => {
    verifies('seed.skills.visibility');
    const profile = createSeedProfile(allow === undefined ? {} : { skills: allow });
    const { listed, told } = await withSkills(
      { 'skills/a/SKILL.md': skillText('a'), 'skills/b/SKILL.md': skillText('b') },
      ['a'],
      { profile },
    );
    expect(listed).toEqual(seen);
    expect(told[0]?.isError).toBe(!(seen as readonly string[]).includes('a'));
  });

  it('are activated for their task alone: the next one is asked again', async () => {
    verifies('seed.skills.session-state', 'seed.risk.activate-first');
    const store = createMemoryStore();
    const files = { 'skills/tidy/SKILL.md': skillText('tidy') };
    const first = await withSkills(files, ['tidy', 'tidy'], { store });
    expect(first.asked).toHaveLength(1);
    const { workspace } = first;
    const { session, asked } = await openSeed(
      [{ calls: [call('activateSkill', { name: 'tidy' })] }, { text: 'done' }],
      {
        store,
        workspace,
        extensions: [createSkills({ trusted: [workspace] })],
      },
    );
    await session.send('go').result;
    expect(asked).toHaveLength(1);
    expect(existsSync(join(workspace, 'private', session.id, '.skills/tidy/SKILL.md'))).toBe(true);
  });

  it('are there on the command line, too', async () => {
    verifies('seed.skills.discovery', 'seed.registry.late-skill');
    const scene = await createHere([{ text: 'Done.' }, { text: 'Done.' }]);
    await scene.run(['--profile', 'seed', 'go']);
    put(join(scene.folder, 'skills/tidy/SKILL.md'), skillText('tidy'));
    await scene.run(['--profile', 'seed', 'go']);
    const offered = scene.server.requests.map(({ body }) => JSON.stringify(body).includes('"name":"activateSkill"'));
    expect(offered).toEqual([false, true]);
  });
});
