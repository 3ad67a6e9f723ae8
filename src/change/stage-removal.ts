import { lstatSync } from 'node:fs';
import { attempt } from '../base/attempt.js';
import { createId } from '../base/id.js';
import { isBeneath } from '../base/is-beneath.js';
import { humanSize } from '../base/text.js';
import { fail, isFailure, type ToolFailure } from '../tool/outcome.js';
import type { Undoable } from '../tool/plan.js';
import type { Place, StagedRemoval, WorkspacePort } from '../tool/port.js';
import { placeName } from '../tool/port.js';
import { absent } from '../tool/version.js';
import type { WalkMode } from '../workspace/descriptor-walk.js';
import { fileFailure } from '../workspace/file-failure.js';
import { listTree, type TreeEntry, type TreeListing, treeLimits } from './list-tree.js';
import { missingFolders } from './missing-folders.js';
import { createRemovalDiff } from './removal-diff.js';

interface Context extends Pick<WorkspacePort, 'root' | 'resolve'> {
  readonly mode: WalkMode;
}

/** A file, a link itself, or a folder with all below it, to be taken away. */
export async function stageDelete(given: Place, context: Context): Promise<StagedRemoval | ToolFailure> {
  const place = leafOf(given, context);
  if (isFailure(place)) return place;
  const diff = createRemovalDiff();
  const listing = await listed(place, context, (below, content) => diff.addFile(place.shown + below, content));
  if (isFailure(listing)) return listing;
  const entries = entriesOf(listing);
  for (const { below, version } of entries) diff.addOther(place.shown + below, version);
  return {
    id: createId('chg'),
    place,
    from: place,
    operation: 'delete',
    paths: entries.map(({ below, version }) => ({ path: placeName(place) + below, before: version, after: absent })),
    undo: undoOf(listing),
    ...diff.end(),
  };
}

/** The same, to be taken to another place, where nothing may be. */
export async function stageMove(given: Place, to: Place, context: Context): Promise<StagedRemoval | ToolFailure> {
  const from = leafOf(given, context);
  if (isFailure(from)) return from;
  const refused = checkTarget(from, to, context);
  if (refused !== undefined) return refused;
  const listing = await listed(from, context, () => {});
  if (isFailure(listing)) return listing;
  const entries = entriesOf(listing);
  const gone = entries.map(({ below, version }) => ({ path: placeName(from) + below, before: version, after: absent }));
  const come = entries.map(({ below, version }) => ({ path: placeName(to) + below, before: absent, after: version }));
  return {
    id: createId('chg'),
    place: to,
    from,
    operation: 'move',
    paths: [...missingFolders(to), ...gone, ...come],
    undo: undoOf(listing),
    diff: `rename from ${from.shown}\nrename to ${to.shown}\n`,
    added: 0,
    removed: 0,
  };
}

/**
 * The entry itself, also when it is a link: what it leads to stays. It has to be a path that was told with the place,
 * because policy judged no other.
 */
function leafOf(place: Place, { root, resolve }: Pick<Context, 'root' | 'resolve'>): Place | ToolFailure {
  const given = place.given.replace(/\/+$/, '');
  const name = given.slice(given.lastIndexOf('/') + 1);
  const isName = name !== '' && name !== '.' && name !== '..';
  const parent = isName && place.via !== undefined ? resolve(given.slice(0, -name.length) || '.') : place;
  if (isFailure(parent)) return parent;
  const path = parent === place ? place.path : `${parent.path === '/' ? '' : parent.path}/${name}`;
  if (isBeneath(root, path)) {
    return fail('validation_failed', `${place.shown} is the workspace itself or holds it. Name something in it.`);
  }
  if (path === place.path) return place;
  const inside = isBeneath(path, root);
  const shown = inside ? path.slice(root === '/' ? 1 : root.length + 1) : path;
  if (shown !== place.via) {
    return fail('validation_failed', `${place.given} leads through a link to the link ${shown}. Name that one itself.`);
  }
  const known = place.real === undefined ? { shown } : { shown: place.given, real: shown };
  return { given: place.given, path, ...known, inside, kind: 'other', size: 0 };
}

function checkTarget(from: Place, to: Place, context: Context): ToolFailure | undefined {
  const leaf = leafOf(to, context);
  if (isFailure(leaf)) return leaf;
  if (to.kind !== 'missing' || leaf.path !== to.path || isTaken(to.path)) {
    return fail('validation_failed', `${leaf.shown} is there already. Choose another path, or delete it first.`);
  }
  if (!isBeneath(to.path, from.path)) return undefined;
  return fail('validation_failed', `${to.shown} lies in ${from.shown} itself. Choose a path outside it.`);
}

/** Where a file is on the way, the apply finds it. */
const isTaken = (path: string): boolean =>
  attempt(() => lstatSync(path, { throwIfNoEntry: false }), undefined) !== undefined;

async function listed(
  place: Place,
  { root, mode }: Context,
  onContent: (below: string, content: Uint8Array) => void,
): Promise<TreeListing | ToolFailure> {
  if (place.kind === 'file' && place.size > treeLimits.bytes) return tooLarge(place);
  try {
    return await listTree(place.path, { mode, onContent });
  } catch (error) {
    return fileFailure(error, { shown: place.shown, doing: 'written', root: place.inside ? root : undefined });
  }
}

/** Its content would have to be read and kept. */
const tooLarge = ({ shown, size }: Place): ToolFailure =>
  fail(
    'validation_failed',
    `${shown} has ${humanSize(size)}; at most ${humanSize(treeLimits.bytes)} can be deleted or moved this way. Use run_command (rm, mv).`,
  );

const entriesOf = (listing: TreeListing): readonly TreeEntry[] =>
  listing.type === 'listed' ? listing.entries : [{ below: '', version: listing.root }];

const undoOf = (listing: TreeListing): Undoable =>
  listing.type === 'listed' ? { possible: true } : { possible: false, why: listing.why };
