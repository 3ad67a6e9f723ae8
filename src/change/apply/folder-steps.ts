import { chmodSync, chownSync, closeSync, fchmodSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { succeeds } from '../../base/attempt.js';
import { openFile } from '../../workspace/descriptor-walk.js';
import type { Batch, Item, Step } from './batch.js';
import { changedSince, metOther } from './compare-batch.js';
import { lookAt, permissions } from './look.js';

type End = ReturnType<Step['run']>;

/** Makes a folder; one that somebody else made meanwhile will do. */
export function makeFolder({ folders }: Batch, item: Item): End {
  const { write, folder, name } = item;
  const parent = folders.open(folder);
  parent.confirm();
  if (!succeeds(() => mkdirSync(parent.at(name), write.asWritten === true ? 0o777 : 0o700), ['EEXIST'])) {
    const look = lookAt(parent, name);
    if (look.kind === 'folder') return undefined;
    return metOther(item, look);
  }
  const mode = lstatSync(parent.at(name)).mode & 0o7777;
  return {
    item,
    ...(write.asWritten === true && { left: { kind: 'folder', mode } }),
    takeBack() {
      folders.forget(write.at);
      return removeEmpty(folders.open(folder).at(name)) ? undefined : 'left';
    },
  };
}

/** Removes a folder that is empty; any other stays, unless something else shall be there. */
export function removeFolder(batch: Batch, item: Item): End {
  const { folders } = batch;
  const { write, folder, name, found } = item;
  const conflict = changedSince(batch, item);
  if (conflict !== undefined) return { conflict };
  if (found.kind !== 'folder') return undefined;
  const parent = folders.open(folder);
  parent.confirm();
  folders.forget(write.at);
  if (!removeEmpty(parent.at(name))) {
    return write.after.kind === 'absent' ? undefined : metOther(item, found);
  }
  const { uid, gid } = found.marks.stats;
  return {
    item,
    takeBack() {
      const path = folders.open(folder).at(name);
      if (!succeeds(() => mkdirSync(path, 0o700), ['EEXIST'])) return 'left';
      const made = folders.open(write.at);
      // Only a privileged user may give a folder away.
      succeeds(() => chownSync(`${made.path}/.`, Number(uid), Number(gid)));
      chmodSync(`${made.path}/.`, permissions(found.marks));
      return undefined;
    },
  };
}

export function setFolderMode({ folders }: Batch, item: Item): End {
  const { write, found } = item;
  if (write.after.kind !== 'folder') return undefined;
  const folder = folders.open(write.at);
  folder.confirm();
  const path = `${folder.path}/.`;
  chmodSync(path, write.after.mode);
  return {
    item,
    takeBack() {
      if (found.kind === 'folder') chmodSync(path, permissions(found.marks));
      return undefined;
    },
  };
}

export function setFileMode(batch: Batch, item: Item): End {
  const { write, folder, name, found } = item;
  const conflict = changedSince(batch, item);
  if (conflict !== undefined) return { conflict };
  if (write.after.kind !== 'file' || found.kind !== 'file') return undefined;
  const { mode } = write.after;
  const set = (bits: number): void => {
    const { fd } = openFile(batch.folders.open(folder), name);
    try {
      fchmodSync(fd, bits);
    } finally {
      closeSync(fd);
    }
  };
  set(mode);
  return {
    item,
    takeBack() {
      set(permissions(found.marks));
      return undefined;
    },
  };
}

const removeEmpty = (path: string): boolean => succeeds(() => rmdirSync(path), ['ENOTEMPTY', 'EEXIST']);
