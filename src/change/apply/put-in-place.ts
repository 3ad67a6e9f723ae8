import { constants, copyFileSync, linkSync, lstatSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { succeeds } from '../../base/attempt.js';
import { systemCode } from '../../base/error.js';
import type { Folder } from '../../workspace/descriptor-walk.js';
import type { Batch, Item, Step, Temporary } from './batch.js';
import { changedSince, metOther } from './compare-batch.js';
import { lookAt } from './look.js';

/** Puts new content, or a link, where it shall be. */
export function putInPlace(batch: Batch, item: Item, { alone }: { readonly alone: boolean }): ReturnType<Step['run']> {
  const { write, folder, name, found, temporary } = item;
  // A folder that was in the way has been removed by now.
  const conflict = found.kind === 'folder' ? undefined : changedSince(batch, item);
  if (conflict !== undefined) return { conflict };
  const to = batch.folders.open(folder);
  to.confirm();
  const isNew = found.kind === 'absent' || found.kind === 'folder';
  const old = isNew || alone ? undefined : setAside(batch, item, to);
  if (temporary === undefined) {
    if (write.after.kind !== 'link') return undefined;
    const { target } = write.after;
    if (!succeeds(() => symlinkSync(target, to.at(name)), ['EEXIST'])) return metOther(item, lookAt(to, name));
  } else {
    const from = batch.folders.open(temporary.folder);
    if (!isNew) renameSync(from.at(temporary.name), to.at(name));
    else if (!exclusively(from, temporary.name, { to, name })) return metOther(item, lookAt(to, name));
  }
  return {
    item,
    ...(write.after.kind === 'file' && temporary !== undefined && { left: { ...write.after, mode: temporary.mode } }),
    takeBack() {
      const there = batch.folders.open(folder);
      if (!isOurs(item, there)) return 'left';
      if (old !== undefined) renameSync(batch.folders.open(old.folder).at(old.name), there.at(name));
      else unlinkSync(there.at(name));
      return undefined;
    },
  };
}

/**
 * Renames to a name that must be free; false when it is not. A hard link fails when the name is taken, which a rename
 * would not. A folder takes at most the place of an empty one.
 */
export function exclusively(
  from: Folder,
  source: string,
  target: { readonly to: Folder; readonly name: string },
): boolean {
  const path = target.to.at(target.name);
  if (!lstatSync(from.at(source)).isDirectory()) {
    try {
      linkSync(from.at(source), path);
      unlinkSync(from.at(source));
      return true;
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false;
      if (!noHardLinks.has(systemCode(error) ?? '')) throw error;
    }
  }
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
  renameSync(from.at(source), path);
  return true;
}

const noHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

/** A second name for what is replaced, by which it can be put back. */
function setAside(batch: Batch, item: Item, to: Folder): Temporary {
  const aside = batch.temporaryFor(item);
  const second = batch.folders.open(aside.folder).at(aside.name);
  try {
    linkSync(to.at(item.name), second);
  } catch (error) {
    if (item.found.kind !== 'file' || !noHardLinks.has(systemCode(error) ?? '')) throw error;
    copyFileSync(to.at(item.name), second, constants.COPYFILE_EXCL);
  }
  return aside;
}

function isOurs({ write: { after }, name }: Item, folder: Folder): boolean {
  const now = lookAt(folder, name);
  if (now.kind === 'file') return after.kind === 'file' && now.hash === after.hash;
  return now.kind === 'link' && after.kind === 'link' && now.target === after.target;
}
