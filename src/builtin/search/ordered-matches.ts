import { cutEnd } from '../../base/text.js';
import type { RunContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import { type FoundLine, parseLine, wholeRecords } from './grep-line.js';
import type { HeldSearch } from './held-search.js';
import { comparePaths } from './order-paths.js';
import { runRipgrep } from './ripgrep.js';

export interface MatchQuery {
  /** What to search for and where, as ripgrep is told it. */
  readonly args: readonly string[];
  readonly pattern: readonly string[];
  /** The most matching lines. */
  readonly max: number;
  /** The most of one file; undefined when only `max` counts. */
  readonly maxPerFile: number | undefined;
  wants(path: string): boolean;
}

export interface OrderedMatches {
  readonly lines: FoundLine[];
  readonly matches: number;
  readonly files: number;
  readonly truncated: boolean;
  readonly unread: number;
}

const maxLineChars = 500;
const maxTotalChars = 200_000;
/** What is held until all is found; with more than this the first matches are soon found by going in order. */
const maxHeldMatches = 20_000;
const maxHeldChars = 8_000_000;

/**
 * The first matches in the order of paths. ripgrep searches with all cores, which gives files in any order: they are
 * held and sorted here. Where there is too much to hold, it goes through the files in order and stops when it has enough.
 */
export async function findMatches(
  query: MatchQuery,
  where: HeldSearch,
  ctx: RunContext,
): Promise<OrderedMatches | ToolFailure> {
  const byFile = new Map<string, FoundLine[]>();
  let matches = 0;
  let chars = 0;
  const searched = await run(query, { where, ctx, order: [] }, (found) => {
    const lines = byFile.get(found.path);
    if (lines === undefined) byFile.set(found.path, [found]);
    else lines.push(found);
    if (found.match) matches += 1;
    chars += found.text.length;
    return matches <= maxHeldMatches && chars <= maxHeldChars;
  });
  if (isFailure(searched)) return searched;
  if (matches > maxHeldMatches || chars > maxHeldChars) return findInOrder(query, where, ctx);
  const taken = takeFirst(query.max);
  for (const [, lines] of [...byFile].sort(([a], [b]) => comparePaths(a, b))) {
    if (!lines.every((line) => taken.take(line))) break;
  }
  return taken.end(searched.unread);
}

async function findInOrder(
  query: MatchQuery,
  where: HeldSearch,
  ctx: RunContext,
): Promise<OrderedMatches | ToolFailure> {
  const taken = takeFirst(query.max);
  const searched = await run(query, { where, ctx, order: ['--sort=path'] }, taken.take);
  return isFailure(searched) ? searched : taken.end(searched.unread);
}

interface Running {
  readonly where: HeldSearch;
  readonly ctx: RunContext;
  readonly order: readonly string[];
}

function run(query: MatchQuery, { where, ctx, order }: Running, take: (found: FoundLine) => boolean) {
  // One more than is shown tells that there is more.
  const most = query.maxPerFile ?? query.max + 1;
  return runRipgrep(
    {
      cwd: where.held.path,
      args: [...outputArgs, `--max-count=${most}`, ...order, ...query.args, ...where.fileArgs, ...query.pattern, './'],
      separator: '\n',
      onRecord: wholeRecords((record) => {
        const found = parseLine(record);
        if (found === undefined || !query.wants(found.path)) return true;
        const text = found.text.length > maxLineChars ? `${cutEnd(found.text, maxLineChars)}…` : found.text;
        return take({ ...found, text });
      }),
    },
    ctx,
  );
}

/** Takes lines until there are enough; answers whether more are wanted. */
function takeFirst(max: number) {
  const lines: FoundLine[] = [];
  const files = new Set<string>();
  let matches = 0;
  let chars = 0;
  let truncated = false;
  return {
    take(found: FoundLine): boolean {
      truncated ||= chars > maxTotalChars || (found.match && matches === max);
      if (truncated) return false;
      if (found.match) matches += 1;
      if (found.match) files.add(found.path);
      chars += found.text.length + found.path.length;
      lines.push(found);
      return true;
    },
    end: (unread: number): OrderedMatches => ({ lines, matches, files: files.size, truncated, unread }),
  };
}

const outputArgs = [
  '--no-heading',
  '--with-filename',
  '--line-number',
  '--null',
  '--crlf',
  '--max-columns=4000',
  '--max-columns-preview',
];
