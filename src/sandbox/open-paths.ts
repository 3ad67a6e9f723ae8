import { dirname, join } from 'node:path';
import { isBeneath } from '../base/is-beneath.js';
import { judgeFloor } from '../policy/floor.js';
import { foldPath } from '../policy/path/fold-path.js';
import { systemFolders } from '../policy/path/system-folders.js';
import type { Places } from '../policy/policy.js';
import { areProved, type Fact } from '../tool/fact.js';
import type { MadePlace } from './confinement.js';
import { isFolder, statsOf } from './look.js';
import type { MountPlan } from './mount-plan.js';
import { kernelFolders, scratch } from './private-places.js';

export interface OpeningContext {
  readonly places: Places;
  readonly facts: readonly Fact[];
  /** Nothing is opened for writing. */
  readonly readOnly: boolean;
}

/** Opens what the facts name, and never what the floor keeps; answers what has to be made for it beforehand. */
export function openPaths(plan: MountPlan, { places, facts, readOnly }: OpeningContext): readonly MadePlace[] {
  const made: MadePlace[] = [];
  const proved = isProved(facts);
  for (const fact of facts) {
    if (!fact.known || !isPathFact(fact) || judgeFloor([fact], places).length > 0) continue;
    const path = fact.where === 'workspace' ? join(places.root, fact.target) : fact.target;
    if (!path.startsWith('/') || isOfKernel(path)) continue;
    if (fact.via?.startsWith('/') === true) plan.link({ path: fact.via, to: path });
    if (fact.kind === 'read') openRead(plan, { fact, path, proved });
    else if (!readOnly && !plan.isWritable(path)) made.push(...openChange(plan, { fact, path, proved, facts, places }));
  }
  return made;
}

/** All that the process does is told by its facts, which name a command: of one without facts nothing is known. */
export const isProved = (facts: readonly Fact[]): boolean =>
  facts.some(({ kind }) => kind === 'exec') && areProved(facts);

const isPathFact = ({ kind }: Fact): boolean =>
  kind === 'read' || kind === 'write' || kind === 'delete' || kind === 'move';

const isOfKernel = (path: string): boolean => kernelFolders.some((folder) => isBeneath(path, folder));

interface Opening {
  readonly fact: Fact;
  readonly path: string;
  readonly proved: boolean;
}

/** A folder that is only listed is not laid open to a program that might do more. */
function openRead(plan: MountPlan, { fact, path, proved }: Opening): void {
  if (plan.isVisible(path)) return;
  const stats = statsOf(path);
  const isFile = stats?.isFile() === true;
  const isWhole = stats?.isDirectory() === true && (proved || (fact.deep === true && fact.namesOnly !== true));
  if (isFile || isWhole) plan.set({ path, as: 'read' });
}

interface ChangeOpening extends Opening {
  readonly facts: readonly Fact[];
  readonly places: Places;
}

function openChange(plan: MountPlan, opening: ChangeOpening): readonly MadePlace[] {
  const { fact, path, proved, places } = opening;
  const parent = nearestFolder(dirname(path));
  if (proved) {
    if (parent !== '/') plan.set({ path: parent, as: 'write' });
    return [];
  }
  const stats = statsOf(path);
  if (stats !== undefined) {
    // With a folder all that is in it would be opened, which was not asked for.
    if (!stats.isDirectory() || (fact.deep === true && path !== '/')) plan.set({ path, as: 'write' });
    return [];
  }
  if (!isWide(parent, places)) {
    plan.set({ path: parent, as: 'write' });
    return [];
  }
  if (parent === '/') return [];
  const made = firstMissing(parent, opening);
  plan.set({ path: made.path, as: 'write' });
  return [made];
}

function nearestFolder(path: string): string {
  let at = path;
  while (at !== '/' && !isFolder(at)) at = dirname(at);
  return at;
}

/** Too much of others lies there to be opened for one new file. */
const isWide = (folder: string, { home, root }: Places): boolean =>
  isBeneath(home, folder) ||
  isBeneath(root, folder) ||
  scratch.includes(folder) ||
  systemFolders.find(foldPath(folder), 0) !== undefined;

/** What the command would make itself first: the target, or a folder on the way to it. */
function firstMissing(parent: string, { fact, path, facts }: ChangeOpening): MadePlace {
  const name = path.slice(parent === '/' ? 1 : parent.length + 1).split('/')[0] ?? '';
  const first = join(parent, name);
  const by = fact.by === undefined ? undefined : facts[fact.by]?.words?.[0];
  const isFolder = first !== path || fact.deep === true || by === 'mkdir';
  return { path: first, kind: isFolder ? 'folder' : 'file' };
}
