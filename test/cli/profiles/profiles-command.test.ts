import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { profileNames } from '../../../src/profile/find-profile.js';
import { verifies } from '../../requirements.js';
import { createConfigScene } from '../config/config-scene.js';

const profilesIn = (files: Readonly<Record<string, object>> = {}) => {
  const scene = createConfigScene();
  const fileOf = (name: string): string => join(scene.home, '.config', 'toolwright', 'profiles', `${name}.json`);
  for (const [name, settings] of Object.entries(files)) scene.write(fileOf(name), JSON.stringify(settings, null, 2));
  return { ...scene, fileOf };
};

describe('toolwright profiles', () => {
  it('lists names, summaries and where each comes from', async () => {
    verifies('profiles.list.names');
    const { run, fileOf } = profilesIn({ reader: { extends: 'seed', summary: 'reads alone' } });
    const { code, stdout, stderr } = await run(['profiles']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual([...profileNames, 'reader']);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^[a-z-]+ {2,}\S.* \(built in\)$/);
    expect(lines.at(-1)).toBe('reader         reads alone (~/.config/toolwright/profiles/reader.json)');
    const listed = JSON.parse((await run(['profiles', '--json'])).stdout) as object[];
    expect(listed.at(-1)).toEqual({
      name: 'reader',
      summary: 'reads alone',
      from: fileOf('reader'),
      extends: 'seed',
      problems: [],
    });
    expect(listed[0]).toMatchObject({ name: 'toolwright', from: 'built in', problems: [] });
  });

  it('tells what is wrong with a file, and ends with 1', async () => {
    verifies('profiles.list.broken');
    const { run, fileOf } = profilesIn({ broken: { extends: 'toolwright', ordr: 'sequential' } });
    const { code, stdout, stderr } = await run(['profiles']);
    expect(code).toBe(1);
    expect(stdout).toContain('broken         cannot be used (~/.config/toolwright/profiles/broken.json)\n');
    expect(stderr).toBe(`error: ${fileOf('broken')}:3: "ordr" is no setting; did you mean "order"?\n`);
    const json = await run(['profiles', '--json']);
    expect({ code: json.code, listed: JSON.parse(json.stdout).at(-1).problems }).toEqual({
      code: 1,
      listed: [{ file: fileOf('broken'), line: 3, message: '"ordr" is no setting; did you mean "order"?' }],
    });
  });
});

describe('toolwright profiles show', () => {
  it('tells every setting, each on a line of its own', async () => {
    verifies('profiles.show.settings');
    const { run } = profilesIn({
      reader: { extends: 'toolwright', tools: { only: ['grep'] }, noPerson: 'wait=5m', system: { replace: 'a\nb' } },
    });
    const { code, stdout } = await run(['profiles', 'show', 'reader']);
    expect(code).toBe(0);
    const rows = Object.fromEntries(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    );
    expect(rows).toMatchObject({
      'speech.calls': 'by the API',
      'speech.results': 'tool',
      'speech.roles': 'system, user, assistant, tool',
      order: 'safe-parallel',
      tools: 'grep',
      'exposure.kind': 'lazy',
      'limits.rounds': '20',
      'loops.redundant.refuse': '5',
      risk: 'by the mode',
      noPerson: 'wait=300s',
      usualMode: 'ask',
      scopes: 'none',
      notesAs: 'user',
      unreadable: 'asks-again',
      system: 'a\\nb',
    });
    expect(stdout.split('\n').every((line) => line.length < 160)).toBe(true);
    const { name, settings } = JSON.parse((await run(['profiles', 'show', 'reader', '--json'])).stdout);
    expect({ name, system: settings.system, tools: settings.tools }).toEqual({
      name: 'reader',
      system: 'a\nb',
      tools: ['grep'],
    });
    expect((await run(['profiles', 'show', 'redaer'])).stderr).toContain('did you mean "reader"?');
  });

  it.each(profileNames)('has no setting without a value in %s', async (name) => {
    verifies('profiles.show.settings');
    const { stdout, code } = await profilesIn().run(['profiles', 'show', name]);
    expect(code).toBe(0);
    for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(/^[\w.-]+ {2,}\S/);
  });
});

describe('toolwright profiles diff', () => {
  it('tells what differs, one setting a line, and of lists what goes and comes', async () => {
    verifies('profiles.diff.settings');
    const { run } = profilesIn({
      a: { extends: 'toolwright', tools: { only: ['grep', 'glob'] }, limits: { rounds: 5 } },
      b: {
        extends: 'a',
        tools: { only: ['grep'] },
        limits: { rounds: 6, turnMs: 1000 },
        instructionFiles: ['AGENTS.md', 'NOTES.md'],
        notesAs: 'system',
      },
    });
    const { code, stdout } = await run(['profiles', 'diff', 'a', 'b']);
    expect(code).toBe(0);
    expect(stdout).toBe(`a → b
tools             without glob
limits.rounds     5 → 6
limits.turnMs     – → 1000
instructionFiles  without CODE.md, CLAUDE.md; with NOTES.md
notesAs           user → system
`);
    expect(JSON.parse((await run(['profiles', 'diff', 'a', 'b', '--json'])).stdout)).toEqual({
      a: 'a',
      b: 'b',
      differences: [
        { setting: 'tools', a: ['glob', 'grep'], b: ['grep'] },
        { setting: 'limits.rounds', a: 5, b: 6 },
        { setting: 'limits.turnMs', a: null, b: 1000 },
        { setting: 'instructionFiles', a: ['AGENTS.md', 'CODE.md', 'CLAUDE.md'], b: ['AGENTS.md', 'NOTES.md'] },
        { setting: 'notesAs', a: 'user', b: 'system' },
      ],
    });
    expect((await run(['profiles', 'diff', 'a', 'a'])).stdout).toBe('a and a have the same settings.\n');
  });

  it('tells a difference between any two that are built in', async () => {
    verifies('profiles.diff.settings');
    const { run } = profilesIn();
    for (const name of profileNames.slice(1)) {
      const { stdout } = await run(['profiles', 'diff', 'toolwright', name]);
      expect(stdout, name).toMatch(/^limits\.rounds +20 → \d+$/m);
    }
  });
});
