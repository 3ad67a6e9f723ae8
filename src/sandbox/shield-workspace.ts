import { dirname, join } from 'node:path';
import { isBeneath } from '../base/is-beneath.js';
import { foldPath } from '../policy/path/fold-path.js';
import { isShielded } from '../policy/path/shielded-path.js';
import type { Fact } from '../tool/fact.js';
import type { MadePlace } from './confinement.js';
import { gitFolders } from './git-folders.js';
import { isFolder, namesIn, statsOf } from './look.js';
import type { MountPlan } from './mount-plan.js';

export interface ShieldContext {
  readonly root: string;
  readonly facts: readonly Fact[];
}

/**
 * Keeps a process from changing what at the top of the workspace other programs run or obey, unless its facts name it.
 * Answers what has to be made for it beforehand.
 */
export function shieldWorkspace(plan: MountPlan, { root, facts }: ShieldContext): readonly MadePlace[] {
  if (!plan.isWritable(root)) return [];
  const made: MadePlace[] = [];
  for (const name of namesIn(root)) {
    const [folded = ''] = foldPath(name);
    if (folded === '.git') made.push(...shieldGit(plan, { root, facts }, name));
    else if (partly.has(folded)) shieldNames(plan, { root, facts }, name);
    else if (isShielded(name, facts)) plan.keep(join(root, name));
  }
  return made;
}

/** Folders of which only some entries count. */
const partly: ReadonlySet<string> = new Set(['.github', '.config']);

function shieldNames(plan: MountPlan, { root, facts }: ShieldContext, folder: string): void {
  for (const name of namesIn(join(root, folder))) {
    if (isShielded(`${folder}/${name}`, facts)) plan.keep(join(root, folder, name));
  }
}

function shieldGit(plan: MountPlan, { root, facts }: ShieldContext, name: string): readonly MadePlace[] {
  const dotGit = join(root, name);
  if (isNamed(name, facts)) return [];
  const git = gitFolders(dotGit);
  if (git === undefined) {
    plan.keep(dotGit);
    return [];
  }
  const isOpen = (path: string): boolean => isBeneath(path, root) && isNamed(path.slice(root.length + 1), facts);
  for (const path of git.written) plan.set({ path, as: 'write', pinned: true });
  for (const path of git.obeyed) if (!isOpen(path)) plan.keep(path);
  // A worktree lies in what was kept just now.
  const own = git.written.slice(1).at(-1);
  if (own !== undefined) plan.set({ path: own, as: 'write', pinned: true });
  if (statsOf(join(git.common, 'HEAD')) === undefined) return [];
  return git.hooks.flatMap((path) => (isOpen(path) ? [] : keepFree(plan, path)));
}

/** Where a folder is obeyed that is not there, an empty one is made, so that nobody else makes it. */
function keepFree(plan: MountPlan, folder: string): readonly MadePlace[] {
  if (!plan.isWritable(folder) || statsOf(folder) !== undefined) return [];
  let path = folder;
  while (statsOf(dirname(path)) === undefined) path = dirname(path);
  if (!isFolder(dirname(path)) || !plan.isWritable(path)) return [];
  plan.set({ path, as: 'read' });
  return [{ path, kind: 'folder' }];
}

/** Whether a known change is one of the path itself. */
const isNamed = (path: string, facts: readonly Fact[]): boolean =>
  facts.some(({ kind, known, target, via }) => known && changes.has(kind) && (target === path || via === path));

const changes: ReadonlySet<Fact['kind']> = new Set(['write', 'delete', 'move']);
