import { createChanges } from '../change/changes.js';
import type { Recorder } from '../run/recorder.js';
import type { ChangePort, StagedChange, WorkspacePort } from '../tool/port.js';
import type { SessionEventBody } from './event.js';

/** Changes, each told when it is made ready and when it is made. */
export function recordedChanges(workspace: WorkspacePort, recorder: Recorder): ChangePort {
  const bodyOf = ({ place, operation, baseHash, contentHash }: StagedChange) => ({
    path: place.shown,
    operation,
    baseHash: baseHash ?? null,
    contentHash,
  });
  const record = (event: SessionEventBody): void => recorder.record([event]);
  const changes = createChanges({
    workspace,
    onApplied: async (change) => {
      record({ type: 'change-applied', body: bodyOf(change) });
      void recorder.flush();
    },
  });
  return {
    apply: changes.apply,
    stage(change) {
      const staged = changes.stage(change);
      record({ type: 'change-staged', body: bodyOf(staged) });
      return staged;
    },
  };
}
