import { messageOf } from '../base/error.js';
import { fail, type ToolFailure } from '../tool/outcome.js';
import { sameVersion } from '../tool/version.js';
import { fileFailure } from '../workspace/file-failure.js';
import { type Batch, openBatch } from './apply/batch.js';
import { commitBatch } from './apply/commit-batch.js';
import { compareBatch, keepBatch } from './apply/compare-batch.js';
import { conflictFailure } from './apply/conflict-failure.js';
import { writeTemporaries } from './apply/temporary-files.js';
import type { Applied, ApplyOptions, Conflict, PathWrite } from './path-write.js';

/**
 * Does all of it, or nothing: every file is wholly old or wholly new at any moment. What is there is compared with
 * `before`, what will be lost is kept, new content lies in files beside its place, and only then is anything changed:
 * by renames within folders that are held open, each right after one more comparison. When one fails, those before it
 * are taken back.
 */
export async function applyPaths(writes: readonly PathWrite[], options: ApplyOptions): Promise<Applied> {
  const merged = mergeWrites(writes);
  if ('failure' in merged) return refused(merged.failure);
  const end = await applyOnce(merged.writes, options);
  if (end !== 'other-device') return end;
  // A tree cannot be renamed to another file system: it is copied, then removed.
  if (merged.writes.some(({ tree }) => tree?.listed === false)) return refused(tooFar);
  return (await applyOnce(merged.writes.map(copied), options)) as Applied;
}

/** One write a path: a folder that several need is made once, and of changes that follow each other the net effect counts. */
function mergeWrites(
  writes: readonly PathWrite[],
): { readonly writes: readonly PathWrite[] } | { readonly failure: ToolFailure } {
  const byPath = new Map<string, PathWrite>();
  for (const write of writes) {
    const first = byPath.get(write.at);
    const net = first === undefined ? write : merged(first, write);
    if (net === undefined) return { failure: twice(write.path) };
    byPath.set(write.at, net);
  }
  return { writes: byPath.size === writes.length ? writes : [...byPath.values()] };
}

function merged(first: PathWrite, second: PathWrite): PathWrite | undefined {
  if (first.after.kind === 'folder' && second.after.kind === 'folder' && sameVersion(first.before, second.before))
    return first;
  const follows = sameVersion(first.after, second.before);
  if (!follows || first.tree !== undefined || second.tree !== undefined) return undefined;
  return { ...second, before: first.before };
}

const twice = (path: string): ToolFailure =>
  fail(
    'validation_failed',
    `${path} is changed twice in one batch, from the same state. Nothing was changed; make one change of it.`,
  );

const copied = ({ tree, ...write }: PathWrite): PathWrite =>
  tree === undefined || tree.from !== undefined ? write : { ...write, tree };

const tooFar = fail(
  'io_error',
  'It is too much to be moved to another file system in one step. Nothing was changed; move it with run_command (mv).',
);

async function applyOnce(writes: readonly PathWrite[], options: ApplyOptions): Promise<Applied | 'other-device'> {
  const batch = openBatch(writes, options);
  try {
    const conflicts = await compareBatch(batch);
    if (conflicts.length > 0) return inConflict(conflicts);
    const failure = await options.ready?.();
    if (failure !== undefined) return refused(failure);
    const { lost, broken } = await prepare(batch);
    if (lost.length > 0) return inConflict(lost);
    if (broken !== undefined) return refused(broken);
    if (options.signal?.aborted === true) return refused(cancelled(writes));
    return commitBatch(batch);
  } catch (error) {
    return refused(failureOf(error, batch));
  } finally {
    batch.close();
  }
}

/** Of one path, both wait for the disk at the same time. */
async function prepare(batch: Batch) {
  if (batch.items.length > 1) return { lost: await keepBatch(batch), broken: await writeTemporaries(batch) };
  const keeping = keepBatch(batch);
  const writing = writeTemporaries(batch);
  await Promise.allSettled([keeping, writing]);
  return { lost: await keeping, broken: await writing };
}

const refused = (failure: ToolFailure): Applied => ({ type: 'refused', failure, conflicts: [] });

const inConflict = (conflicts: readonly Conflict[]): Applied => ({
  type: 'refused',
  failure: conflictFailure(conflicts),
  conflicts,
});

const cancelled = (writes: readonly PathWrite[]): ToolFailure =>
  fail('cancelled', `${writes[0]?.path ?? 'It'} was not written: the call was cancelled.`);

function failureOf(error: unknown, { current, options }: Batch): ToolFailure {
  if (error instanceof RangeError) return fail('io_error', `${current} cannot be written: ${messageOf(error)}.`);
  const root = current.startsWith('/') ? undefined : options.root;
  return fileFailure(error, { shown: current, doing: 'written', root });
}
