import { isFailure } from '../tool/outcome.js';
import { resolvePath } from '../workspace/resolve-path.js';

/** A folder without the links in its path; one that is not there is taken as it is written. */
export function realFolder(path: string): string {
  const place = resolvePath(path, '/');
  return isFailure(place) ? path : place.path;
}
