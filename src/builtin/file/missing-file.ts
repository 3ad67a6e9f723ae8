import { nearest } from '../../base/nearest.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place, WorkspacePort } from '../../tool/port.js';
import { pathBelow } from '../path-below.js';

/** The failure for a path where nothing is, with the name that may have been meant when it is inside the workspace. */
export async function missingFile(place: Place, workspace: WorkspacePort): Promise<ToolFailure> {
  const meant = place.inside ? await nearestSibling(place, workspace) : belowRoot(place, workspace);
  const hint =
    meant === place.shown
      ? 'A file that is shown so is there, but its name is not UTF-8: rename it with run_command.'
      : meant === undefined
        ? 'Find the right path with list_dir or glob.'
        : `Did you mean ${meant}?`;
  return fail('not_found', `${place.shown} does not exist. ${hint}`);
}

/** `/src/a.ts`: the same from the workspace on, where that is there. */
function belowRoot({ path }: Place, workspace: WorkspacePort): string | undefined {
  const place = workspace.resolve(path.slice(1));
  return isFailure(place) || place.kind === 'missing' || !place.inside ? undefined : place.shown;
}

async function nearestSibling(place: Place, workspace: WorkspacePort): Promise<string | undefined> {
  const at = place.path.lastIndexOf('/');
  const folder = workspace.reach(place.path.slice(0, at) || '/');
  if (isFailure(folder) || folder.kind !== 'directory' || !folder.inside) return undefined;
  const entries = await workspace.list(folder);
  if (isFailure(entries) || entries.length > 5000) return undefined;
  const name = nearest(
    place.path.slice(at + 1),
    entries.map((entry) => entry.name),
  );
  if (name === undefined) return undefined;
  return pathBelow(folder, name);
}
