import { messageOf, systemCode } from '../../base/error.js';
import type { Captured } from '../../tool/port.js';
import { defaultWalkMode } from '../../workspace/descriptor-walk.js';
import { removeTemporaries } from '../apply/remove-temporaries.js';
import { absoluteIn } from '../undo-plan.js';
import { lastMoment, readCapture } from './capture-index.js';
import { endCapture, unknownEnd } from './end-capture.js';
import { scanScope } from './scan-scope.js';
import { sweepName } from './sweep-capture.js';
import type { EndOptions, LookOptions, Taken } from './taken.js';

export interface RecoverOptions extends Pick<EndOptions, 'folder' | 'root' | 'own' | 'blobs'> {
  /** Whether what the call changed is on record. */
  isRecorded(callId: string): boolean;
}

/**
 * What a command changed whose process was killed before it could be recorded; undefined when there is none. What it must
 * not have changed is put back. A file that was touched later is left alone: it may be somebody's work.
 */
export async function recoverCapture(
  options: RecoverOptions,
): Promise<(Captured & { readonly callId: string }) | undefined> {
  const { folder, root, blobs, isRecorded } = options;
  const stored = readCapture(folder);
  if (stored === undefined || stored.root !== root || isRecorded(stored.callId)) return undefined;
  const { callId } = stored;
  const own = [...options.own, folder];
  const mode = defaultWalkMode();
  if (stored.guarded !== undefined) await removeLeftovers(stored, { root, mode, own });
  try {
    const { captured } = await endCapture(stored, { root, mode, own, folder, blobs, untilMs: lastMoment(folder) });
    return { callId, ...captured };
  } catch (error) {
    return { callId, ...unknownEnd(systemCode(error) ?? messageOf(error), stored) };
  }
}

/** What lies beside protected paths when the process was killed while it put them back. */
async function removeLeftovers({ callId, scope, before }: Taken, options: LookOptions): Promise<void> {
  const batch = sweepName(callId);
  const seen = await scanScope(scope, { ...options, known: before.entries });
  if ('refused' in seen) return;
  const paths = [...seen.entries.keys()].filter((path) => path.includes(`.toolwright-${batch}-`));
  removeTemporaries({ batch, paths: paths.map((path) => absoluteIn(options.root, path)), ...options });
}
