import type { RunContext } from '../../tool/context.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { HeldDirectory, Place } from '../../tool/port.js';

/** Where a search runs. */
export interface HeldSearch {
  /** The folder to search in; with a file, the folder it is in, so that no link put in its place is followed. */
  readonly folder: Place;
  readonly held: HeldDirectory;
  readonly file: string | undefined;
  /** Limits ripgrep to the one file, or keeps it out of the closed folders. */
  readonly fileArgs: readonly string[];
  /** Folders below it that belong to other sessions, by their paths from it. */
  readonly closed: readonly string[];
}

/** Holds the folder of a search open for as long as it takes. */
export async function holdSearch<T>(
  place: Place,
  ctx: RunContext,
  search: (where: HeldSearch) => Promise<T | ToolFailure>,
): Promise<T | ToolFailure> {
  const at = place.path.lastIndexOf('/');
  const file = place.kind === 'file' ? place.path.slice(at + 1) : undefined;
  const folder = file === undefined ? place : ctx.workspace.reach(place.path.slice(0, at) || '/');
  if (isFailure(folder)) return folder;
  const held = ctx.workspace.hold(folder);
  if (isFailure(held)) return held;
  try {
    const closed = closedBelow(folder, ctx);
    const fileArgs =
      file === undefined
        ? closed.map((path) => `--glob=!/${escapeGlob(path)}`)
        : ['--max-depth=1', `--glob=/${escapeGlob(file)}`];
    return await search({ folder, held, file, fileArgs, closed });
  } finally {
    held.close();
  }
}

const closedBelow = ({ path }: Place, { workspace }: RunContext): readonly string[] =>
  (workspace.closed?.() ?? []).flatMap((one) => (one.startsWith(`${path}/`) ? [one.slice(path.length + 1)] : []));

/** A glob that matches one name literally: white space at the end of a glob would count for nothing. */
const escapeGlob = (name: string): string => name.replaceAll(/[\\*?[\]{}!]/g, '\\$&').replace(/\s$/u, '[$&]');
