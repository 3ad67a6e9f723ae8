import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { createBox, exited, git } from './box.js';

describe.skipIf(needs('bwrap') !== undefined)('what is hidden or kept in a workspace', () => {
  it('cannot be carried off with a folder around it', async () => {
    verifies('sandbox.shield.moved', 'sandbox.files.credentials');
    const box = createBox();
    git(box.ws, 'init', '-q');
    git(box.ws, 'config', 'core.hooksPath', 'tools/hooks');
    const token = box.write(join(box.ws, '.config', 'gh', 'hosts.yml'));
    const store = box.write(join(box.ws, 'data', 'deep', 's.db'));
    box.write(join(box.ws, 'tools', 'hooks', 'pre-commit'));
    box.write(join(box.ws, '.github', 'workflows', 'ci.yml'));
    box.write(join(box.ws, '.git', 'info', 'attributes'));
    const sandbox = { home: box.ws, own: [store] };
    for (const folder of ['.config', 'data', 'data/deep', 'tools', '.github', '.git/info']) {
      const { end, err } = await box.run(['perl', '-e', `rename("${folder}", "away") or die "$!\\n"`], { sandbox });
      expect(end.state === 'exited' && end.exitCode, folder).not.toBe(0);
      expect(err, folder).toMatch(/Device or resource busy|Invalid cross-device link/);
    }
    const { out } = await box.run('find . -type f -not -path "./.git/*" | sort | xargs grep -l canary', { sandbox });
    expect(out).toBe('./.github/workflows/ci.yml\n./tools/hooks/pre-commit\n');
    expect([token, store].map((path) => readFileSync(path, 'utf8'))).toEqual(['canary\n', 'canary\n']);
    expect((await box.run('mv data/deep/s.db . ; mv .github/workflows .', { sandbox })).end).toMatchObject(exited(1));
  });

  it('opens nothing around a workspace that says it belongs to it', async () => {
    verifies('sandbox.shield.git', 'sandbox.files.root-read-only');
    const box = createBox();
    const victim = box.write(join(box.out, 'victim'));
    box.write(join(box.ws, '.git'), 'gitdir: worktrees/x\n');
    box.write(join(box.ws, 'worktrees', 'x', 'gitdir'), '../../.git\n');
    box.write(join(box.ws, 'worktrees', 'x', 'commondir'), '../../..\n');
    expect((await box.run(`echo owned > ${victim}`)).end).toMatchObject(exited(1));
    expect(readFileSync(victim, 'utf8')).toBe('canary\n');
  });

  it('runs nothing when a folder was replaced while the confinement was built', async () => {
    verifies('sandbox.files.links', 'sandbox.start.fails-closed');
    const box = createBox();
    git(box.ws, 'init', '-q');
    // What bubblewrap does when a link to elsewhere is there as it looks, and the folder again as it mounts.
    const bubblewrap = join(box.base, 'bwrap');
    const swap = join(box.base, 'swap');
    writeFileSync(
      bubblewrap,
      `#!/bin/bash
args=("$@")
for i in "\${!args[@]}"; do
  [ -e ${swap} ] && [ "\${args[i]}" = --bind ] && [ "\${args[i + 1]}" = ${box.ws}/.git ] && args[i + 1]=${box.out}
done
exec bwrap "\${args[@]}"
`,
      { mode: 0o755 },
    );
    const env = { PATH: process.env['PATH'], HOME: box.home, TOOLWRIGHT_BUBBLEWRAP: bubblewrap };
    expect((await box.run('echo x > .git/mine', { sandbox: { env } })).end).toEqual(exited(0));
    writeFileSync(swap, '');
    expect((await box.run('echo owned > .git/owned', { sandbox: { env } })).end).toEqual({
      state: 'failed',
      message: `nothing was run: ${box.ws}/.git was replaced while the sandbox was built; look who does that, and try again`,
    });
    expect(readdirSync(box.out)).not.toContain('owned');
  });

  it('is found whatever the workspace is called', async () => {
    verifies('sandbox.start.odd-places', 'sandbox.files.workspace');
    const box = createBox();
    for (const name of [
      'a b',
      'new\nline',
      'tab\tx',
      'back\\slash',
      'oct\\040al',
      ' - ',
      'ünïcode 日本',
      '-dash',
      '%s',
    ]) {
      const root = join(box.base, name);
      box.write(join(root, '.vscode', 'a'));
      const options = { cwd: root, sandbox: { root } };
      expect((await box.run('echo x > y && cat y', options)).out, name).toBe('x\n');
      expect((await box.run('echo x > .vscode/a', options)).err, name).toMatch(/Read-only file system/);
    }
  });
});
