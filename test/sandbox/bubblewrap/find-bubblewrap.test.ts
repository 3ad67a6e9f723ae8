import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBubblewrap } from '../../../src/sandbox/bubblewrap/find-bubblewrap.js';
import { type NamespaceSettings, refusalCause } from '../../../src/sandbox/bubblewrap/refusal-cause.js';
import { temporaryFolder } from '../../builtin/tool-harness.js';
import { verifies } from '../../requirements.js';
import { needs } from '../../support/needs.js';
import { confined, runIn } from '../confined.js';

function program(script: string, folder = temporaryFolder()): string {
  const path = join(folder, 'bwrap');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe.skipIf(needs('bwrap'))('bubblewrap', () => {
  it('is found at its places and tried', async () => {
    verifies('sandbox.find.places', 'sandbox.find.trial');
    expect(await findBubblewrap({})).toEqual({
      state: 'works',
      path: expect.stringMatching(/^\/.*\/bwrap$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
  });

  it('is never taken from PATH or by a relative name', async () => {
    verifies('sandbox.find.places');
    const folder = temporaryFolder();
    const mark = join(folder, 'was-run');
    program(`touch ${mark}`, folder);
    const found = await findBubblewrap({ PATH: folder });
    expect(found).toMatchObject({ state: 'works', path: expect.not.stringContaining(folder) });
    expect(await findBubblewrap({ TOOLWRIGHT_BUBBLEWRAP: 'bwrap', PATH: folder })).toEqual({ state: 'missing' });
    expect(await findBubblewrap({ TOOLWRIGHT_BUBBLEWRAP: '/nonexistent' })).toEqual({ state: 'missing' });
    expect(existsSync(mark)).toBe(false);
  });

  it('is tried as commands are started, and once', async () => {
    verifies('sandbox.find.trial');
    const folder = temporaryFolder();
    const log = join(folder, 'log');
    const path = program(`echo "$@" >> ${log}; exec /usr/bin/bwrap "$@"`, folder);
    await Promise.all([
      findBubblewrap({ TOOLWRIGHT_BUBBLEWRAP: path }),
      findBubblewrap({ TOOLWRIGHT_BUBBLEWRAP: path }),
    ]);
    const box = confined({ env: { PATH: process.env['PATH'], TOOLWRIGHT_BUBBLEWRAP: path } });
    expect((await runIn(box, 'true')).end).toEqual({ state: 'exited', exitCode: 0 });
    const [trial = '', real = '', ...more] = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .filter((line) => line !== '--version');
    expect(more).toEqual([]);
    const options = (line: string): string[] =>
      line
        .split(' -- ')[0]
        ?.split(' ')
        .filter((word) => /^--/.test(word)) ?? [];
    expect(options(real).filter((option) => !options(trial).includes(option))).toEqual([]);
  });

  it('is tried again where it did not work: what was missing may be there by now', async () => {
    verifies('sandbox.find.trial');
    const folder = temporaryFolder();
    const path = program('echo bubblewrap 1.2.3; exit 1', folder);
    expect(await findBubblewrap({ TOOLWRIGHT_BUBBLEWRAP: path })).toMatchObject({ state: 'refused' });
    program('exec /usr/bin/bwrap "$@"', folder);
    expect(await findBubblewrap({ TOOLWRIGHT_BUBBLEWRAP: path })).toMatchObject({ state: 'works' });
  });

  it('that only pretends to work does not count', async () => {
    verifies('sandbox.find.trial');
    const path = program('echo bubblewrap 9.9.9');
    expect(await findBubblewrap({ TOOLWRIGHT_BUBBLEWRAP: path })).toMatchObject({ state: 'refused', version: '9.9.9' });
  });

  it('tells why it cannot confine', async () => {
    verifies('sandbox.find.cause');
    const old = program(
      '[ "$1" = --version ] && echo bubblewrap 0.3.0 && exit; echo "bwrap: Unknown option --x" >&2; exit 1',
    );
    expect(await findBubblewrap({ TOOLWRIGHT_BUBBLEWRAP: old })).toEqual({
      state: 'refused',
      path: old,
      version: '0.3.0',
      words: 'Unknown option --x',
      cause: 'too-old',
    });
  });

  it('that goes missing later runs nothing', async () => {
    verifies('sandbox.find.lost');
    const path = join(temporaryFolder(), 'bwrap');
    copyFileSync('/usr/bin/bwrap', path);
    const box = confined({ env: { PATH: process.env['PATH'], TOOLWRIGHT_BUBBLEWRAP: path } });
    expect((await runIn(box, 'echo fine')).stdout).toBe('fine\n');
    expect(box.port.sandboxed).toBe(true);
    rmSync(path);
    const lost = await runIn(box, 'touch made');
    expect(lost.end).toEqual({ state: 'failed', message: expect.stringContaining('does not exist') });
    program('echo "bwrap: setting up uid map: Permission denied" >&2; exit 1', join(path, '..'));
    expect((await runIn(box, 'touch made')).end).toEqual({
      state: 'failed',
      message: expect.stringContaining('setting up uid map: Permission denied'),
    });
    expect(existsSync(join(box.root, 'made'))).toBe(false);
  });
});

it.each<[string, Partial<NamespaceSettings>, string]>([
  ['Unknown option --json-status-fd', {}, 'too-old'],
  ['No permissions', { maxUserNamespaces: '0', root: true }, 'no-namespaces'],
  ['No permissions', { maxUserNamespaces: '9', unprivilegedClone: '0' }, 'root-only'],
  ['No permissions', { unprivilegedClone: '0', root: true }, 'unknown'],
  ['setting up uid map: Permission denied', { apparmorRestricts: '1' }, 'apparmor'],
  ['setting up uid map: Permission denied', { apparmorRestricts: '0', container: true }, 'container'],
  ["Can't mount proc on /newroot/proc", { container: true, root: true }, 'container'],
  ['something else', {}, 'unknown'],
])('knows what %j means with %j', (words, settings, cause) => {
  verifies('sandbox.find.cause');
  expect(refusalCause(words, { root: false, container: false, ...settings })).toBe(cause);
});
