import { defined } from '../../base/defined.js';
import type { RunContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { pathBelow } from '../path-below.js';
import { findMatchingFiles } from './counted-files.js';
import { type FileQuery, findFiles } from './find-files.js';
import { readGlob } from './glob-pattern.js';
import type { GrepOptions } from './grep-options.js';
import { type HeldSearch, holdSearch } from './held-search.js';
import { findMatches } from './ordered-matches.js';
import { renderFlags } from './search-notes.js';
import { holdsWildcard, type PatternSyntax, patternArgs } from './search-pattern.js';

/** What a search in files is asked for, nothing left open. */
export interface WantedMatches extends WantedFiles {
  readonly pattern: string;
  readonly syntax: PatternSyntax;
  readonly output: 'lines' | 'files' | 'counts';
  readonly max: number;
  readonly maxPerFile: number | undefined;
  readonly context: number;
  readonly ignoreCase: boolean;
}

interface GrepContext {
  readonly options: GrepOptions;
  readonly place: Place;
  readonly ctx: RunContext;
}

/** Searches in the files at a place and below. */
export function runGrep(wanted: WantedMatches, { options, place, ctx }: GrepContext) {
  return holdSearch(place, ctx, async (where) => {
    const choice = chooseFiles(wanted, options, where);
    if (isFailure(choice)) return choice;
    const searching = { choice, where, options, ctx };
    const found = await (wanted.output === 'lines' ? searchLines : searchFiles)(wanted, searching);
    if (isFailure(found)) return found;
    const names = options.fileNames === true ? await findNames(wanted.pattern, searching) : [];
    return isFailure(names) ? names : { ...found, names, flags: renderFlags(wanted) };
  });
}

interface Searching {
  readonly choice: FileChoice;
  readonly where: HeldSearch;
  readonly options: GrepOptions;
  readonly ctx: RunContext;
}

const maxOfAllFiles = 20_000;

async function searchLines(wanted: WantedMatches, { choice, where, options, ctx }: Searching) {
  const { max } = wanted;
  const perFile = options.perFile === true;
  const found = await findMatches(
    {
      args: [`--context=${wanted.context}`, ...caseArgs(wanted), ...choice.args],
      pattern: patternArgs(wanted.pattern, wanted.syntax),
      max: perFile ? maxOfAllFiles : max,
      maxPerFile: perFile ? Math.min(max, wanted.maxPerFile ?? max) : wanted.maxPerFile,
      wants: choice.wants,
    },
    where,
    ctx,
  );
  if (isFailure(found)) return found;
  const lines = found.lines.map((line) => ({ ...line, path: pathBelow(where.folder, line.path) }));
  return { ...found, lines, paths: [] };
}

async function searchFiles(wanted: WantedMatches, { choice, where, ctx }: Searching) {
  const { max } = wanted;
  const found = await findMatchingFiles(
    {
      args: [...caseArgs(wanted), ...choice.args],
      pattern: patternArgs(wanted.pattern, wanted.syntax),
      counts: wanted.output === 'counts',
      max,
      wants: choice.wants,
    },
    where,
    ctx,
  );
  if (isFailure(found)) return found;
  const paths = found.found.map(({ path, count }) => ({
    path: pathBelow(where.folder, path),
    ...defined({ count }),
  }));
  const { matches, files, unread } = found;
  return { lines: [], paths, matches, files, truncated: files > paths.length, unread };
}

const caseArgs = ({ ignoreCase }: WantedMatches): readonly string[] => (ignoreCase ? ['--ignore-case'] : []);

const maxNames = 100;

/** Files whose names hold the pattern. */
async function findNames(pattern: string, { choice, where, ctx }: Searching) {
  if (where.file !== undefined) return holdsWildcard(where.file, pattern) ? [pathBelow(where.folder, where.file)] : [];
  const glob = { matches: (name: string) => holdsWildcard(name, pattern), reaches: () => true };
  const found = await findFiles({ ...choice.walk, glob }, where, ctx);
  if (isFailure(found)) return found;
  const fitting = found.names.filter((name) => choice.wants(name));
  return fitting
    .sort()
    .slice(0, maxNames)
    .map((name) => pathBelow(where.folder, name));
}

interface WantedFiles {
  /** The glob that chooses files. */
  readonly include: string | undefined;
  readonly hidden: boolean;
  readonly ignored: boolean;
}

/** Which files are searched. */
interface FileChoice {
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
function chooseFiles(wanted: WantedFiles, options: GrepOptions, where: HeldSearch): FileChoice | ToolFailure {
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
