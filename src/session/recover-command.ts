import type { OpenCaptures } from '../change/capture/open-captures.js';
import { commandChange } from '../change/command-change.js';
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
    async record({ callId, ...captured }) {
      const body = commandChange(callId, captured);
      if (body === undefined) return;
      if (body.lost !== undefined)
        log.warn(`not all that the command of ${callId} changed can be undone: ${body.lost}`);
      const event: SessionEventBody = { type: 'change-applied', body };
      recorder.record([event]);
      await stored(recorder);
    },
  });
}
