import type { Confinement, Mount } from '../confinement.js';

export interface BubblewrapContext {
  /** This process is root. */
  readonly root: boolean;
  /** The descriptor with the filter for system calls, where there is one. */
  readonly filter: number | undefined;
}

/** The words bubblewrap is started with, before the program. */
export function bubblewrapArguments(confinement: Confinement, context: BubblewrapContext): readonly string[] {
  const { mounts, links = [], cwd } = confinement;
  const room = roomOf(confinement);
  return [
    '--unshare-user',
    // Inside, root is nobody: programs do not try what only root may do, and files stay those of root.
    ...(context.root ? ['--uid', '65534', '--gid', '65534'] : []),
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--unshare-net',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    ...(context.filter === undefined ? ['--disable-userns'] : ['--seccomp', String(context.filter)]),
    ...mounts.flatMap((mount) => mountWords(mount, room)),
    ...links.flatMap(({ path, to }) => ['--symlink', to, path]),
    // Only now: places that lie in a hidden one have their folders made in it.
    ...mounts.flatMap(({ path, as, file }) => (as === 'hidden' && file !== true ? ['--remount-ro', path] : [])),
    '--chdir',
    cwd,
    '--',
  ];
}

/** What lies in private places takes memory: together they have as much as the process may use. */
function roomOf({ mounts, limits }: Confinement): string {
  const places = mounts.filter(({ as }) => as === 'empty').length + 1;
  return String(Math.floor((limits.memoryMb * 2 ** 20) / places));
}

function mountWords({ path, as, file }: Mount, room: string): readonly string[] {
  const bound = { read: ['--ro-bind', path, path], write: ['--bind', path, path] } as const;
  switch (as) {
    case 'read':
    case 'write':
      return path === '/' ? [...bound[as], ...kernelWords(room)] : bound[as];
    case 'empty':
      return ['--size', room, '--tmpfs', path];
    case 'hidden':
      // A device cannot be opened where it is bound like a file: whoever tries is told that it may not be.
      return file === true ? ['--ro-bind', '/dev/null', path] : ['--perms', '0111', '--tmpfs', path];
  }
}

/**
 * What the kernel makes up is made anew for the process. The settings of the kernel are files of root, whom no capability
 * is asked for when it writes them: without the last two words root could reach out of the sandbox through them. Beside the
 * devices nothing can be put, as there would be no end to it.
 */
const kernelWords = (room: string): readonly string[] => [
  ...['--dev', '/dev', '--size', room, '--perms', '1777', '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
  ...['--proc', '/proc', '--remount-ro', '/proc'],
];
