import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtCli } from '../support/built-cli.js';

/** A process of a user whom file permissions bind. */
const nobody = 65534;
const bound = process.geteuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-refused-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (bound.uid !== undefined) chownSync(folder, nobody, nobody);
  return folder;
}

async function run(
  args: readonly string[],
  home: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home };
  const { status, stdout, stderr } = spawnSync(process.execPath, [await builtCli(), ...args], {
    ...bound,
    cwd: '/',
    env,
    input: '',
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

describe('a home that cannot be written', () => {
  const locked = (): string => {
    const home = temporaryFolder();
    chmodSync(home, 0o555);
    return home;
  };

  it('holds no sessions, which is no failure', async () => {
    for (const home of [locked(), '/nowhere/at/all']) {
      expect(await run(['sessions'], home)).toEqual({ code: 0, stdout: '', stderr: 'There are no sessions yet.\n' });
      expect(await run(['sessions', '--json'], home)).toMatchObject({ code: 0, stdout: '[]\n' });
      const shown = await run(['sessions', 'show', 'last'], home);
      expect(shown).toMatchObject({ code: 2, stderr: expect.stringContaining('There are no sessions here') });
    }
  });

  it('takes no new session, and the message tells why and what to do', async () => {
    for (const home of [locked(), '/nowhere/at/all']) {
      const { code, stderr } = await run(['run', '--model', 'guide', 'hi'], home);
      expect(code).toBe(1);
      expect(stderr).toMatch(/does not exist or cannot be reached, and cannot be made there.*EACCES.*--store PATH/);
      expect(stderr).not.toContain('read-only');
    }
  });

  it('is told apart from a store that is read-only', async () => {
    const home = temporaryFolder();
    expect(await run(['run', '--model', 'guide', 'hi'], home)).toMatchObject({ code: 0 });
    chmodSync(join(home, '.local', 'share', 'toolwright'), 0o555);
    const { code, stderr } = await run(['run', '--model', 'guide', 'hi'], home);
    expect(code).toBe(1);
    expect(stderr).toMatch(/store\.db cannot be written: it or its folder is read-only.*--store PATH/);
    expect((await run(['sessions'], home)).stdout).toMatch(/^ses_\w+ /);
    chmodSync(join(home, '.local', 'share', 'toolwright'), 0o700);
  });

  it('is not made by looking for sessions', async () => {
    const home = temporaryFolder();
    await run(['sessions'], home);
    expect(existsSync(join(home, '.local'))).toBe(false);
  });
});

it('says that a folder cannot be opened, as bad usage', async () => {
  const closed = join(temporaryFolder(), 'closed');
  mkdirSync(join(closed, 'below'), { recursive: true });
  chmodSync(closed, 0);
  for (const folder of [closed, join(closed, 'below')]) {
    const { code, stderr } = await run(['run', '--model', 'guide', '--store', 'memory', '-C', folder, 'hi'], '/');
    expect(code).toBe(2);
    expect(stderr).toMatch(/-C .*: it cannot be opened \(EACCES.*Change its rights, or name another folder\.\n$/);
  }
  chmodSync(closed, 0o700);
});

it.skipIf(!existsSync('/dev/full'))('says that its output could not be written', async () => {
  const program = await builtCli();
  for (const args of ['--version', 'tools', 'run --model guide --store memory hello']) {
    const line = `"$1" "$2" ${args} 2>&1 >/dev/full; echo "left with $?"`;
    const told = execFileSync('bash', ['-c', line, 'bash', process.execPath, program], { encoding: 'utf8' });
    expect(told).toMatch(/^toolwright: ENOSPC: no space left.*free some space, or write elsewhere\.\nleft with 1$/m);
    expect(told).not.toContain('defect');
  }
});
