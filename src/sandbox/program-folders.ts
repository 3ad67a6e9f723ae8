import { basename, dirname, isAbsolute, normalize, relative } from 'node:path';
import { isBeneath } from '../base/is-beneath.js';
import { homeGuards } from '../policy/path/guarded-places.js';
import { isFolder, namesIn, realPath } from './look.js';
import type { MountPlan } from './mount-plan.js';
import { scratch } from './private-places.js';

export interface ProgramContext {
  readonly home: string;
  /** The variable PATH. */
  readonly path: string;
  /** The program this process is. */
  readonly program: string;
}

/** Shows folders with programs that lie in private places, each with the installation it belongs to. */
export function addProgramFolders(plan: MountPlan, { home, path, program }: ProgramContext): void {
  const folders = new Set([dirname(program), ...path.split(':')].filter(isAbsolute).map(withoutSlash));
  const unseen = [...folders].filter((folder) => !plan.isVisible(folder)).slice(0, maxFolders);
  const guarded = unseen.length === 0 ? [] : homeGuards.search(home, namesIn).map((place) => place.path);
  for (const folder of unseen) {
    const real = realPath(folder);
    if (real === undefined || !isShowable(real, { home, guarded })) continue;
    const whole = installationOf(real);
    plan.show(isShowable(whole, { home, guarded }) ? whole : real);
    plan.show(folder);
  }
}

/** More than anybody has; bubblewrap takes so many places and no more. */
const maxFolders = 200;

const withoutSlash = (path: string): string => normalize(path).replace(/(?<=.)\/+$/, '');

/** Programs in a `bin` look for their own parts beside it. */
function installationOf(folder: string): string {
  const parent = dirname(folder);
  if (!['bin', 'sbin', 'condabin'].includes(basename(folder))) return folder;
  return namesIn(parent).some((name) => parts.has(name)) ? parent : folder;
}

const parts: ReadonlySet<string> = new Set(['lib', 'lib64', 'libexec', 'include', 'node_modules']);

interface Guarded {
  readonly home: string;
  /** What in the home is nobody's to see or to change. */
  readonly guarded: readonly string[];
}

/** Neither a whole home nor what holds credentials is shown because a program lies in it. */
function isShowable(path: string, { home, guarded }: Guarded): boolean {
  if (!isFolder(path) || isBeneath(home, path)) return false;
  if (path === '/root' || dirname(path) === '/home' || scratch.some((place) => isBeneath(place, path))) return false;
  if (!isBeneath(path, home)) return true;
  const names = relative(home, path).toLowerCase().split('/');
  if (names.some((_, at) => homeGuards.find(names.slice(0, at + 1), 0) !== undefined)) return false;
  return !guarded.some((place) => isBeneath(place, path));
}
