import { lstatSync, renameSync } from 'node:fs';
import type { Batch, Item, Step } from './batch.js';
import { changedSince, metOther } from './compare-batch.js';
import { makeFolder, removeFolder, setFileMode, setFolderMode } from './folder-steps.js';
import { type Look, lookAt, nothing } from './look.js';
import { exclusively, putInPlace } from './put-in-place.js';
import { hasContent } from './temporary-files.js';

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

type End = ReturnType<Step['run']>;

/** Takes a file, a link or a whole tree out of the way; it is removed when everything else is done. */
function takeAway(batch: Batch, item: Item): End {
  const { folders } = batch;
  const { write, folder, name, found } = item;
  const conflict = changedSince(batch, item);
  if (conflict !== undefined) return { conflict };
  const parent = folders.open(folder);
  parent.confirm();
  folders.forget(write.at);
  const aside = batch.temporaryFor(item);
  const stay = folders.open(aside.folder);
  renameSync(parent.at(name), stay.at(aside.name));
  const takeBack = (): 'left' | undefined =>
    exclusively(folders.open(aside.folder), aside.name, { to: folders.open(folder), name }) ? undefined : 'left';
  if (!isSame(found, stay.at(aside.name))) {
    const other = metOther(item, lookAt(stay, aside.name));
    takeBack();
    return other;
  }
  return { item, removes: aside, takeBack };
}

/** Renames a file, a link or a whole tree to its new place. */
function moveTree(batch: Batch, item: Item): End {
  const { folders } = batch;
  const { write, folder, name, found } = item;
  const source = batch.items.find(({ write: { at } }) => at === write.tree?.from);
  if (source === undefined) return undefined;
  const conflict = changedSince(batch, source) ?? changedSince(batch, item);
  if (conflict !== undefined) return { conflict };
  const from = folders.open(source.folder);
  const to = folders.open(folder);
  from.confirm();
  to.confirm();
  folders.forget(source.write.at);
  folders.forget(write.at);
  if (found.kind !== 'absent' || !exclusively(from, source.name, { to, name })) return metOther(item, lookAt(to, name));
  const takeBack = (): 'left' | undefined => {
    const back = { to: folders.open(source.folder), name: source.name };
    return exclusively(folders.open(folder), name, back) ? undefined : 'left';
  };
  if (isSame(source.found, to.at(name))) return { item, takeBack };
  takeBack();
  return metOther(source, nothing);
}

/** The very thing that was compared, and not what was put in its place at the last moment. */
function isSame(found: Look, path: string): boolean {
  if (found.kind === 'absent') return false;
  const { ino, dev } = lstatSync(path, { bigint: true });
  return ino === found.marks.stats.ino && dev === found.marks.stats.dev;
}
