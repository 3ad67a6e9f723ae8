import type { PathChange } from '../tool/version.js';
import { renderBlobAddress } from '../workspace/blob-address.js';

/** The blobs that hold what was there before a change, as the event of the change names them: so they stay. */
export function keptBlobs(paths: readonly PathChange[]): readonly string[] {
  const hashes = paths.flatMap(({ before }) => (before.kind === 'file' ? [before.hash] : []));
  return Array.from(new Set(hashes), renderBlobAddress);
}
