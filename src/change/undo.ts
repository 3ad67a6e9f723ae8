import { defined } from '../base/defined.js';
import { createId } from '../base/id.js';
import { plural } from '../base/text.js';
import type { BlobPort } from '../tool/port.js';
import type { PathChange } from '../tool/version.js';
import { renderBlobAddress } from '../workspace/blob-address.js';
import { defaultWalkMode, type WalkMode } from '../workspace/descriptor-walk.js';
import { removeTemporaries } from './apply/remove-temporaries.js';
import { applyPaths } from './apply-paths.js';
import type { UndoBody, UndoEvent } from './event.js';
import type { Journal, JournalChange, JournalUndo } from './journal.js';
import { keptBlobs } from './kept-blobs.js';
import type { ApplyOptions, Conflict, Fsync } from './path-write.js';
import { readPresent } from './present-path.js';
import { chooseChanges, lastUndo, type UndoWhat } from './undo-choice.js';
import { type Inspection, inspectPlan, type RevertedPath } from './undo-inspection.js';
import { callWords, type ToldObstacle, tellObstacles } from './undo-obstacle.js';
import { absoluteIn, type Obstacle, planRedo, planUndo } from './undo-plan.js';

export interface UndoContext {
  readonly journal: Journal;
  /** The workspace. */
  readonly root: string;
  readonly blobs: Pick<BlobPort, 'read' | 'write' | 'size'>;
  /** Who wants it, and by which channel. */
  readonly who: string;
  readonly from: string;
  readonly fsync?: Fsync;
  readonly walk?: WalkMode;
  readonly signal?: AbortSignal;
  readonly atStep?: ApplyOptions['atStep'];
  /** Shown what would be done; nothing is unless it answers true. */
  approve?(preview: UndoPreview): boolean | Promise<boolean>;
}

export interface UndoPreview {
  readonly kind: 'undo' | 'redo';
  readonly changes: readonly JournalChange[];
  readonly paths: readonly RevertedPath[];
  /** What stands in the way of changes that are left as they are. */
  readonly skipped: readonly ToldObstacle[];
  /** What else these changes did, which cannot be taken back. */
  readonly notes: readonly string[];
}

export type UndoEnd =
  | { readonly type: 'nothing'; readonly message: string }
  | { readonly type: 'declined' }
  /** Nothing at all was changed. */
  | { readonly type: 'refused'; readonly message: string; readonly obstacles: readonly ToldObstacle[] }
  | ({ readonly type: 'done'; readonly event: UndoEvent } & UndoPreview);

/** Takes changes back: all that were chosen together, or none of them. */
export async function undoChanges(
  context: UndoContext,
  { what, skipChanged = false }: { readonly what: UndoWhat; readonly skipChanged?: boolean },
): Promise<UndoEnd> {
  const { journal, root, blobs, walk = defaultWalkMode() } = context;
  const { changes, beyond } = chooseChanges(journal, what);
  let chosen = changes;
  if (chosen.length === 0)
    return { type: 'nothing', message: [nothingWords(journal), ...beyond.flatMap(noteOf)].join(' ') };
  const skipped: Obstacle[] = [];
  for (;;) {
    const found = await inspectPlan(planUndo(journal, { chosen, root }), { blobs, walk });
    if (found.obstacles.length === 0) return revert({ kind: 'undo', changes: chosen, beyond, skipped, found }, context);
    skipped.push(...found.obstacles);
    const stopped = new Set(found.obstacles.flatMap(({ changeIds }) => changeIds));
    chosen = chosen.filter(({ changeId }) => !stopped.has(changeId));
    if (!skipChanged || chosen.length === 0) return refuse('undo', skipped, context);
  }
}

/** Makes again what was undone last. */
export async function redoChanges(context: UndoContext): Promise<UndoEnd> {
  const { journal, root, blobs, walk = defaultWalkMode() } = context;
  const undo = lastUndo(journal);
  if (undo === undefined) return { type: 'nothing', message: 'There is nothing to redo.' };
  const found = await inspectPlan(planRedo(journal, { undo, root }), { blobs, walk });
  if (found.obstacles.length > 0) return refuse('redo', found.obstacles, context);
  const changes = journal.changes.filter(({ changeId }) => undo.changeIds.includes(changeId));
  return revert({ kind: 'redo', undo, changes, beyond: [], skipped: [], found }, context);
}

function nothingWords({ changes }: Journal): string {
  if (changes.every(({ paths }) => paths.length === 0))
    return 'There is nothing to undo: no change of a file is recorded.';
  return 'There is nothing to undo: everything that was changed is undone already.';
}

