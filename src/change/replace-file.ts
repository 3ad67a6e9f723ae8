import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
  unlinkSync,
  write,
} from 'node:fs';
import { promisify } from 'node:util';
import { sha256 } from '../base/digest.js';
import { systemCode } from '../base/error.js';
import { randomText } from '../base/id.js';
import { fail, isFailure, type ToolFailure } from '../tool/outcome.js';
import type { StagedChange } from '../tool/port.js';
import { type Folder, openFile, openFolder, splitPath, type WalkMode } from '../workspace/descriptor-walk.js';
import { fileFailure } from '../workspace/file-failure.js';

const writeAt = promisify(write);
const syncFile = promisify(fsync);

export interface ReplaceOptions {
  readonly mode: WalkMode;
  /** The workspace, when the file is inside it. */
  readonly root: string | undefined;
  /** Nothing is put in place once it has fired. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a staged change: to a new file in the same folder, put on disk, then renamed over the old one after the old
 * one was compared with what the change was made from. The folder is held open all the while. Whatever happens, the
 * file is wholly old or wholly new.
 */
export async function replaceFile(
  change: StagedChange,
  { mode, root, signal }: ReplaceOptions,
): Promise<{ readonly bytes: number } | ToolFailure> {
  const { folder: path, name } = splitPath(change.place.path);
  const attempt: Attempt = { change, name, temporary: `.toolwright-${randomText(12)}.tmp` };
  try {
    const folder = openFolder(path, { mode, create: change.baseHash === undefined });
    try {
      return await replaceIn(folder, { attempt, signal });
    } finally {
      removeQuietly(folder.at(attempt.temporary));
      folder.close();
    }
  } catch (error) {
    return fileFailure(error, { shown: change.place.shown, doing: 'written', root });
  }
}

interface Attempt {
  readonly change: StagedChange;
  readonly name: string;
  readonly temporary: string;
}

interface Replacing {
  readonly attempt: Attempt;
  readonly signal: AbortSignal | undefined;
}

async function replaceIn(
  folder: Folder,
  { attempt, signal }: Replacing,
): Promise<{ readonly bytes: number } | ToolFailure> {
  const { change, name, temporary } = attempt;
  const old = compareBase(folder, attempt);
  if (isFailure(old)) return old;
  const fd = openSync(
    folder.at(temporary),
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    // A new file gets what the umask leaves; a replacement stays private until it has the mode of the old one.
    old === undefined ? 0o666 : 0o600,
  );
  try {
    await writeAll(fd, change.content);
    if (old !== undefined) keepTraits(fd, old);
    await syncFile(fd);
  } finally {
    closeSync(fd);
  }
  if (signal?.aborted === true)
    return fail('cancelled', `${change.place.shown} was not written: the call was cancelled.`);
  // From here on nothing is awaited: within this process nobody can come between the comparison and the rename.
  folder.confirm();
  const now = compareBase(folder, attempt);
  if (isFailure(now)) return now;
  const done =
    now === undefined ? createExclusively(folder, attempt) : renameSync(folder.at(temporary), folder.at(name));
  if (isFailure(done)) return done;
  folder.sync();
  return { bytes: change.content.length };
}

/** The old file's traits when it is what the change was made from; undefined when there is none and none was expected. */
function compareBase(folder: Folder, { change, name }: Attempt): Stats | ToolFailure | undefined {
  if (change.baseHash === undefined)
    return lstatSync(folder.at(name), { throwIfNoEntry: false }) === undefined ? undefined : appeared(change);
  let found: ReturnType<typeof openFile>;
  try {
    found = openFile(folder, name);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return vanished(change);
    throw error;
  }
  try {
    if (sha256(readFileSync(found.fd)) !== change.baseHash) return changed(change);
    refuseReadOnly(folder.at(name));
    return found.stats;
  } finally {
    closeSync(found.fd);
  }
}

/** A rename would replace a file its owner made read-only. Opening asks as the user one acts as; `access` does not. */
function refuseReadOnly(path: string): void {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));
  } catch (error) {
    // A program that is running cannot be written in place, but may be replaced.
    if (systemCode(error) !== 'ETXTBSY') throw error;
  }
}

async function writeAll(fd: number, content: Uint8Array): Promise<void> {
  for (let done = 0; done < content.length; ) {
    const { bytesWritten } = await writeAt(fd, content, done, content.length - done, done);
    done += bytesWritten;
  }
}

function keepTraits(fd: number, old: Stats): void {
  try {
    fchownSync(fd, old.uid, old.gid);
  } catch {
    // Only a privileged user may give a file away; the new file is then the writer's own.
  }
  // The bits that lend rights (setuid, setgid) are not carried to new content, as the system itself drops them on a write.
  fchmodSync(fd, old.mode & 0o777);
}

/** A hard link fails when the name is taken, which a rename would not. */
function createExclusively(folder: Folder, { change, name, temporary }: Attempt): ToolFailure | undefined {
  try {
    linkSync(folder.at(temporary), folder.at(name));
    return undefined;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return appeared(change);
    if (!noHardLinks.has(systemCode(error) ?? '')) throw error;
    renameSync(folder.at(temporary), folder.at(name));
    return undefined;
  }
}

const noHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']);

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Renamed, or never made.
  }
}

const changed = ({ place }: StagedChange): ToolFailure =>
  fail(
    'stale',
    `${place.shown} changed since it was read. Nothing was written; read it again and make the change on what is there now.`,
  );

const appeared = ({ place }: StagedChange): ToolFailure =>
  fail(
    'stale',
    `${place.shown} did not exist when the change was made and does now. Nothing was written; read it, then decide anew.`,
  );

const vanished = ({ place }: StagedChange): ToolFailure =>
  fail(
    'stale',
    `${place.shown} was deleted since it was read. Nothing was written; use write_file if it should be made again.`,
  );
