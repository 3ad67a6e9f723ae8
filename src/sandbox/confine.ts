import type { Mode } from '../policy/policy.js';
import type { Fact } from '../tool/fact.js';
import type { ProcessStart } from '../tool/port.js';
import type { Confinement, ProcessLimits } from './confinement.js';
import { guardPaths } from './guarded-paths.js';
import { addHomeTools } from './home-tools.js';
import { defaultLimits } from './limits/default-limits.js';
import { statsOf } from './look.js';
import { createMountPlan } from './mount-plan.js';
import { openPaths } from './open-paths.js';
import { addPrivatePlaces } from './private-places.js';
import { addProgramFolders } from './program-folders.js';
import { shieldWorkspace } from './shield-workspace.js';

/** Where a process would run. All paths are real. */
export interface ConfineContext {
  readonly root: string;
  readonly home: string;
  /** Toolwright's own files and folders. */
  readonly own: readonly string[];
  readonly mode: Mode;
  readonly env: Readonly<Record<string, string>>;
  readonly limits?: Partial<ProcessLimits>;
}

export interface Confined extends Pick<ProcessStart, 'cwd' | 'profile' | 'data'> {
  readonly facts: readonly Fact[];
  readonly hosts: readonly string[];
}

/**
 * The plan for one process: the root read-only, the workspace writable, the rest private, and what its facts open. What
 * keeps comes after what opens, so that of the same place the stricter word is the last.
 */
export function confine(
  { cwd, facts, hosts, profile = 'command', data }: Confined,
  context: ConfineContext,
): Confinement {
  const { root, home, own, mode, env } = context;
  const places = { root, home, own };
  const readOnly = mode === 'plan';
  const plan = createMountPlan();
  plan.set({ path: '/', as: 'read' });
  addPrivatePlaces(plan, home);
  addHomeTools(plan, home, { network: hosts.length > 0 });
  addProgramFolders(plan, { home, path: env['PATH'] ?? '', program: process.execPath });
  // Commands may write all over the workspace, others only when their facts say so.
  const isWritten = !readOnly && (profile === 'command' || facts.some(isWholeWorkspace));
  plan.set({ path: root, as: isWritten ? 'write' : 'read' });
  const shielded = shieldWorkspace(plan, { root, facts });
  const opened = openPaths(plan, { places, facts, readOnly });
  guardPaths(plan, places);
  if (data !== undefined) plan.set({ path: data, as: 'write' });
  return {
    mounts: plan.mounts(),
    links: plan.links(),
    made: [...shielded, ...opened],
    cwd,
    env: { ...env, TMPDIR: '/tmp' },
    hosts,
    limits: { ...defaultLimits(), ...context.limits },
    ...(handsGroupOn(root) && { sharedGroup: true }),
  };
}

const isWholeWorkspace = ({ kind, known, where, target, deep }: Fact): boolean =>
  kind === 'write' && known && where === 'workspace' && target === '.' && deep === true;

/** `S_ISGID`: people who work on it together set it up so. */
const handsGroupOn = (folder: string): boolean => ((statsOf(folder)?.mode ?? 0) & 0o2000) !== 0;
