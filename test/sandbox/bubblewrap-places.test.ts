import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bubblewrapArguments } from '../../src/sandbox/bubblewrap/bubblewrap-arguments.js';
import { keepModes } from '../../src/sandbox/bubblewrap/keep-modes.js';
import type { Confinement } from '../../src/sandbox/confinement.js';
import { makePlaces } from '../../src/sandbox/made-places.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';

const confinement: Confinement = {
  mounts: [
    { path: '/', as: 'read' },
    { path: '/home', as: 'empty' },
    { path: '/home/u/ws', as: 'write' },
    { path: '/srv/keys', as: 'hidden' },
    { path: '/etc/shadow', as: 'hidden', file: true },
  ],
  links: [{ path: '/home/u/bin', to: '/opt/bin' }],
  cwd: '/home/u/ws',
  env: {},
  hosts: [],
  limits: { processes: 1, memoryMb: 1, fileMb: 1, openFiles: 1 },
};

it('says a confinement in the words of bubblewrap', () => {
  verifies('sandbox.kernel.privileges', 'sandbox.kernel.settings');
  const words = bubblewrapArguments(confinement, { root: true, filter: 6 }).join(' ');
  expect(words).toBe(
    '--unshare-user --uid 65534 --gid 65534 --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --unshare-net ' +
      '--die-with-parent --cap-drop ALL --seccomp 6 --ro-bind / / --dev /dev --size 524288 --perms 1777 --tmpfs /dev/shm --remount-ro /dev --proc /proc --remount-ro /proc ' +
      '--size 524288 --tmpfs /home --bind /home/u/ws /home/u/ws --perms 0111 --tmpfs /srv/keys --ro-bind /dev/null /etc/shadow ' +
      '--symlink /opt/bin /home/u/bin --remount-ro /srv/keys --chdir /home/u/ws --',
  );
  const ordinary = bubblewrapArguments(confinement, { root: false, filter: undefined });
  expect(ordinary).not.toContain('--uid');
  expect(ordinary).not.toContain('--seccomp');
  expect(ordinary).toContain('--disable-userns');
});

it('takes away what it made and nothing came of', () => {
  verifies('sandbox.files.nothing-made');
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('there'), '');
  const unmake = makePlaces([
    { path: at('used'), kind: 'file' },
    { path: at('unused'), kind: 'file' },
    { path: at('there'), kind: 'file' },
    { path: at('filled'), kind: 'folder' },
    { path: at('empty'), kind: 'folder' },
  ]);
  expect(existsSync(at('unused')) && existsSync(at('empty'))).toBe(true);
  writeFileSync(at('used'), 'x');
  mkdirSync(join(at('filled'), 'x'));
  unmake();
  expect(readdirSync(folder).sort()).toEqual(['filled', 'there', 'used']);
});

it('leaves what it made while another process that was started with it runs', () => {
  verifies('sandbox.files.nothing-made');
  const path = join(temporaryFolder(), 'hooks');
  const place = { path, kind: 'folder' } as const;
  const first = makePlaces([place]);
  const second = makePlaces([place]);
  // It was there already when this one was planned.
  const third = makePlaces([], [{ path }]);
  first();
  first();
  second();
  expect(existsSync(path)).toBe(true);
  third();
  expect(existsSync(path)).toBe(false);
  expect(() => makePlaces([place, { path: join(path, 'no', 'such'), kind: 'file' }])).toThrow(/ENOENT/);
  expect(existsSync(path)).toBe(false);
});

it('gives the devices of the machine their permissions back', () => {
  verifies('sandbox.kernel.devices');
  const folder = temporaryFolder();
  const [changed, kept] = [join(folder, 'changed'), join(folder, 'kept')];
  for (const path of [changed, kept]) {
    writeFileSync(path, '');
    chmodSync(path, 0o666);
  }
  const restore = keepModes([changed, kept, join(folder, 'absent')]);
  chmodSync(changed, 0o600);
  restore();
  expect([changed, kept].map((path) => statSync(path).mode & 0o777)).toEqual([0o666, 0o666]);
});

it('gives them back nothing but what is usual, also when processes overlap', () => {
  verifies('sandbox.kernel.devices');
  const device = join(temporaryFolder(), 'device');
  const mode = (): number => statSync(device).mode & 0o777;
  writeFileSync(device, '');
  chmodSync(device, 0o666);
  const [first, second] = [keepModes([device]), keepModes([device])];
  chmodSync(device, 0o000);
  const third = keepModes([device]);
  first();
  expect(mode()).toBe(0o666);
  chmodSync(device, 0o000);
  third();
  expect(mode()).toBe(0o666);
  second();
  expect(mode()).toBe(0o666);
  // Somebody set it up so, or a process of another program is about to make it usual again.
  chmodSync(device, 0o600);
  const fourth = keepModes([device]);
  chmodSync(device, 0o640);
  fourth();
  expect(mode()).toBe(0o640);
});
