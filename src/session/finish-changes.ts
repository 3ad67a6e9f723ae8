import { messageOf } from '../base/error.js';
import type { Recorder, RecordFailure } from '../run/recorder.js';
import { fail, type ToolFailure } from '../tool/outcome.js';
import type { BlobPort, LogPort } from '../tool/port.js';
import { defaultWalkMode } from '../workspace/descriptor-walk.js';
import type { SessionRecord } from './event.js';

interface Finishing {
  readonly recorder: Pick<Recorder, 'record'>;
  readonly blobs: Pick<BlobPort, 'read' | 'write'>;
  readonly ports: { readonly log: LogPort };
}

/** Finishes changes that an earlier process was making when it was killed. True when something was recorded. */
export async function finishChanges(
  past: readonly SessionRecord[],
  { recorder, blobs, ports }: Finishing,
): Promise<boolean> {
  const settled = new Set(past.flatMap(({ type, body }) => (type === 'call-settled' ? [body.callId] : [])));
  if (!past.some(({ type, body }) => type === 'call-started' && !settled.has(body.callId))) return false;
  const { recoverChanges } = await import('../change/recover-changes.js');
  let recorded = false;
  const found = await recoverChanges({
    past,
    blobs,
    mode: defaultWalkMode(),
    record(event) {
      recorded = true;
      recorder.record([event]);
    },
  });
  for (const { callId, end, left, problem } of found) {
    if (end === 'taken-back') ports.log.warn(`a change was cut off halfway and taken back (${callId})`);
    if (left.length > 0) {
      const why = problem === undefined ? 'others changed it meanwhile' : problem;
      ports.log.warn(`of a change that was cut off (${callId}) this was left as it is: ${left.join(', ')}: ${why}`);
    }
  }
  return recorded;
}

/** What a change answers when its beginning cannot be recorded: it is not begun. */
export function unrecordedChange(failed: RecordFailure | undefined): ToolFailure | undefined {
  if (failed === undefined) return undefined;
  return fail('io_error', `Not changed, because it could not be recorded: ${messageOf(failed.error)}`);
}
