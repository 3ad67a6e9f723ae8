import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { untrustedNote } from '../../../src/cli/trust/render-trust.js';
import { verifies } from '../../requirements.js';
import { createConfigScene } from '../config/config-scene.js';

const settings = `{
  "model": "work/gpt",
  "providers": { "work": { "baseUrl": "https://work.example/v1", "apiKeyEnv": "WORK_KEY" } }
}
`;

describe('toolwright trust', () => {
  it('shows what is asked, and takes a yes at the terminal only', async () => {
    verifies('models.trust.content', 'models.trust.shown');
    const { run, work } = createConfigScene({ workspace: settings });
    const no = await run(['trust'], { typed: 'n\n' });
    expect(no.code).toBe(3);
    expect(no.stdout.split('\n').slice(0, -2)).toEqual([
      `${work} brings settings of its own in .toolwright (1 file, 120 B):`,
      '  config.json  120 B',
      'config.json would set:',
      '  model = "work/gpt"',
      '  providers.work.baseUrl = "https://work.example/v1"',
      '  providers.work.apiKeyEnv = "WORK_KEY"',
      '  Mind: what you send to provider work would go to https://work.example/v1, with the key in WORK_KEY.',
      'It is used only if you trust it. When it changes you are asked again.',
    ]);
    expect(no.stderr).toContain('Trust exactly this content? [y/N] ');
    expect(no.stderr).toContain(`${work}/.toolwright is not trusted and is not used`);
    for (const typed of ['', '\n', 'yep\n', 'j\n']) expect((await run(['trust'], { typed })).code).toBe(3);
    expect((await run(['config', 'get', 'model'])).code).toBe(2);
    expect(await run(['trust'], { typed: 'y\n' })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`${work}/.toolwright is trusted.\n`),
    });
    expect((await run(['config', 'get', 'model'])).stdout).toBe('work/gpt\n');
    expect(await run(['trust'])).toEqual({ code: 0, stdout: '', stderr: `${work}/.toolwright is trusted already.\n` });
  });

  it('needs --yes without a terminal, and shows all the same', async () => {
    verifies('models.trust.no-person');
    const { run } = createConfigScene({ workspace: settings });
    const unasked = await run(['trust']);
    expect(unasked.code).toBe(2);
    expect(unasked.stdout).toContain('config.json would set:');
    expect(unasked.stderr).toContain('Without a terminal nobody can be asked: give --yes to trust it.');
    const { code, stdout } = await run(['trust', '--yes']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: unasked.stdout });
  });

  it('asks again with the difference', async () => {
    verifies('models.trust.changed');
    const { run, write, work, workspaceFile } = createConfigScene({ workspace: '{\n  "mode": "plan"\n}\n' });
    await run(['trust', '--yes']);
    write(workspaceFile, '{\n  "mode": "ask"\n}\n');
    write(join(work, '.toolwright', 'tools', 'x.sh'), 'rm\n');
    const { stdout } = await run(['trust', '--yes']);
    expect(stdout.split('\n').slice(0, -2)).toEqual([
      `What ${work} brings in .toolwright changed since you trusted it (2 files, 23 B):`,
      '  config.json  20 B  changed',
      '  tools/x.sh  3 B  added',
      'config.json would set:',
      '  mode = "ask"',
      'The difference:',
      '  --- a/config.json',
      '  +++ b/config.json',
      '  @@ -1,3 +1,3 @@',
      '   {',
      '  -  "mode": "plan"',
      '  +  "mode": "ask"',
      '   }',
      '  --- /dev/null',
      '  +++ b/tools/x.sh',
      '  @@ -0,0 +1 @@',
      '  +rm',
      'It is used only if you trust it. When it changes you are asked again.',
    ]);
  });

  it('shows names and contents to the last character, and nothing that steers the terminal', async () => {
    verifies('models.trust.shown');
    const { run, work } = createConfigScene({ workspace: '{"model": "a\\u202eb\\u200dc"}' });
    writeFileSync(join(work, '.toolwright', 'x\n\u001b[2J\u202e'), 'a\u001b]0;t\u0007\u2066b\r\n');
    symlinkSync('/etc/\u001bpasswd', join(work, '.toolwright', 'link'));
    const { stdout } = await run(['trust', '--yes']);
    expect(stdout).toMatch(/^[\x20-\x7e\n→…]*$/);
    expect(stdout).toContain('\n  x\\n\\e[2J<U+202E>  13 B\n');
    expect(stdout).toContain('\n  link → /etc/\\epasswd  link\n');
    expect(stdout).not.toContain('not shown');
    expect(stdout).toContain('\n  model = "a<U+202E>b<U+200D>c"\n');
    expect(stdout).toContain('\n  +a\\e]0;t\\a<U+2066>b\\r\n');
  });

  it('bounds what it shows and says that it did', async () => {
    verifies('models.trust.bounded');
    const models = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`m${at}`, { thinking: 'low' }]));
    const { run, work, write } = createConfigScene({ workspace: JSON.stringify({ models, model: 'x'.repeat(300) }) });
    for (let at = 0; at < 60; at += 1) write(join(work, '.toolwright', `file${at}`), 'line\n'.repeat(1000));
    const { stdout } = await run(['trust', '--yes']);
    expect(stdout.length).toBeLessThan(25_000);
    expect(stdout).toContain('  … and 21 more; look at the files\n');
    expect(stdout).toContain('  … and 41 more; look at the files\n');
    expect(stdout).toMatch(/… \d+ characters are left out here; look at the files …/);
  });

  it('tells of every server that would be sent to, by the name that is dialled', async () => {
    verifies('models.trust.shown', 'models.config.workspace-limits');
    const providers = {
      openai: { baseUrl: 'https://\u0430pi.work.example/v1' },
      anthropic: { headers: { 'x-api-key': 'theirs' } },
      quiet: { idleTimeoutMs: 1 },
    };
    const models = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`m${at}`, { thinking: 'low' }]));
    const { run, write, workspaceFile } = createConfigScene({ workspace: JSON.stringify({ models, providers }) });
    const { stdout } = await run(['trust', '--yes']);
    expect(stdout.split('\n').filter((line) => line.includes('Mind'))).toEqual([
      '  Mind: what you send to provider openai would go to https://xn--pi-6kc.work.example/v1, with its API key, if it has one.',
      '  Mind: what you send to provider anthropic would go to its server, with its API key, if it has one, and with headers of this workspace.',
    ]);
    // More than can be told is refused, so that none hides among others.
    const decoys = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, { idleTimeoutMs: 1 }]));
    write(workspaceFile, JSON.stringify({ providers: { ...decoys, openai: { baseUrl: 'https://evil.example' } } }));
    const told = `${workspaceFile}:1: a workspace can set at most 20 providers; put the others into your own config.json`;
    expect((await run(['trust', '--yes'])).stdout).toContain(told);
    expect((await run(['config', 'get', 'providers'])).stderr).toContain(told);
  });

  it('tells of problems before it is too late', async () => {
    verifies('models.trust.shown');
    const { run, workspaceFile } = createConfigScene({ workspace: '{"sandbox": "off"}' });
    const { stdout } = await run(['trust', '--yes']);
    expect(stdout).toContain(
      `config.json has problems; correct them before you trust it:\n  ${workspaceFile}:1: sandbox cannot be set by a workspace`,
    );
    expect((await run(['config'])).code).toBe(2);
  });

  it('lists what is trusted and takes it back', async () => {
    verifies('models.trust.revoke');
    const { run, work } = createConfigScene({ workspace: '{}' });
    expect(await run(['trust', '--list'])).toEqual({ code: 0, stdout: '', stderr: 'Nothing is trusted.\n' });
    await run(['trust', '--yes']);
    expect((await run(['trust', '--list'])).stdout).toMatch(
      new RegExp(`^${work}  1 file  [0-9a-f]{12}  \\d{4}-\\d\\d-\\d\\d\n$`),
    );
    expect(JSON.parse((await run(['trust', '--list', '--json'])).stdout)).toMatchObject([
      { workspace: work, files: 1 },
    ]);
    expect((await run(['trust', '--revoke'])).stderr).toBe(`${work} is not trusted any more.\n`);
    expect((await run(['trust', '--revoke'])).stderr).toBe(`${work} was not trusted.\n`);
    expect(JSON.parse((await run(['trust', '--json'])).stdout)).toMatchObject({ state: 'untrusted', workspace: work });
    expect((await run(['trust', '--list', '--yes'])).code).toBe(2);
  });

  it('says so when there is nothing, or nothing that can be read', async () => {
    const { run, work } = createConfigScene();
    expect(await run(['trust'])).toEqual({
      code: 0,
      stdout: '',
      stderr: `There is nothing to trust: ${work}/.toolwright holds no files.\n`,
    });
    symlinkSync('/etc', join(work, '.toolwright'));
    const { code, stderr } = await run(['trust', '--yes']);
    expect(code).toBe(2);
    expect(stderr).toContain('it is a link. Put a folder there, or remove it.');
    expect((await run(['config', 'check'])).code).toBe(2);
  });
});

it('has one line for when nobody can be asked', () => {
  verifies('models.trust.no-person');
  const place = { workspace: '/w', folder: '/w/.toolwright' };
  const content = { ...place, hash: 'h', files: [], changes: [] };
  expect(untrustedNote({ state: 'nothing', ...place })).toBeUndefined();
  expect(untrustedNote({ state: 'trusted', ...content })).toBeUndefined();
  expect(untrustedNote({ state: 'unreadable', ...place, message: 'It is a link.\nx' })).toBe('It is a link.\\nx');
  expect(untrustedNote({ state: 'untrusted', ...content })).toBe(
    '/w/.toolwright is not trusted and is not used: `toolwright trust` shows it and asks.',
  );
  expect(untrustedNote({ state: 'changed', ...content })).toBe(
    '/w/.toolwright changed since it was trusted and is not used: `toolwright trust` shows it and asks.',
  );
});
