import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  openSync,
  symlinkSync,
  writeFile,
  writeFileSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { succeeds } from '../../base/attempt.js';
import { sha256 } from '../../base/digest.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { PathWrite } from '../path-write.js';
import type { Batch, Item } from './batch.js';
import { type Look, permissions } from './look.js';

const writeLong = promisify(writeFile);
const syncFile = promisify(fsync);

/** A short content is written faster than it is handed to another thread. */
const shortBytes = 256 * 1024;

/** Puts every new content, and every link that replaces something, beside its place. */
export async function writeTemporaries(batch: Batch): Promise<ToolFailure | undefined> {
  for (const item of batch.items) {
    const { after } = item.write;
    if (item.covered || item.write.tree !== undefined) continue;
    if (after.kind === 'file' && !hasContent(item)) {
      batch.step('write', item.write.path);
      const failure = await writeFileOf(batch, item);
      if (failure !== undefined) return failure;
    } else if (after.kind === 'link' && item.found.kind !== 'absent') {
      batch.step('write', item.write.path);
      item.temporary = batch.temporaryFor(item);
      symlinkSync(after.target, batch.folders.open(item.temporary.folder).at(item.temporary.name));
    }
  }
  return undefined;
}

/** Nothing but the mode is another. */
export const hasContent = ({ found, write }: Item): boolean =>
  found.kind === 'file' && write.after.kind === 'file' && write.asWritten !== true && found.hash === write.after.hash;

async function writeFileOf(batch: Batch, item: Item): Promise<ToolFailure | undefined> {
  const { write: wanted, found } = item;
  const content = await wanted.content?.();
  if (content === undefined || wanted.after.kind !== 'file') return otherContent(wanted);
  if (wanted.hashed !== true && sha256(content) !== wanted.after.hash) return otherContent(wanted);
  const temporary = batch.temporaryFor(item);
  item.temporary = temporary;
  const folder = batch.folders.open(temporary.folder);
  const isUsual = wanted.asWritten === true && found.kind !== 'file';
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  // A new file gets what the umask leaves; any other stays private until it has its mode.
  const fd = openSync(folder.at(temporary.name), flags, isUsual ? 0o666 : 0o600);
  try {
    if (content.length <= shortBytes) writeFileSync(fd, content);
    else await writeLong(fd, content);
    if (!isUsual) giveTraits(fd, found, wanted);
    temporary.mode = fstatSync(fd).mode & 0o7777;
    if (batch.options.fsync !== 'off') {
      batch.step('sync', wanted.path);
      await syncFile(fd);
    }
  } finally {
    closeSync(fd);
  }
  return undefined;
}

function giveTraits(fd: number, found: Look, wanted: PathWrite): void {
  if (found.kind === 'file') {
    const { uid, gid } = found.marks.stats;
    // Only a privileged user may give a file away; the new file is then the writer's own.
    succeeds(() => fchownSync(fd, Number(uid), Number(gid)));
  }
  fchmodSync(fd, modeFor(found, wanted));
}

/** The bits that lend rights (setuid, setgid) are not carried to new content, as the system itself drops them on a write. */
function modeFor(found: Look, { before, after, asWritten }: PathWrite): number {
  const mode = after.kind === 'file' ? after.mode : 0o600;
  if (found.kind !== 'file') return mode;
  const changes = before.kind === 'file' && before.mode !== mode;
  return asWritten === true || (!changes && permissions(found.marks) !== mode)
    ? permissions(found.marks) & 0o777
    : mode;
}

const otherContent = ({ path }: PathWrite): ToolFailure =>
  fail('stale', `The content for ${path} is not what was staged. Nothing was written; make the change again.`);
