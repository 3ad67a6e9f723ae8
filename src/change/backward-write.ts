import type { BlobPort } from '../tool/port.js';
import type { PathChange } from '../tool/version.js';
import { renderBlobAddress } from '../workspace/blob-address.js';
import { systemError } from '../workspace/descriptor-walk.js';
import type { PathWrite } from './path-write.js';
import { absoluteIn } from './undo-plan.js';

interface Context {
  readonly root: string;
  readonly blobs: Pick<BlobPort, 'read'>;
}

/** What it takes to put back what was there before a change. */
export function backwardWrite({ path, before, after }: PathChange, { root, blobs }: Context): PathWrite {
  const write: PathWrite = { path, at: absoluteIn(root, path), before: after, after: before };
  if (before.kind !== 'file') return write;
  return {
    ...write,
    async content() {
      const content = await blobs.read(renderBlobAddress(before.hash));
      if (content === undefined) throw systemError('ENOENT', 'what was there before is not kept');
      return content;
    },
  };
}
