import type { Folders } from './cases/read-cases.js';

/** The arguments of `bwrap` for a bash that can change these folders and nothing else, and reach nobody. */
export function confinedBash({ ws, home, out }: Folders): readonly string[] {
  const shared = '--ro-bind / / --dev /dev --proc /proc --unshare-all --die-with-parent'.split(' ');
  const own = [ws, home, out].flatMap((folder) => ['--bind', folder, folder]);
  return [...shared, ...own, '--chdir', ws, '/bin/bash', '--noprofile', '--norc', '-c'];
}
