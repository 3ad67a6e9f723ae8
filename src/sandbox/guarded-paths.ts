import { basename, dirname, join } from 'node:path';
import { isBeneath } from '../base/is-beneath.js';
import { homeGuards, systemGuards, systemSecrets } from '../policy/path/guarded-places.js';
import type { Places } from '../policy/policy.js';
import { isFolder, isReadable, namesIn, readKernelFile, realPath, statsOf } from './look.js';
import type { MountPlan } from './mount-plan.js';
import { kernelFolders } from './private-places.js';

/** Hides credentials and what is Toolwright's own wherever it would be seen, and keeps what the machine runs by from change. */
export function guardPaths(plan: MountPlan, places: Places): void {
  const names = (which: 'seen' | 'written') => (folder: string) =>
    kernelFolders.includes(folder) ? [] : plan.namesIn(folder, which);
  for (const { path } of systemSecrets.search('/', names('seen'))) hide(plan, path);
  for (const { path, mark } of systemGuards.search('/', names('written'))) if (!mark.read) plan.keep(path);
  for (const home of homesIn(places)) {
    for (const { path, mark } of homeGuards.search(home, names('seen'))) {
      if (mark.read) hide(plan, path);
      else plan.keep(path);
    }
  }
  for (const path of ownPaths(places)) hide(plan, path);
  hideSockets(plan, places.root);
}

/** A link is followed: what it leads to is what is hidden. Nothing is put over what could not be read anyway. */
function hide(plan: MountPlan, path: string): void {
  const real = realPath(path);
  if (real === undefined || !plan.isVisible(real)) return;
  const whole = isFolder(real);
  if (!plan.isWritable(real) && (!isReadable(real) || (whole && namesIn(real).length === 0))) return;
  plan.set({ path: real, as: 'hidden', ...(!whole && { file: true }) });
}

/** Homes of which something might be seen: that of the user, and those the workspace holds. */
function homesIn({ home, root }: Places): ReadonlySet<string> {
  const others = ['/root', ...namesIn('/home').map((name) => `/home/${name}`)].filter((path) => isBeneath(path, root));
  return new Set([home, ...others]);
}

/** With the files a store keeps beside itself, `store.db-wal`. The folder in the workspace may be read. */
function ownPaths({ own, root }: Places): readonly string[] {
  const whole = own.filter((path) => path !== join(root, '.toolwright'));
  return whole.flatMap((path) => {
    const beside = namesIn(dirname(path)).filter((name) => isBeside(name, basename(path)));
    return [path, ...beside.map((name) => join(dirname(path), name))];
  });
}

const isBeside = (name: string, store: string): boolean =>
  name.startsWith(`${store}-`) || besides.some((end) => name === store + end);

const besides = ['.blobs', '.captures', '.kept'];

/**
 * Hides the sockets of programs outside: who connects to one talks to them, and a place that is read-only does not keep
 * anybody from that. Those in the workspace belong to the work.
 */
function hideSockets(plan: MountPlan, root: string): void {
  for (const path of boundSockets()) {
    // By a descriptor only who has it finds it: what it leads to is Toolwright's own, and hidden as that.
    if (isBeneath(path, root) || isBeneath(path, '/proc') || !plan.isVisible(path)) continue;
    if (statsOf(path)?.isSocket() === true) plan.set({ path, as: 'hidden', file: true });
  }
}

/** Of this network namespace; see proc_pid_net(5). The path is the last of eight columns. */
function boundSockets(): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const line of readKernelFile('/proc/net/unix').split('\n')) {
    const at = line.indexOf(' /');
    if (at !== -1) paths.add(line.slice(at + 1));
  }
  return paths;
}
