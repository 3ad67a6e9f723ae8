import { defined } from '../base/defined.js';
import { sha256 } from '../base/digest.js';
import { createId } from '../base/id.js';
import type { ChangePlanPort, StagedWrite } from '../tool/port.js';
import { placeName } from '../tool/port.js';
import { absent, type Version } from '../tool/version.js';
import { missingFolders } from './missing-folders.js';
import { renderDiff } from './unified-diff.js';

/** What a new file usually gets; the one it got is recorded once it is made. */
const usualMode = 0o644;

/** The contents made ready here, by what their hashes were: to hash a large one again would take as long as to write it. */
const staged = new WeakMap<Uint8Array, string>();

/** Whether this is the very content, and not another put in its place, that this hash was made of when it was made ready. */
export const isStaged = (content: Uint8Array, hash: string): boolean => staged.get(content) === hash;

/** New content for one file, made ready. */
export function stageWrite(wanted: Parameters<ChangePlanPort['stage']>[0]): StagedWrite {
  const { place, operation, base, content, contextLines } = wanted;
  const kind = operation === 'edit' ? 'edit' : 'overwrite';
  const baseHash = base === undefined ? undefined : sha256(base);
  const contentHash = sha256(content);
  staged.set(content, contentHash);
  const mode = place.mode ?? usualMode;
  const before: Version =
    base === undefined || baseHash === undefined ? absent : { kind: 'file', hash: baseHash, bytes: base.length, mode };
  const after: Version = {
    kind: 'file',
    hash: contentHash,
    bytes: content.length,
    mode: (wanted.mode ?? mode) & 0o777,
  };
  return {
    id: createId('chg'),
    place,
    operation: base === undefined ? 'create' : kind,
    paths: [...(base === undefined ? missingFolders(place) : []), { path: placeName(place), before, after }],
    baseHash,
    content,
    contentHash,
    ...defined({ mode: wanted.mode }),
    ...renderDiff(place.shown, base, content, contextLines === undefined ? {} : { contextLines }),
  };
}
