import { sha256 } from '../base/digest.js';
import { createId } from '../base/id.js';
import type { ChangePlanPort, StagedWrite } from '../tool/port.js';
import { absent, type Version } from '../tool/version.js';
import { missingFolders } from './missing-folders.js';
import { renderDiff } from './unified-diff.js';

/** What a new file usually gets; the one it got is recorded once it is made. */
const usualMode = 0o644;

/** New content for one file, made ready. */
export function stageWrite({ place, operation, base, content }: Parameters<ChangePlanPort['stage']>[0]): StagedWrite {
  const kind = operation === 'edit' ? 'edit' : 'overwrite';
  const baseHash = base === undefined ? undefined : sha256(base);
  const contentHash = sha256(content);
  const mode = place.mode ?? usualMode;
  const before: Version =
    base === undefined || baseHash === undefined ? absent : { kind: 'file', hash: baseHash, bytes: base.length, mode };
  const after: Version = { kind: 'file', hash: contentHash, bytes: content.length, mode: mode & 0o777 };
  return {
    id: createId('chg'),
    place,
    operation: base === undefined ? 'create' : kind,
    paths: [...(base === undefined ? missingFolders(place) : []), { path: place.shown, before, after }],
    baseHash,
    content,
    contentHash,
    ...renderDiff(place.shown, base, content),
  };
}