async function refuse(
  kind: UndoPreview['kind'],
  obstacles: readonly Obstacle[],
  context: UndoContext,
): Promise<UndoEnd> {
  const count = new Set(obstacles.map(({ path }) => path)).size;
  const message = `Nothing was ${pastWords[kind]}: ${plural(count, 'path')} cannot be put back.`;
  return { type: 'refused', message, obstacles: await tell(obstacles, context) };
}

const pastWords = { undo: 'undone', redo: 'redone' } as const;

/** A path that is not what it was a moment ago stops everything; so does what the system refuses. */
async function revert(
  { kind, undo, changes, beyond, skipped, found }: Reverting,
  context: UndoContext,
): Promise<UndoEnd> {
  const { root, blobs, who, from, fsync = 'on' } = context;
  const preview: UndoPreview = {
    kind,
    changes,
    paths: found.writes
      .map(({ path, before, after, added, removed }) => ({ path, before, after, added, removed }))
      .sort(byPath),
    skipped: await tell(skipped, context),
    notes: kind === 'undo' ? [...changes, ...beyond].flatMap(noteOf) : [],
  };
  if (context.approve !== undefined && !(await context.approve(preview))) return { type: 'declined' };
  const mode = context.walk ?? defaultWalkMode();
  // What an earlier attempt left that was killed; there is one at a time in a session.
  const batch = `${kind}-${changes[0]?.changeId ?? ''}`;
  removeTemporaries({ batch, paths: [...found.writes, ...found.settled].map(({ at }) => at), root, mode });
  const applied = await applyPaths(found.writes, {
    mode,
    batch,
    fsync,
    root,
    signal: context.signal,
    keep: async (content) => void (await blobs.write(content, { fsync })),
    ...defined({ atStep: context.atStep }),
  });
  if (applied.type === 'refused') {
    if (applied.conflicts.length > 0) return refuse(kind, applied.conflicts.map(asObstacle), context);
    return { type: 'refused', message: `Nothing was ${pastWords[kind]}. ${applied.failure.message}`, obstacles: [] };
  }
  const paths = [...applied.paths, ...(await redoable(found, blobs))]
    .map(({ path, before, after }) => ({ path, before, after }))
    .sort(byPath);
  const body: UndoBody = {
    undoId: undo?.undoId ?? createId('und'),
    changeIds: changes.map(({ changeId }) => changeId),
    paths,
    kept: keptBlobs(paths),
    who,
    from,
  };
  const notes = [...preview.notes, ...(applied.unremoved === undefined ? [] : [applied.unremoved.message])];
  const event: UndoEvent = { type: kind === 'undo' ? 'change-undone' : 'change-redone', body };
  return { type: 'done', event, ...preview, notes };
}

interface Reverting {
  readonly kind: UndoPreview['kind'];
  /** The undo that is taken back by a redo. */
  readonly undo?: JournalUndo;
  readonly changes: readonly JournalChange[];
  readonly beyond: readonly JournalChange[];
  readonly skipped: readonly Obstacle[];
  readonly found: Inspection;
}

const noteOf = (change: JournalChange): readonly string[] =>
  change.lost === undefined ? [] : [`Not everything ${callWords(change)} did can be taken back: ${change.lost}.`];

const byPath = (a: PathChange, b: PathChange): number => (a.path < b.path ? -1 : 1);

/** Changed in the very moment it should be put back. */
const asObstacle = ({ path, expected, found }: Conflict): Obstacle => ({
  type: 'changed',
  path,
  changeIds: [],
  before: expected,
  left: expected,
  found,
});

/** Of paths that were as they should be already: those that a redo can bring back. */
async function redoable({ settled }: Inspection, blobs: Pick<BlobPort, 'size'>): Promise<readonly PathChange[]> {
  const found: PathChange[] = [];
  for (const one of settled) {
    const { before } = one;
    const isKept = before.kind !== 'file' || (await blobs.size(renderBlobAddress(before.hash))) !== undefined;
    if (isKept) found.push(one);
  }
  return found;
}

const tell = (obstacles: readonly Obstacle[], { root, blobs, walk = defaultWalkMode() }: UndoContext) =>
  tellObstacles(obstacles, {
    blobs,
    contentNow(path, hash) {
      const { version, content } = readPresent(absoluteIn(root, path), walk);
      return version.kind === 'file' && version.hash === hash ? content : undefined;
    },
  });
