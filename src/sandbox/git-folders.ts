import { dirname, join, resolve } from 'node:path';
import { isBeneath } from '../base/is-beneath.js';
import { isFolder, namesIn, readRegularFile, realPath, statsOf } from './look.js';

/** The folders of a Git repository, and what in them Git runs or obeys. */
export interface GitFolders {
  /** With the settings and hooks. */
  readonly common: string;
  /** What Git writes with every commit. */
  readonly written: readonly string[];
  /** Hooks, settings and what leads to them; some may not be there. */
  readonly obeyed: readonly string[];
  /** Where Git looks for hooks; they may not be there. */
  readonly hooks: readonly string[];
}

/** Of what is called `.git` in a workspace: a folder, or a file that names one elsewhere. */
export function gitFolders(dotGit: string): GitFolders | undefined {
  const stats = statsOf(dotGit);
  if (stats?.isDirectory() === true) return describe([dotGit], dotGit);
  const folder = stats?.isFile() === true ? linkedFolder(dotGit) : undefined;
  const common = folder === undefined ? undefined : commonFolder(folder);
  if (folder === undefined || common === undefined) return undefined;
  if (!isBeneath(dotGit, common)) return describe(common === folder ? [folder] : [common, folder], common, dotGit);
  // The workspace lies in the repository, as worktrees of a bare one do: what lies beside it is not opened.
  const kept = stores.map((name) => join(common, name)).filter(isFolder);
  return describe([...kept, folder], common, dotGit);
}

const stores = ['objects', 'refs', 'logs'];

/**
 * The repository that the folder of a worktree belongs to, which is the folder itself for others. What names it may have
 * been put there by anybody, so nothing is opened that is not built as one.
 */
function commonFolder(folder: string): string | undefined {
  const shared = readText(join(folder, 'commondir')).trim();
  const common = shared === '' ? folder : realPath(resolve(folder, shared));
  if (common === undefined || (common !== folder && dirname(folder) !== join(common, 'worktrees'))) return undefined;
  const isRepository = statsOf(join(common, 'HEAD'))?.isFile() === true && isFolder(join(common, 'objects'));
  return isRepository ? common : undefined;
}

/**
 * The folder that a `.git` file names, when that folder names the file in turn: what was only written into a workspace
 * opens nothing outside it.
 */
function linkedFolder(dotGit: string): string | undefined {
  const named = /^gitdir: (.+)$/m.exec(readText(dotGit))?.[1];
  const folder = named === undefined ? undefined : realPath(resolve(dirname(dotGit), named));
  if (folder === undefined) return undefined;
  const back = readText(join(folder, 'gitdir')).trim();
  if (back !== '' && realPath(resolve(folder, back)) === dotGit) return folder;
  const worktrees = settingsIn(folder, 'worktree');
  return worktrees.some((path) => realPath(resolve(folder, path)) === dirname(dotGit)) ? folder : undefined;
}

function describe(written: readonly string[], common: string, dotGit?: string): GitFolders {
  const modules = modulesIn(join(common, 'modules'), 0);
  const worktree = dirname(dotGit ?? common);
  const hooks = settingsIn(common, 'hooksPath').map((path) => resolve(worktree, path));
  return {
    common,
    written,
    hooks: [join(common, 'hooks'), ...hooks],
    obeyed: [
      ...(dotGit === undefined ? [] : [dotGit]),
      join(common, 'worktrees'),
      ...[...new Set([...written, ...modules])].flatMap((folder) => steering.map((name) => join(folder, name))),
      ...hooks,
      // Other files with settings.
      ...settingsIn(common, 'path').map((path) => resolve(common, path)),
    ],
  };
}

const steering = ['hooks', 'config', 'config.worktree', 'commondir', 'gitdir', 'info/attributes'];
const maxModuleDepth = 6;

/** Repositories of submodules, whose names may hold slashes. */
function modulesIn(folder: string, depth: number): readonly string[] {
  if (depth > maxModuleDepth) return [];
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    if (!isFolder(path)) return [];
    return statsOf(join(path, 'HEAD')) === undefined
      ? modulesIn(path, depth + 1)
      : [path, ...modulesIn(join(path, 'modules'), depth + 1)];
  });
}

/** The values of a setting, as it is usually written. */
function settingsIn(folder: string, name: string): readonly string[] {
  const line = new RegExp(String.raw`^[ \t]*${name}[ \t]*=[ \t]*"?([^"\n]+?)"?[ \t]*$`, 'gim');
  return [...readText(join(folder, 'config')).matchAll(line)].flatMap(([, value]) => value ?? []);
}

/** Of a file that anybody may have put there. */
const readText = (path: string): string => readRegularFile(path, maxText) ?? '';
const maxText = 2 ** 20;
