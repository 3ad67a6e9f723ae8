import { posix } from 'node:path';
import type { Places } from '../policy.js';
import { fold } from './glob.js';

/** The names of the folders on the way to a path, and its own. */
export type Spelled = readonly string[];

/** A path as seen from each place a pattern can begin at; `above`: that place lies below the path. */
export type SpelledPath = Readonly<Record<'root' | 'home' | 'system', Spelled | 'above' | undefined>>;

export type Folders = Pick<Places, 'root' | 'home'>;

/** `path` is absolute, or begins in the workspace. With `folds`, capital and small letters are made the same. */
export function spellPath(path: string, folders: Folders, { folds }: { readonly folds: boolean }): SpelledPath {
  const { root, home } = spelledFolders(folders, folds);
  const rest = partsOf(path);
  const own = folds ? rest.map(fold) : rest;
  const system = path.startsWith('/') ? own : [...root, ...own];
  return { root: below(system, root), home: below(system, home), system };
}

const partsOf = (path: string): Spelled => {
  const parts = posix.normalize(path).split('/');
  return parts.filter((part) => part !== '' && part !== '.');
};

interface SpelledFolders {
  readonly root: Spelled;
  readonly home: Spelled;
}

const known = new WeakMap<Folders, { readonly exact: SpelledFolders; readonly folded: SpelledFolders }>();

function spelledFolders(folders: Folders, folds: boolean): SpelledFolders {
  let found = known.get(folders);
  if (found === undefined) {
    const exact = { root: partsOf(folders.root), home: partsOf(folders.home) };
    found = { exact, folded: { root: exact.root.map(fold), home: exact.home.map(fold) } };
    known.set(folders, found);
  }
  return folds ? found.folded : found.exact;
}

function below(path: Spelled, folder: Spelled): Spelled | 'above' | undefined {
  const shared = Math.min(path.length, folder.length);
  for (let at = 0; at < shared; at += 1) if (path[at] !== folder[at]) return undefined;
  return path.length < folder.length ? 'above' : path.slice(folder.length);
}
