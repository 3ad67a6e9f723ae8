import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { createConfigScene } from './config-scene.js';

const user = `{
  "rules": [
    { "allow": "exec(npm test)" },
    { "deny": "read(.env*)" }
  ]
}
`;

describe('rules on the command line', () => {
  it('are shown with where each stands, and one by one', async () => {
    verifies('models.config.show', 'models.config.get');
    const { run, userFile } = createConfigScene({ user });
    const { stdout } = await run(['config']);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      `rules.0            {"allow":"exec(npm test)"}  user: ${userFile}:3`,
      `rules.1            {"deny":"read(.env*)"}      user: ${userFile}:4`,
    ]);
    expect((await run(['config', 'get', 'rules.1.deny'])).stdout).toBe('read(.env*)\n');
    expect(JSON.parse((await run(['config', 'get', 'rules'])).stdout)).toEqual([
      { allow: 'exec(npm test)' },
      { deny: 'read(.env*)' },
    ]);
  });

  it('are not set there', async () => {
    const { run, read, userFile } = createConfigScene({ user });
    for (const args of [
      ['config', 'set', 'rules', '[]'],
      ['config', 'set', 'rules.0.allow', 'read'],
      ['config', 'unset', 'rules.0'],
    ]) {
      const { code, stderr } = await run(args);
      expect(code).toBe(2);
      expect(stderr).toContain(`rules are written in the file itself: edit ${userFile}`);
    }
    expect(read(userFile)).toBe(user);
    expect((await run(['config', 'unset', 'rules'])).code).toBe(0);
    expect(read(userFile)).toBe('{\n}\n');
  });

  it('are checked', async () => {
    const { run, userFile } = createConfigScene({ user: '{\n"rules": [\n{ "deny": "reads(x)" }] }' });
    expect(await run(['config', 'check'])).toMatchObject({
      code: 2,
      stdout: `${userFile}:3: deny reads(x): reads is no kind of fact: did you mean read? A tool of that name is reads*\n`,
    });
  });
});

describe('rules of a workspace', () => {
  const workspace = JSON.stringify({
    rules: [{ deny: 'read(a)' }, { allow: 'exec(npm test)', when: { mode: 'ask' } }, { allow: 'write(src/**)' }],
  });

  it('count once they are trusted, and what they allow is told before', async () => {
    verifies('models.trust.shown');
    const { run } = createConfigScene({ workspace });
    expect((await run(['config', 'get', 'rules'])).code).toBe(2);
    const { stdout } = await run(['trust', '--yes']);
    expect(stdout.split('\n').slice(2, 8)).toEqual([
      'config.json would set:',
      '  rules.0 = {"deny":"read(a)"}',
      '  rules.1 = {"allow":"exec(npm test)","when":{"mode":"ask"}}',
      '  rules.2 = {"allow":"write(src/**)"}',
      '  Mind: exec(npm test) (only with mode ask) would run without a question.',
      '  Mind: write(src/**) would run without a question.',
    ]);
    expect((await run(['config', 'get', 'rules.0.deny'])).stdout).toBe('read(a)\n');
  });
});
