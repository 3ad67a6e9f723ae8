import type { BlobPort, Captured } from '../../tool/port.js';
import type { PathChange } from '../../tool/version.js';
import { defaultWalkMode } from '../../workspace/descriptor-walk.js';
import { lastMoment, readCapture } from './capture-index.js';
import { findChanges } from './find-changes.js';
import { scanScope } from './scan-scope.js';

export interface RecoverOptions {
  readonly folder: string;
  readonly root: string;
  readonly own: readonly string[];
  readonly blobs: Pick<BlobPort, 'write' | 'writer'>;
  /** Whether what the call changed is on record. */
  isRecorded(callId: string): boolean;
}

/**
 * What a command changed whose process was killed before it could be recorded; undefined when there is none. A file that
 * was touched later is left alone: it may be somebody's work.
 */
export async function recoverCapture(
  options: RecoverOptions,
): Promise<(Captured & { readonly callId: string }) | undefined> {
  const { folder, root, own, blobs, isRecorded } = options;
  const stored = readCapture(folder);
  if (stored === undefined || stored.root !== root || isRecorded(stored.callId)) return undefined;
  const { callId, scope, before } = stored;
  const mode = defaultWalkMode();
  const after = await scanScope(scope, { root, mode, own: [...own, folder], known: before.entries });
  if ('refused' in after) return { callId, paths: [], lost: [], unknown: after.refused };
  const { paths, lost } = await findChanges(before, after, { root, mode, folder, blobs });
  const end = lastMoment(folder);
  const isLate = ({ path }: PathChange): boolean => {
    const entry = after.entries.get(path);
    return entry?.kind === 'file' && entry.touchedMs > end;
  };
  const late = paths.filter(isLate).map(({ path }) => ({ path, why: changedLater }));
  return { callId, paths: paths.filter((change) => !isLate(change)), lost: [...lost, ...late] };
}

const changedLater = 'it was changed after Toolwright had ended, perhaps by somebody else';
