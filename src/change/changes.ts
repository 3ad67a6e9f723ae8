import { sha256 } from '../base/digest.js';
import { fail, isFailure } from '../tool/outcome.js';
import type { ChangePort, StagedChange, WorkspacePort } from '../tool/port.js';
import { defaultWalkMode, type WalkMode } from '../workspace/descriptor-walk.js';
import { isFolder, workspaceGone } from '../workspace/file-failure.js';
import { replaceFile } from './replace-file.js';
import { renderDiff } from './unified-diff.js';

export interface ChangesOptions {
  /** Named in failures when it was deleted; never made anew. */
  readonly workspace?: Pick<WorkspacePort, 'root'>;
  /** Told of every change once it is on disk. */
  onApplied?(change: StagedChange): Promise<void>;
  /** How folders are held; what the system can do when absent. */
  readonly walk?: WalkMode;
}

/** Staged file changes: made ready, shown, and then written wholly or not at all. */
export function createChanges(options: ChangesOptions = {}): ChangePort {
  const mode = options.walk ?? defaultWalkMode();
  const root = options.workspace?.root;

  return {
    stage({ place, operation, base, content }) {
      const kind = operation === 'edit' ? 'edit' : 'overwrite';
      return {
        place,
        operation: base === undefined ? 'create' : kind,
        baseHash: base === undefined ? undefined : sha256(base),
        content,
        contentHash: sha256(content),
        ...renderDiff(place.shown, base, content),
      };
    },
    async apply(change, signal) {
      if (sha256(change.content) !== change.contentHash) {
        return fail(
          'stale',
          `The content for ${change.place.shown} is not what was staged. Nothing was written; make the change again.`,
        );
      }
      if (root !== undefined && change.place.inside && !isFolder(root)) return workspaceGone(root);
      const written = await replaceFile(change, { mode, root: change.place.inside ? root : undefined, signal });
      if (!isFailure(written)) await options.onApplied?.(change);
      return written;
    },
  };
}
