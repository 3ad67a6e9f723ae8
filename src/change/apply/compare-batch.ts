import { closeSync, constants, openSync, readdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { succeeds } from '../../base/attempt.js';
import { systemCode } from '../../base/error.js';
import { absent, type Version } from '../../tool/version.js';
import { systemError } from '../../workspace/descriptor-walk.js';
import type { Conflict, PathWrite } from '../path-write.js';
import type { Batch, Item } from './batch.js';
import { isUntouched, type Look, lookAt, nothing, permissions, versionOf } from './look.js';

/** So much content is held between the comparison and the keeping; the rest is read twice. */
const heldBytes = 16 * 1024 * 1024;
const breathEvery = 200;

/** Looks at everything; answers with what is not as the writes expect it. */
export async function compareBatch(batch: Batch): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  let held = 0;
  for (const [index, item] of batch.items.entries()) {
    if (index % breathEvery === breathEvery - 1) await nextTurn();
    batch.step('compare', item.write.path);
    const look = lookAtItem(batch, item);
    held += look.kind === 'file' ? (look.content?.length ?? 0) : 0;
    item.found = look.kind === 'file' && held > heldBytes ? { ...look, content: undefined } : look;
    if (!fits(look, item.write)) conflicts.push(conflictOf(item, look));
    else refuseReadOnly(batch, item);
  }
  return [...conflicts, ...unlistedEntries(batch)];
}

/**
 * Whether what was found is what a write was made from. Content always counts; the mode of a file only where the write
 * changes it; a folder that shall be there, or gone, may be so already.
 */
function fits(found: Look, { before, after, asWritten }: PathWrite): boolean {
  if (found.kind === 'folder' && after.kind === 'folder' && before.kind === 'absent') return true;
  if (found.kind === 'absent' && after.kind === 'absent' && before.kind === 'folder') return true;
  if (before.kind === 'file' && found.kind === 'file') {
    if (found.hash !== before.hash) return false;
    if (asWritten === true || after.kind !== 'file' || after.mode === before.mode) return true;
    return permissions(found.marks) === before.mode;
  }
  if (before.kind === 'link' && found.kind === 'link') return found.target === before.target;
  if (before.kind === 'folder' && found.kind === 'folder') {
    const keepsMode = after.kind !== 'folder' || after.mode === before.mode;
    return keepsMode || (permissions(found.marks) & 0o777) === (before.mode & 0o777);
  }
  return before.kind === found.kind;
}

/** A rename would replace a file its owner made read-only. Opening asks as the user one acts as; `access` does not. */
function refuseReadOnly({ folders }: Batch, { write, found, folder, name }: Item): void {
  if (write.asWritten !== true || found.kind !== 'file') return;
  const flags = constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  // A program that is running cannot be written in place, but may be replaced.
  succeeds(() => closeSync(openSync(folders.open(folder).at(name), flags)), ['ETXTBSY']);
}

/** Keeps what will be replaced or removed. */
export async function keepBatch(batch: Batch): Promise<readonly Conflict[]> {
  for (const item of batch.items) {
    const { found, write } = item;
    if (found.kind !== 'file' || (write.after.kind === 'file' && write.after.hash === found.hash)) continue;
    batch.step('keep', write.path);
    const look = found.content === undefined ? lookAtItem(batch, item) : found;
    if (look.kind !== 'file' || look.content === undefined || look.hash !== found.hash) return [conflictOf(item, look)];
    await batch.options.keep(look.content);
    item.found = { ...found, content: undefined };
  }
  return [];
}

/** Up to here a file is read once more right before it is replaced; beyond, its marks tell. */
const thoroughBytes = 256 * 1024;

/** What is not as it was at the comparison any more. */
export function changedSince(batch: Batch, item: Item): Conflict | undefined {
  const { found, folder, name } = item;
  if (found.kind !== 'absent' && !(found.kind === 'file' && found.marks.stats.size <= thoroughBytes)) {
    const held = batch.folders.find(folder);
    if (held !== undefined && isUntouched(found.marks, held, name)) return undefined;
  }
  const look = lookAtItem(batch, item);
  return fits(look, item.write) && !hasOtherTraits(look, found) ? undefined : conflictOf(item, look);
}

/** The new file has the traits the old one had at the comparison. */
function hasOtherTraits(look: Look, found: Look): boolean {
  if (look.kind !== 'file' || found.kind !== 'file') return false;
  const { mode, uid, gid } = found.marks.stats;
  const now = look.marks.stats;
  return now.mode !== mode || now.uid !== uid || now.gid !== gid;
}

function lookAtItem({ folders, items }: Batch, { folder, name }: Item): Look {
  try {
    return lookAt(folders.find(folder), name);
  } catch (error) {
    // Something that this batch makes a folder of: what shall be in it is not there yet.
    const code = systemCode(error) ?? '';
    const becomesFolder = ({ write }: Item): boolean =>
      write.after.kind === 'folder' && write.before.kind !== 'folder' && `${folder}/`.startsWith(`${write.at}/`);
    if ((code === 'ENOTDIR' || code === 'ESTALE' || code === 'ELOOP') && items.some(becomesFolder)) return nothing;
    throw error;
  }
}

/** What lies in a tree and not in the account of it would be taken along unseen. */
export function unlistedEntries({ items, folders }: Batch): readonly Conflict[] {
  const roots = items.flatMap(({ write: { at, tree } }) => (tree?.listed === true ? [tree.from ?? at] : []));
  if (roots.length === 0) return [];
  const listed = new Set(items.map(({ write }) => write.at));
  const isInTree = (path: string): boolean => roots.some((root) => `${path}/`.startsWith(`${root}/`));
  const conflicts: Conflict[] = [];
  for (const { write, found } of items) {
    if (found.kind !== 'folder' || write.before.kind !== 'folder' || !isInTree(write.at)) continue;
    const folder = folders.find(write.at);
    for (const name of folder === undefined ? [] : readdirSync(folder.path)) {
      if (listed.has(`${write.at}/${name}`)) continue;
      const version = versionOf(lookAt(folder, name)) ?? absent;
      conflicts.push({ path: `${write.path}/${name}`, expected: absent, found: version });
    }
  }
  return conflicts;
}

/** The end of a step that finds something else than it expects in its place. */
export const metOther = ({ write }: Item, found: Look): { readonly conflict: Conflict } => ({
  conflict: { path: write.path, expected: write.before, found: versionOf(found) ?? write.before },
});

function conflictOf({ write }: Item, look: Look): Conflict {
  const found: Version | undefined = versionOf(look);
  if (found === undefined) throw systemError('ENOTREG', 'it is a pipe (FIFO), a socket or a device');
  return { path: write.path, expected: write.before, found };
}
