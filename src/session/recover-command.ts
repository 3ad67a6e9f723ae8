import { createId } from '../base/id.js';
import type { OpenCaptures } from '../change/capture/open-captures.js';
import type { ChangeBody } from '../change/event.js';
import { keptBlobs } from '../change/kept-blobs.js';
import { lostWords } from '../change/lost-words.js';
import { type Recorder, stored } from '../run/recorder.js';
import type { LogPort } from '../tool/port.js';
import type { SessionEventBody, SessionRecord } from './event.js';

interface Scene {
  readonly captures: OpenCaptures;
  readonly recorder: Recorder;
  readonly log: LogPort;
}

/** Puts on record what a command changed before the process that ran it was killed, so that it can be undone. */
export async function recoverCommand(
  past: readonly SessionRecord[],
  { captures, recorder, log }: Scene,
): Promise<void> {
  await captures.recover({
    isRecorded: (callId) => past.some((event) => event.type === 'change-applied' && event.body.callId === callId),
    async record({ callId, paths, lost, unknown }) {
      const why = lostWords({ lost, ...(unknown !== undefined && { unknown }) });
      if (why !== undefined) log.warn(`not all that the command of ${callId} changed can be undone: ${why}`);
      if (paths.length === 0 && why === undefined) return;
      const body: ChangeBody = {
        changeId: createId('chg'),
        callId,
        operation: 'command',
        paths,
        kept: keptBlobs(paths),
        ...(why !== undefined && { lost: why }),
      };
      const event: SessionEventBody = { type: 'change-applied', body };
      recorder.record([event]);
      await stored(recorder);
    },
  });
}
