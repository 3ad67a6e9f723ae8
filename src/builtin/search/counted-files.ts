import type { RunContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import { wholeRecords } from './grep-line.js';
import type { HeldSearch } from './held-search.js';
import { comparePaths, firstOf } from './order-paths.js';
import type { MatchQuery } from './ordered-matches.js';
import { runRipgrep } from './ripgrep.js';

export interface CountedFile {
  readonly path: string;
  /** How many lines match; undefined where that was not asked for. */
  readonly count: number | undefined;
}

export interface FileMatchQuery extends Omit<MatchQuery, 'maxPerFile'> {
  readonly counts: boolean;
}

export interface CountedFiles {
  readonly found: readonly CountedFile[];
  readonly matches: number;
  readonly files: number;
  readonly unread: number;
}

const maxFiles = 200_000;

/** The files that hold a match, in the order of their paths, and how many lines of each do. */
export async function findMatchingFiles(
  query: FileMatchQuery,
  where: HeldSearch,
  ctx: RunContext,
): Promise<CountedFiles | ToolFailure> {
  const found: CountedFile[] = [];
  let matches = 0;
  const take = (record: string): boolean => {
    const [path = '', count] = record.split('\0');
    if (!query.wants(path)) return true;
    matches += count === undefined ? 1 : Number(count);
    return found.push({ path, count: count === undefined ? undefined : Number(count) }) < maxFiles;
  };
  const searched = await runRipgrep(
    {
      cwd: where.held.path,
      args: [
        query.counts ? '--count' : '--files-with-matches',
        '--null',
        '--with-filename',
        '--crlf',
        ...query.args,
        ...where.fileArgs,
        ...query.pattern,
        './',
      ],
      separator: query.counts ? '\n' : '\0',
      onRecord: query.counts ? wholeRecords(take) : take,
    },
    ctx,
  );
  if (isFailure(searched)) return searched;
  const first = firstOf(found, query.max, (a, b) => comparePaths(a.path, b.path));
  return { found: first, matches, files: found.length, unread: searched.unread };
}
