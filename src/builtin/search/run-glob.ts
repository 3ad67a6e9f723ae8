import type { RunContext } from '../../tool/context.js';
import { isFailure } from '../../tool/outcome.js';
import type { HeldDirectory, Place } from '../../tool/port.js';
import { pathBelow } from '../path-below.js';
import { findFiles } from './find-files.js';
import { type GivenGlob, readGlobs } from './glob-pattern.js';
import { holdSearch } from './held-search.js';
import { comparePaths, firstOf } from './order-paths.js';
import { renderFlags } from './search-notes.js';

export interface WantedPaths {
  /** The first chooses files, the others leave out. */
  readonly globs: readonly GivenGlob[];
  readonly hidden: boolean;
  readonly ignored: boolean;
  readonly order: 'newest' | 'name';
  readonly max: number;
}

/** Finds files below a folder by their names. */
export async function runGlob({ globs, hidden, ignored, order, max }: WantedPaths, place: Place, ctx: RunContext) {
  const read = readGlobs(globs, place.path);
  if (isFailure(read)) return read;
  const [glob, ...except] = read;
  return holdSearch(place, ctx, async (where) => {
    const found = await findFiles({ glob, except, hidden: hidden || glob?.hidden === true, ignored }, where, ctx);
    if (isFailure(found)) return found;
    const { names, cut, unread } = found;
    const first = order === 'newest' ? await newestOf(names, max, where.held) : firstOf(names, max, comparePaths);
    return {
      files: first.map((name) => pathBelow(place, name)),
      total: names.length,
      truncated: cut || names.length > first.length,
      unread,
      flags: renderFlags({ hidden, ignored }),
    };
  });
}

const pieceMs = 15;

interface Dated {
  readonly name: string;
  readonly modifiedMs: number;
}

async function newestOf(names: readonly string[], count: number, held: HeldDirectory): Promise<string[]> {
  const dated: Dated[] = [];
  let pieceEnd = performance.now() + pieceMs;
  for (const name of names) {
    dated.push({ name, modifiedMs: held.modifiedMs(name) ?? 0 });
    if (performance.now() < pieceEnd) continue;
    await new Promise((resolve) => void setImmediate(resolve));
    pieceEnd = performance.now() + pieceMs;
  }
  const order = (a: Dated, b: Dated): number => b.modifiedMs - a.modifiedMs || comparePaths(a.name, b.name);
  return firstOf(dated, count, order).map(({ name }) => name);
}
