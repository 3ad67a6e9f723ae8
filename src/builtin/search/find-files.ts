import type { RunContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place, WorkspacePort } from '../../tool/port.js';
import type { HeldSearch } from './held-search.js';
import { type IgnoreRules, parseIgnoreRules } from './walk/ignore-rules.js';
import type { PathGlob } from './walk/path-glob.js';
import { type AboveRules, ignoreFileNames, type Walked, type WalkOptions, walkFiles } from './walk/walk-files.js';

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
  { folder, held, closed }: HeldSearch,
  ctx: RunContext,
): Promise<Walked | ToolFailure> {
  const { workspace, clock, signal } = ctx;
  const isClosed = (parts: readonly string[]): boolean => closed.length > 0 && closed.includes(parts.join('/'));
  const isLeftOut = (name: string, at: readonly string[]): boolean => except.some((one) => one.matches(name, at));
  return walkFiles(
    held,
    {
      hidden,
      ignored,
      rootOnly,
      above: ignored || rootOnly ? [] : await readRulesAbove(folder, workspace),
      reaches: (parts) =>
        glob?.reaches(parts) !== false && !isLeftOut(parts.at(-1) ?? '', parts.slice(0, -1)) && !isClosed(parts),
      wants: (name, at) => glob?.matches(name, at) !== false && (except.length === 0 || !isLeftOut(name, at)),
    },
    { clock, signal, readIgnoreFile: (path) => readIgnoreFile(`${folder.path}/${path}`, workspace) },
  );
}

const maxLevels = 40;

/** What ignore files above a folder say of what is below it, the nearest first: up to where its repository begins. */
async function readRulesAbove(folder: Place, workspace: WorkspacePort): Promise<readonly AboveRules[]> {
  const found: AboveRules[] = [];
  const parts = folder.path.split('/').filter((part) => part !== '');
  for (let level = 0; level <= Math.min(parts.length, maxLevels); level += 1) {
    const at = `/${parts.slice(0, parts.length - level).join('/')}`;
    const way = parts.slice(parts.length - level);
    const isTop = isThere(`${at}/.git`, workspace);
    // The walk itself reads those of the folder it starts in.
    const names = level === 0 ? [] : ignoreFileNames;
    const rules: IgnoreRules[] = [];
    for (const name of isTop ? [...names, '.git/info/exclude'] : names) {
      const parsed = parseIgnoreRules((await readIgnoreFile(`${at}/${name}`, workspace)) ?? '');
      if (parsed !== undefined) rules.push(parsed);
    }
    if (rules.length > 0) found.push({ rules, way });
    if (isTop) break;
  }
  return found;
}

const maxBytes = 1024 * 1024;

async function readIgnoreFile(path: string, workspace: WorkspacePort): Promise<string | undefined> {
  const place = workspace.reach(path);
  if (isFailure(place) || place.kind !== 'file') return undefined;
  const bytes = await workspace.read(place, { maxBytes });
  return isFailure(bytes)
    ? undefined
    : Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\ufeff/, '');
}

function isThere(path: string, workspace: WorkspacePort): boolean {
  const place = workspace.reach(path);
  return !isFailure(place) && place.kind !== 'missing';
}
