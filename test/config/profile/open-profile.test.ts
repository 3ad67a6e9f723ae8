import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listProfiles } from '../../../src/config/profile/list-profiles.js';
import { hasProfile, openProfile } from '../../../src/config/profile/open-profile.js';
import { profileNames } from '../../../src/profile/find-profile.js';
import { verifies } from '../../requirements.js';
import { profileScene } from './profile-scene.js';

describe('a profile by its name', () => {
  it('is a built-in one, loaded when it is asked for', async () => {
    verifies('profiles.file.extends');
    const { paths } = profileScene();
    for (const name of profileNames) expect((await openProfile(name, paths)).name).toBe(name);
  });

  it('is one of a file, with all that it extends', async () => {
    verifies('profiles.file.extends');
    const { paths } = profileScene({
      small: { extends: 'seed', limits: { rounds: 3 }, noPerson: 'abort' },
      smaller: { extends: 'small', limits: { callsPerTurn: 5 } },
    });
    const seed = await openProfile('seed', paths);
    const { name, limits, noPerson, approval } = await openProfile('smaller', paths);
    expect({ name, limits, noPerson }).toEqual({
      name: 'smaller',
      limits: { ...seed.limits, rounds: 3, callsPerTurn: 5 },
      noPerson: 'abort',
    });
    expect(approval).toBe(seed.approval);
  });

  it('is refused with the nearest name when there is none', async () => {
    verifies('profiles.choose.unknown');
    const { paths } = profileScene({ careful: { extends: 'toolwright' } });
    await expect(openProfile('yisp', paths)).rejects.toMatchObject({
      code: 'bad-option',
      message: 'There is no profile "yisp"; did you mean "yips"?',
    });
    await expect(openProfile('carefull', paths)).rejects.toThrow('did you mean "careful"?');
    await expect(openProfile('nothing-like-it', paths)).rejects.toThrow(
      'use toolwright, yips, seed, astra, y-agent, local-harness, careful',
    );
    for (const name of ['../config', '__proto__', '', 'A B', `${'x'.repeat(65)}`]) {
      expect(hasProfile(name, paths)).toBe(false);
      await expect(openProfile(name, paths)).rejects.toMatchObject({ code: 'bad-option' });
    }
  });

  it('is refused with file and line when its file is wrong', async () => {
    verifies('profiles.file.mistakes');
    const scene = profileScene();
    const cases: readonly (readonly [string, string])[] = [
      ['{\n  "extends": "yips",\n  "limts": {}\n}', '3: "limts" is no setting; did you mean "limits"?'],
      ['{\n  "limits": { "rounds": 1 }\n}', '1: the file has no "extends"; write it'],
      [
        '{\n  "extends": "yips",\n  "order": "sequental"\n}',
        '3: order must be one of safe-parallel, unasked-parallel, sequential, ticked, not "sequental"; did you mean "sequential"?',
      ],
      [
        '{\n  "extends": "yips",\n  "limits": {\n    "rounds": 0 }\n}',
        '4: limits.rounds must be a whole number from 1 to 1000000000000; change it',
      ],
      [
        '{\n  "extends": "yips",\n  "noPerson": "wait"\n}',
        '3: noPerson must be deny, abort, park or wait=TIME such as wait=30s, wait=5m or wait=1h; change it',
      ],
      [
        '{\n  "extends": "yips",\n  "system": { "add": "a", "replace": "b" }\n}',
        '3: system must have exactly one of add, replace; write one',
      ],
      [
        '{\n  "extends": "toolwright",\n  "tools": {\n    "only": [\n      "read_file",\n      "grpe" ] }\n}',
        '6: "grpe" is no tool of the profile toolwright; did you mean "grep"?',
      ],
      [
        '{\n  "extends": "toolwright",\n  "approval": { "choices": {\n    "deny": { "words": ["y"] } } }\n}',
        '4: "y" is a word of once too; write another',
      ],
      [
        '{\n  "extends": "yips",\n  "approval": { "choices": {\n    "always": { "label": "for ever" } } }\n}',
        '4: the profile yips has no choice always; use once, deny',
      ],
      ['{\n  "extends": "yisp"\n}', '2: extends: There is no profile "yisp"; did you mean "yips"?'],
      ['[]', '1: the file must be an object { … }, not a list; write { … }'],
      ['', '1: the file is empty; put {} into it, or remove it'],
      ['{ "extends": }', '1: it is not valid JSON'],
    ];
    for (const [text, told] of cases) {
      const file = scene.write('wrong', text);
      await expect(openProfile('wrong', scene.paths), text).rejects.toMatchObject({
        code: 'bad-config',
        message: expect.stringContaining(`The profile wrong cannot be used:\n${file}:${told}`),
      });
    }
  });

  it('is refused when it extends itself, by however many others', async () => {
    verifies('profiles.file.circle');
    const scene = profileScene({
      a: { extends: 'b' },
      b: { extends: 'c' },
      c: { extends: 'a' },
      self: { extends: 'self' },
    });
    await expect(openProfile('a', scene.paths)).rejects.toThrow(
      `${join(scene.folder, 'c.json')}:2: extends goes in a circle: a → b → c → a; let one of them extend a built-in one`,
    );
    await expect(openProfile('self', scene.paths)).rejects.toThrow('circle: self → self');
    for (let at = 0; at < 20; at += 1) scene.write(`long${at}`, { extends: at === 19 ? 'yips' : `long${at + 1}` });
    await expect(openProfile('long0', scene.paths)).rejects.toThrow('more than 16 profiles extend one another');
    expect((await openProfile('long5', scene.paths)).name).toBe('long5');
  });
});

describe('the list', () => {
  it('has the built-in ones, then those of files, with what is wrong', async () => {
    verifies('profiles.list.names', 'profiles.list.broken');
    const scene = profileScene({
      careful: { extends: 'seed', summary: 'asks more' },
      plain: { extends: 'careful' },
      yips: { extends: 'toolwright' },
      Loud: { extends: 'toolwright' },
      broken: { extends: 'toolwright', roundz: 1 },
    });
    const listed = await listProfiles(scene.paths);
    expect(listed.map(({ name }) => name)).toEqual([...profileNames, 'Loud', 'broken', 'careful', 'plain', 'yips']);
    const [loud, broken, careful, plain, taken] = listed.slice(profileNames.length);
    const file = (name: string): string => join(scene.folder, `${name}.json`);
    expect(careful).toEqual({
      name: 'careful',
      summary: 'asks more',
      file: file('careful'),
      extends: 'seed',
      problems: [],
    });
    expect(plain?.summary).toBe('careful, with changes of your own');
    expect(loud?.problems[0]?.message).toContain('rename the file');
    expect(broken?.problems).toMatchObject([
      { file: file('broken'), line: 3, message: expect.stringContaining('roundz') },
    ]);
    expect(taken?.problems[0]?.message).toBe('yips is built in; rename the file');
  });

  it('has those of the machine, which beat the user’s of the same name', async () => {
    verifies('profiles.choose.managed');
    const { paths } = profileScene({ house: { extends: 'yips' } });
    const folder = join(dirname(paths.managed), 'profiles');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'house.json'), '{"extends": "seed", "limits": {"rounds": 2}}');
    expect((await openProfile('house', paths)).limits).toMatchObject({ rounds: 2, atLimit: 'fail' });
    expect((await listProfiles(paths)).filter(({ name }) => name === 'house')).toMatchObject([
      { file: join(folder, 'house.json'), extends: 'seed' },
    ]);
  });
});
