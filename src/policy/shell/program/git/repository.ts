import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isFailure } from '../../../../tool/outcome.js';
import type { CommandContext } from '../../command-context.js';
import { type ConfigEntry, parseConfigText } from './config-text.js';

/** A config file git would read; `entries` is undefined when it is there and cannot be read as git reads it. */
export interface ConfigFile {
  readonly path: string;
  readonly entries: readonly ConfigEntry[] | undefined;
}

/** What git would find from a folder upward. */
export interface Repository {
  /** The folder that holds `.git`; undefined when there is no repository. */
  readonly top: string | undefined;
  /** Where its config, hooks and objects are. */
  readonly commonDir: string | undefined;
  readonly configs: readonly ConfigFile[];
  /** What makes it impossible to say which repository it is, or that it is one of this workspace, in words. */
  readonly doubts: readonly string[];
  /** Folders beyond the workspace that are read. */
  readonly outside: readonly string[];
}

interface Finding {
  readonly context: CommandContext;
  readonly configs: ConfigFile[];
  readonly doubts: string[];
  readonly outside: string[];
}

/** Looks for the repository as git does: in the folder, then in each folder above it. */
export function findRepository(context: CommandContext, folder: string): Repository {
  const finding: Finding = { context, configs: [], doubts: [], outside: [] };
  for (let at = folder; ; at = dirname(at)) {
    const dotGit = join(at, '.git');
    const link = gitFile(context, dotGit);
    if (link !== undefined) return found(at, takeGitDir(resolve(at, link), { finding, linkedFrom: dotGit }), finding);
    if (isFolder(context, dotGit)) {
      const commonDir = takeGitDir(dotGit, { finding });
      // One that is no repository to git is passed over by git, but what it sets counts all the same.
      if (isGitDir(context, dotGit)) return found(at, commonDir, finding);
    }
    if (isGitDir(context, at)) finding.doubts.push(`${at} is a bare repository: its own config would steer git`);
    if (dirname(at) === at) return { ...finding, top: undefined, commonDir: undefined };
  }
}

/** The repository that `--git-dir` names. */
export function openRepository(context: CommandContext, gitDir: string): Repository {
  const finding: Finding = { context, configs: [], doubts: [], outside: [] };
  const link = gitFile(context, gitDir);
  const path = link === undefined ? gitDir : resolve(dirname(gitDir), link);
  return found(dirname(gitDir), takeGitDir(path, { finding }), finding);
}

function found(top: string, commonDir: string, finding: Finding): Repository {
  if (!isInside(finding.context, top)) finding.outside.push(top);
  const { configs, doubts, outside } = finding;
  return { top, commonDir, configs, doubts, outside };
}

/** Where a `.git` file leads; undefined when it is none. */
function gitFile(context: CommandContext, path: string): string | undefined {
  const text = context.readText(path);
  return text?.startsWith('gitdir: ') === true ? text.slice('gitdir: '.length).replace(/[\r\n]+$/, '') : undefined;
}

function isGitDir(context: CommandContext, path: string): boolean {
  const names = context.list(path);
  if (names?.includes('HEAD') !== true && context.readText(join(path, 'HEAD')) === undefined) return false;
  if (context.readText(join(path, 'commondir')) !== undefined) return true;
  return isFolder(context, join(path, 'objects')) && isFolder(context, join(path, 'refs'));
}

/** Adds the configs of a git folder; answers where it shares its objects and hooks. */
function takeGitDir(
  gitDir: string,
  { finding, linkedFrom }: { readonly finding: Finding; readonly linkedFrom?: string },
): string {
  const { context } = finding;
  const common = context.readText(join(gitDir, 'commondir'))?.trim();
  const commonDir = common === undefined ? gitDir : isAbsolute(common) ? common : join(gitDir, common);
  // A linked work tree may have its repository elsewhere, when that repository knows of it.
  const back = linkedFrom === undefined ? undefined : context.readText(join(gitDir, 'gitdir'))?.trim();
  const knows = back !== undefined && realPath(context, resolve(gitDir, back)) === realPath(context, linkedFrom ?? '');
  for (const path of new Set([gitDir, commonDir])) if (!knows && !isInside(context, path)) finding.outside.push(path);
  takeConfig(commonDir, 'config', finding);
  takeConfig(commonDir, 'config.worktree', finding);
  if (gitDir !== commonDir) takeConfig(gitDir, 'config.worktree', finding);
  takeAlternates(commonDir, finding);
  return commonDir;
}

function takeConfig(folder: string, name: string, { context, configs }: Finding): void {
  const path = join(folder, name);
  const text = context.readText(path);
  if (text !== undefined) configs.push({ path, entries: parseConfigText(text) });
  else if (isUnreadable(context, path)) configs.push({ path, entries: undefined });
}

/** Whether a file is there whose text cannot be had: it is too large, say. */
export function isUnreadable(context: CommandContext, path: string): boolean {
  if (context.readText(path) !== undefined) return false;
  const place = context.resolve(path);
  return isFailure(place) || place.kind !== 'missing';
}

/** Whether a folder is there, also one with too many names to list. */
export function isFolder(context: CommandContext, path: string): boolean {
  if (context.list(path) !== undefined) return true;
  const place = context.resolve(path);
  return !isFailure(place) && place.kind === 'directory';
}

/** Objects of another repository that this one borrows. */
function takeAlternates(commonDir: string, { context, outside }: Finding): void {
  const text = context.readText(join(commonDir, 'objects', 'info', 'alternates')) ?? '';
  for (const line of text.split('\n').slice(0, 100)) {
    if (line === '' || line.startsWith('#')) continue;
    const path = resolve(join(commonDir, 'objects'), line);
    if (!isInside(context, path)) outside.push(path);
  }
}

function realPath(context: CommandContext, path: string): string | undefined {
  const place = context.resolve(path);
  return isFailure(place) ? undefined : place.path;
}

export function isInside(context: CommandContext, path: string): boolean {
  const place = context.resolve(path);
  return !isFailure(place) && place.inside;
}
