import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { FileQuery } from './find-files.js';
import { readGlob } from './glob-pattern.js';
import type { GrepOptions } from './grep-options.js';
import type { HeldSearch } from './held-search.js';

export interface WantedFiles {
  /** The glob that chooses files. */
  readonly include: string | undefined;
  readonly hidden: boolean;
  readonly ignored: boolean;
}

/** Which files are searched. */
export interface FileChoice {
  /** What ripgrep is told of it. */
  readonly args: readonly string[];
  /** The same for a walk. */
  readonly walk: Omit<FileQuery, 'glob'>;
  /** What ripgrep cannot be told: whether a file that it found is meant. */
  wants(path: string): boolean;
}

/**
 * Chooses files for ripgrep. A glob of ripgrep overrides ignore files; a file type does not, so names are chosen by one,
 * and paths are looked at afterwards.
 */
export function chooseFiles(wanted: WantedFiles, options: GrepOptions, where: HeldSearch): FileChoice | ToolFailure {
  const { include, ignored } = wanted;
  const glob = include === undefined ? undefined : readGlob(include, 'include', where.folder.path);
  if (isFailure(glob)) return glob;
  const rootOnly = options.ignoreFiles === 'root';
  const all = wanted.hidden || glob?.hidden === true;
  const hidden = all || (options.hidden === 'folders' ? 'files' : false);
  const name = where.file === undefined ? glob?.name : undefined;
  return {
    args: [
      ...(hidden === false ? [] : ['--hidden']),
      ...(hidden === 'files' ? ['--glob=!.*/'] : []),
      ...(ignored || rootOnly ? ['--no-ignore'] : []),
      ...(rootOnly && !ignored ? rootIgnoreArgs(where) : []),
      ...(name === undefined ? [] : [`--type-add=wanted:${name}`, '--type=wanted']),
      ...(options.maxFileBytes === undefined ? [] : [`--max-filesize=${options.maxFileBytes}`]),
    ],
    walk: { hidden, ignored, rootOnly },
    wants(path) {
      if (glob?.isPath !== true || where.file !== undefined) return true;
      const parts = path.replace(/^\.\//, '').split('/');
      return glob.matches(parts.at(-1) ?? '', parts.slice(0, -1));
    },
  };
}

function rootIgnoreArgs({ held }: HeldSearch): readonly string[] {
  const isThere = held.entries('')?.some(({ name }) => name === '.gitignore') === true;
  return isThere ? ['--ignore-file=.gitignore'] : [];
}
