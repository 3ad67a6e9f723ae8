import type { OpenCaptures } from '../change/capture/open-captures.js';
import { commandChange } from '../change/command-change.js';
import { type Recorder, stored } from '../run/recorder.js';
import type { NewEvent } from '../store/store.js';
import type { LogPort } from '../tool/port.js';
import type { PathChange } from '../tool/version.js';
import type { SessionEventBody, SessionRecord } from './event.js';

/**
 * Puts on record what a command changed before the process that ran it was killed, so that it can be undone. What it
 * must not have changed is put back.
 */
export async function recoverCommand(
  past: readonly SessionRecord[],
  { captures, recorder, log }: { readonly captures: OpenCaptures; readonly recorder: Recorder; readonly log: LogPort },
): Promise<void> {
  await captures.recover({
    isRecorded(callId) {
      // A call that ran again has the changes of its earlier runs on record.
      const start = past.findLastIndex((event) => event.type === 'call-started' && event.body.callId === callId);
      return past.some((event, at) => at > start && event.type === 'change-applied' && event.body.callId === callId);
    },
    changedSince(callId) {
      const start = past.findLastIndex((event) => event.type === 'call-started' && event.body.callId === callId);
      return past.slice(start + 1).flatMap(changedPaths);
    },
    async record({ callId, ...captured }) {
      const { refused = [], left = [], unchecked } = captured;
      for (const { path } of refused)
        log.warn(`${path} is protected: what the command of ${callId} did to it was put back`);
      for (const { path, why } of left)
        log.warn(`${path} is protected, and what the command of ${callId} did to it could not be put back: ${why}`);
      if (unchecked !== undefined)
        log.warn(`not checked whether the command of ${callId} changed protected paths: ${unchecked}`);
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

/** The paths an event tells the change of. */
export function changedPaths(event: NewEvent): readonly PathChange[] {
  const { type, body } = event as SessionEventBody;
  return type === 'change-applied' || type === 'change-undone' || type === 'change-redone' ? body.paths : nothing;
}

const nothing: readonly PathChange[] = [];
