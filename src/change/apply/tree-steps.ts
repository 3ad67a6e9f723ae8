import { lstatSync, renameSync } from 'node:fs';
import type { Batch, Item, Step } from './batch.js';
import { changedSince, metOther } from './compare-batch.js';
import { type Look, lookAt, nothing } from './look.js';
import { exclusively } from './put-in-place.js';

type End = ReturnType<Step['run']>;

/** Takes a file, a link or a whole tree out of the way; it is removed when everything else is done. */
export function takeAway(batch: Batch, item: Item): End {
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
export function moveTree(batch: Batch, item: Item): End {
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
