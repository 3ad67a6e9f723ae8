import { messageOf, systemCode } from '../../base/error.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import { type PathChange, sameVersion, type Version } from '../../tool/version.js';
import { fileFailure } from '../../workspace/file-failure.js';
import type { Applied, Conflict } from '../path-write.js';
import type { Batch, Done, Item } from './batch.js';
import { changedSince, unlistedEntries } from './compare-batch.js';
import { conflictFailure } from './conflict-failure.js';
import { versionOf } from './look.js';
import { stepsOf } from './order-steps.js';
import { removeTree } from './remove-tree.js';

/**
 * Changes what is there. Nothing is awaited from a comparison to the change it is for: within this process nobody can
 * come between. When a step fails, those before it are taken back.
 */
export function commitBatch(batch: Batch): Applied | 'other-device' {
  const conflicts = batch.items.flatMap((item) => changedSince(batch, item) ?? []);
  conflicts.push(...unlistedEntries(batch));
  if (conflicts.length > 0) return { type: 'refused', failure: conflictFailure(conflicts), conflicts };
  const steps = stepsOf(batch);
  const done: Done[] = [];
  try {
    for (const step of steps) {
      batch.step('commit', step.item.write.path);
      const end = step.run({ alone: steps.length === 1 });
      if (end === undefined) continue;
      if ('conflict' in end) return takenBack(batch, done, { conflicts: [end.conflict] });
      done.push(end);
    }
  } catch (error) {
    const path = batch.current;
    const root = path.startsWith('/') ? undefined : batch.options.root;
    const end = takenBack(batch, done, { failure: fileFailure(error, { shown: path, doing: 'written', root }) });
    return systemCode(error) === 'EXDEV' && isMove(batch) ? 'other-device' : end;
  }
  return finished(batch, done);
}

const isMove = ({ items }: Batch): boolean => items.some(({ write }) => write.tree?.from !== undefined);

function takenBack(
  batch: Batch,
  done: readonly Done[],
  { conflicts = [], failure = conflictFailure(conflicts) }: { conflicts?: readonly Conflict[]; failure?: ToolFailure },
): Applied {
  const left: string[] = [];
  for (const { item, takeBack } of done.toReversed()) {
    batch.step('take-back', item.write.path);
    try {
      if (takeBack() === 'left') left.push(item.write.path);
    } catch {
      left.push(item.write.path);
    }
  }
  if (left.length === 0) return { type: 'refused', failure, conflicts };
  const said = `${failure.message} What was changed before that was put back, but for what others changed meanwhile: ${left.join(', ')}. Look at it.`;
  return { type: 'refused', failure: fail(failure.errorType, said), conflicts };
}

function finished(batch: Batch, done: readonly Done[]): Applied {
  const left: string[] = [];
  for (const { item, removes } of done) {
    if (removes === undefined) continue;
    batch.step('remove', item.write.path);
    try {
      removeTree(batch.folders.open(removes.folder), removes.name);
    } catch (error) {
      left.push(`${removes.folder}/${removes.name} (${systemCode(error) ?? messageOf(error)})`);
    }
  }
  if (batch.options.fsync === 'full') syncFolders(batch);
  return {
    type: 'applied',
    bytes: batch.items.reduce(
      (sum, { write, temporary }) => sum + (temporary === undefined ? 0 : bytesOf(write.after)),
      0,
    ),
    paths: pathsOf(batch, done),
    ...(left.length > 0 && { unremoved: notRemoved(left) }),
  };
}

const bytesOf = (version: Version): number => (version.kind === 'file' ? version.bytes : 0);

function syncFolders(batch: Batch): void {
  for (const path of new Set(batch.items.map(({ folder }) => folder))) {
    batch.step('sync-folder', path);
    // A folder that was removed needs no entries.
    batch.folders.find(path)?.sync();
  }
}

/** What was found and what was left. A folder that was there already, or is not empty, is not among it. */
function pathsOf({ items }: Batch, done: readonly Done[]): readonly PathChange[] {
  const made = new Map<Item, Version>();
  for (const { item, left } of done) made.set(item, left ?? made.get(item) ?? item.write.after);
  return items.flatMap((item) => {
    const after = item.covered ? item.write.after : made.get(item);
    if (after === undefined) return [];
    const change = { path: item.write.path, before: versionOf(item.found) ?? item.write.before, after };
    return sameVersion(change.before, change.after) ? [] : [change];
  });
}

const notRemoved = (left: readonly string[]): ToolFailure =>
  fail(
    'io_error',
    `It was taken away, but could not be removed wholly. What is left of it lies in ${left.join(', ')}: remove that.`,
  );
