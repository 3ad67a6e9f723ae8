import { messageOf, systemCode } from '../../base/error.js';
import type { Captured } from '../../tool/port.js';
import type { PathChange } from '../../tool/version.js';
import { defaultWalkMode } from '../../workspace/descriptor-walk.js';
import { removeTemporaries } from '../apply/remove-temporaries.js';
import { absoluteIn } from '../undo-plan.js';
import { backgroundFolders, lastMoment, readCapture } from './capture-index.js';
import { endCapture, unknownEnd } from './end-capture.js';
import { scanScope } from './scan-scope.js';
import { sweepName } from './sweep-capture.js';
import type { EndOptions, LookOptions, Taken } from './taken.js';

export interface RecoverOptions extends Pick<EndOptions, 'folder' | 'root' | 'own' | 'blobs'> {
  /** Whether what the call changed is on record. */
  isRecorded(callId: string): boolean;
  /** What other calls changed since this one started. */
  changedSince(callId: string): readonly PathChange[];
}

type Recovered = Captured & { readonly callId: string };

/** What the commands changed whose process was killed: the one that ran alone, and those in the background. */
export async function recoverCaptures(options: RecoverOptions): Promise<readonly Recovered[]> {
  const found: Recovered[] = [];
  for (const place of [options.folder, ...backgroundFolders(options.folder)]) {
    const recovered = await recoverCapture(place, options);
    if (recovered !== undefined) found.push(recovered);
  }
  return found;
}

/**
 * What a command changed whose process was killed before it could be recorded; undefined when there is none. What it must
 * not have changed is put back. A file that was touched later is left alone: it may be somebody's work.
 */
async function recoverCapture(place: string, options: RecoverOptions): Promise<Recovered | undefined> {
  const { folder, root, blobs, isRecorded } = options;
  const found = readCapture(place);
  if (found === undefined || found.root !== root || isRecorded(found.callId)) return undefined;
  const { callId } = found;
  const others = new Map(options.changedSince(callId).map(({ path, after }) => [path, after]));
  const stored = place === folder ? found : { ...found, others };
  const own = [...options.own, folder];
  const mode = defaultWalkMode();
  if (stored.guarded !== undefined) await removeLeftovers(stored, { root, mode, own });
  try {
    const { captured } = await endCapture(stored, { root, mode, own, folder, blobs, untilMs: lastMoment(place) });
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
