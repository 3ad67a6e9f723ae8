import type { Batch, Item, Step } from './batch.js';
import { makeFolder, removeFolder, setFileMode, setFolderMode } from './folder-steps.js';
import { putInPlace } from './put-in-place.js';
import { hasContent } from './temporary-files.js';
import { moveTree, takeAway } from './tree-steps.js';

/** What is to be done, in an order in which each step finds what it needs: room is made before anything is put there. */
export function stepsOf(batch: Batch): readonly Step[] {
  const items = batch.items.filter(({ covered }) => !covered);
  const deepFirst = items.toSorted((a, b) => depth(b) - depth(a));
  const steps = (chosen: readonly Item[], run: Runner): readonly Step[] =>
    chosen.map((item) => ({ item, run: (options) => run(batch, item, options) }));
  return [
    ...steps(items.filter(isTaken), takeAway),
    ...steps(deepFirst.filter(isRemovedFolder), removeFolder),
    ...steps(deepFirst.filter(isMadeFolder).toReversed(), makeFolder),
    ...steps(items.filter(isMoved), moveTree),
    ...steps(items.filter(isPut), putInPlace),
    ...steps(items.filter(hasOtherMode), setFileMode),
    ...steps(deepFirst.filter(hasFolderMode), setFolderMode),
  ];
}

type Runner = (batch: Batch, item: Item, options: { readonly alone: boolean }) => ReturnType<Step['run']>;

const depth = ({ write }: Item): number => write.at.split('/').length;
const isMoved = ({ write }: Item): boolean => write.tree?.from !== undefined;

function isTaken({ write: { tree, after }, found }: Item): boolean {
  if (tree !== undefined) return tree.from === undefined;
  return (found.kind === 'file' || found.kind === 'link') && (after.kind === 'absent' || after.kind === 'folder');
}

const isRemovedFolder = ({ write: { tree, after }, found }: Item): boolean =>
  tree === undefined && found.kind === 'folder' && after.kind !== 'folder';

const isMadeFolder = ({ write: { tree, after }, found }: Item): boolean =>
  tree === undefined && found.kind !== 'folder' && after.kind === 'folder';

const isPut = (item: Item): boolean =>
  item.write.tree === undefined && (item.temporary !== undefined || isNewLink(item));

const isNewLink = ({ write: { after }, found }: Item): boolean => after.kind === 'link' && found.kind === 'absent';

const hasOtherMode = (item: Item): boolean =>
  item.write.tree === undefined &&
  hasContent(item) &&
  item.write.before.kind === 'file' &&
  item.write.after.kind === 'file' &&
  item.write.before.mode !== item.write.after.mode;

function hasFolderMode({ write: { tree, before, after, asWritten }, found }: Item): boolean {
  if (tree !== undefined || after.kind !== 'folder' || asWritten === true) return false;
  // One that was there already, and was to be made, is left as it is.
  return found.kind !== 'folder' || (before.kind === 'folder' && before.mode !== after.mode);
}
