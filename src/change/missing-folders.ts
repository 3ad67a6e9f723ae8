import { lstatSync } from 'node:fs';
import { attempt } from '../base/attempt.js';
import type { Place } from '../tool/port.js';
import { placeName } from '../tool/port.js';
import { absent, type PathChange } from '../tool/version.js';
import { splitPath } from '../workspace/descriptor-walk.js';

/** The folders on the way to a place that are not there and will be made, the uppermost first. */
export function missingFolders(place: Pick<Place, 'path' | 'shown' | 'real'>): readonly PathChange[] {
  const { path } = place;
  const missing: PathChange[] = [];
  // What stands before its name is the workspace, or nothing.
  const hidden = path.length - placeName(place).length;
  for (let folder = splitPath(path).folder; folder.length > hidden && !isThere(folder); ) {
    missing.unshift({ path: folder.slice(hidden), before: absent, after: usualFolder });
    folder = splitPath(folder).folder;
  }
  return missing;
}

/** What is there is told by the apply; the mode it will have, by the system. */
const usualFolder = { kind: 'folder', mode: 0o755 } as const;

/** Where a file is on the way, the apply finds it. */
const isThere = (path: string): boolean =>
  attempt(() => lstatSync(path, { throwIfNoEntry: false }) !== undefined, true);
