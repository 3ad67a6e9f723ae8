import { createHash } from 'node:crypto';
import { isFailure } from '../../tool/outcome.js';
import { placeName, type SeenFile, type WorkspacePort } from '../../tool/port.js';

/** Beyond it only the size tells whether a file has changed. */
const maxBytes = 64 * 1024 * 1024;

/** What lies at a path of the workspace now; undefined where that cannot be told. */
export async function fileNow(
  path: string,
  workspace: Pick<WorkspacePort, 'resolve' | 'scan'>,
): Promise<SeenFile | undefined> {
  const place = workspace.resolve(path);
  if (isFailure(place) || !place.inside) return undefined;
  const { kind, size } = place;
  const name = placeName(place);
  if (kind !== 'file' || size > maxBytes) return { path: name, hash: `${kind} of ${size} bytes` };
  const digest = createHash('sha256');
  const failure = await workspace.scan(place, (piece) => digest.update(piece) !== undefined);
  return failure === undefined ? { path: name, hash: digest.digest('hex') } : undefined;
}
