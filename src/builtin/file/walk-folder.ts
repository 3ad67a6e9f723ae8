import type { RunContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { DirectoryEntry, Place } from '../../tool/port.js';

/** How paths are chosen: by how they begin, or by what is anywhere in them, in any letter case. */
export type PrefixMatch = 'start' | 'anywhere';

export interface Walk {
  /** How many folders deep. */
  readonly depth: number;
  /** Only paths that match; all when undefined. */
  readonly prefix: string | undefined;
  readonly match: PrefixMatch;
  readonly hidden: boolean;
  order(a: DirectoryEntry, b: DirectoryEntry): number;
}

/** Entries whose names are paths from where the walk began. */
export interface Found {
  readonly entries: readonly DirectoryEntry[];
  readonly hiddenLeftOut: number;
  /** There was more than is looked at. */
  readonly cut: boolean;
}

const maxSeen = 20_000;

/** All below a folder, each folder before what is in it and in the order that is wanted. No link is followed. */
export async function walkFolder(start: Place, walk: Walk, ctx: RunContext): Promise<Found | ToolFailure> {
  const entries: DirectoryEntry[] = [];
  const fits = matcherOf(walk);
  const closed = ctx.workspace.closed?.() ?? [];
  let seen = 0;
  let hiddenLeftOut = 0;

  const enter = async (place: Place, under: string, depth: number): Promise<ToolFailure | undefined> => {
    const all = await ctx.workspace.list(place);
    if (isFailure(all)) return all;
    const visible = walk.hidden ? all : all.filter(({ name }) => !name.startsWith('.'));
    hiddenLeftOut += all.length - visible.length;
    for (const entry of [...visible].sort(walk.order)) {
      seen += 1;
      if (seen > maxSeen || ctx.signal.aborted) return undefined;
      const path = under + entry.name;
      if (fits.path(entry.type === 'DIR' ? `${path}/` : path)) entries.push({ ...entry, name: path });
      if (entry.type !== 'DIR' || depth >= walk.depth || !fits.below(`${path}/`)) continue;
      const below = ctx.workspace.reach(`${place.path}/${entry.name}`);
      // What was taken away or swapped meanwhile, or may not be read, is listed and not entered.
      if (!isFailure(below) && below.kind === 'directory' && below.via === undefined && !closed.includes(below.path)) {
        await enter(below, `${path}/`, depth + 1);
      }
    }
    return undefined;
  };

  const failed = await enter(start, '', 1);
  return failed ?? { entries, hiddenLeftOut, cut: seen > maxSeen };
}

interface Matcher {
  path(path: string): boolean;
  /** Whether something below this folder could match. */
  below(folder: string): boolean;
}

function matcherOf({ prefix, match }: Walk): Matcher {
  if (prefix === undefined || prefix === '') return { path: () => true, below: () => true };
  if (match === 'start') {
    return {
      path: (path) => path.startsWith(prefix),
      below: (folder) => folder.startsWith(prefix) || prefix.startsWith(folder),
    };
  }
  const wanted = prefix.toLowerCase();
  return { path: (path) => path.toLowerCase().includes(wanted), below: () => true };
}
