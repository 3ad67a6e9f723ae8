import type { RunContext } from '../../tool/context.js';
import type { ToolFailure } from '../../tool/outcome.js';
import type { HeldSearch } from './held-search.js';
import type { PathGlob } from './walk/path-glob.js';
import { readIgnoreFile, readRulesAbove } from './walk/rules-above.js';
import { type Walked, type WalkOptions, walkFiles } from './walk/walk-files.js';

export interface FileQuery {
  /** Undefined for every file. */
  readonly glob: PathGlob | undefined;
  /** What is left out, files and folders. */
  readonly except?: readonly PathGlob[];
  readonly hidden: WalkOptions['hidden'];
  readonly ignored: boolean;
  readonly rootOnly?: boolean;
}

/** The files below a folder that are asked for, as ignore files let them be seen. */
export async function findFiles(
  { glob, except = [], hidden, ignored, rootOnly = false }: FileQuery,
  { folder, held }: HeldSearch,
  ctx: RunContext,
): Promise<Walked | ToolFailure> {
  const { workspace, clock, signal } = ctx;
  const isLeftOut = (name: string, at: readonly string[]): boolean => except.some((one) => one.matches(name, at));
  return walkFiles(
    held,
    {
      hidden,
      ignored,
      rootOnly,
      above: ignored || rootOnly ? [] : await readRulesAbove(folder, workspace),
      reaches: (parts) => glob?.reaches(parts) !== false && !isLeftOut(parts.at(-1) ?? '', parts.slice(0, -1)),
      wants: (name, at) => glob?.matches(name, at) !== false && (except.length === 0 || !isLeftOut(name, at)),
    },
    { clock, signal, readIgnoreFile: (path) => readIgnoreFile(`${folder.path}/${path}`, workspace) },
  );
}
