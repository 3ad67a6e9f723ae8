import { isBeneath } from '../base/is-beneath.js';
import { isFolder, isReadable, namesIn, realPath } from './look.js';
import type { MountPlan } from './mount-plan.js';

/** What every process gets empty and for itself: what is in the real ones is nobody's business but their owners'. */
export function addPrivatePlaces(plan: MountPlan, home: string): void {
  const homes = ['/root', '/home'].filter((folder) => holdsHomes(folder, home));
  for (const path of [...scratch, ...homes, ...(isOfSystem(home) ? [] : [home])]) {
    if (isFolder(path)) plan.set({ path, as: 'empty' });
  }
  for (const path of ofServices) if (namesIn(path).length > 0) plan.set({ path, as: 'hidden' });
  // NixOS finds its programs through this one.
  plan.show('/run/current-system');
}

/** For files of a moment, and what runs now. */
export const scratch: readonly string[] = ['/tmp', '/var/tmp', '/run'];

/** What the kernel makes up is made anew for every process, and holds nobody's files. */
export const kernelFolders: readonly string[] = ['/proc', '/dev', '/sys'];

/**
 * Where services keep what they work on. Their pipes and sockets can be written to in a read-only place too, and those with
 * a name relative to their folder, or of containers, are in no list.
 */
const ofServices = [
  '/var/spool',
  '/var/lib/containerd',
  '/var/lib/containers',
  '/var/lib/docker',
  '/var/lib/kubelet',
  '/var/lib/lxc',
  '/var/lib/lxd',
  '/var/snap/lxd',
];

/** Users of services and of containers often have a home such as `/` or `/usr/sbin`, without which no program starts. */
const isOfSystem = (home: string): boolean =>
  home === '/' || programs.some((folder) => isBeneath(home, folder) || isBeneath(realPath(folder) ?? folder, home));

const programs = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc', '/nix', ...kernelFolders];

/** Whether a folder has something that this user could see. */
const holdsHomes = (folder: string, home: string): boolean =>
  home.startsWith(`${folder}/`) || (isReadable(folder) && namesIn(folder).length > 0);
