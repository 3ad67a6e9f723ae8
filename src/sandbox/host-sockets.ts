import { isBeneath } from '../base/is-beneath.js';
import { readKernelFile, statsOf } from './look.js';
import type { MountPlan } from './mount-plan.js';

/**
 * Hides the sockets of programs outside: who connects to one talks to them, and a place that is read-only does not keep
 * anybody from that. Those in the workspace belong to the work.
 */
export function hideSockets(plan: MountPlan, root: string): void {
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
