import type { StagedChange, StagedRemoval, StagedWrite } from '../tool/port.js';
import { splitPath, systemError, type WalkMode, withFolder } from '../workspace/descriptor-walk.js';
import { readContent } from './apply/look.js';
import type { ApplyOptions, PathWrite } from './path-write.js';
import { isStaged } from './stage-write.js';
import { absoluteIn } from './undo-plan.js';

/** What a staged change takes to be made. */
export function writesOf(change: StagedChange, context: Pick<ApplyOptions, 'root' | 'mode'>): readonly PathWrite[] {
  return 'content' in change ? writeOf(change, context) : removalOf(change, context);
}

function writeOf(
  { paths, place, content, mode }: StagedWrite,
  { root }: Pick<ApplyOptions, 'root' | 'mode'>,
): readonly PathWrite[] {
  return paths.map((path): PathWrite => {
    if (path.after.kind !== 'file') return { ...path, at: absoluteIn(root, path.path), asWritten: true };
    return {
      ...path,
      at: place.path,
      content: () => content,
      ...(mode === undefined && { asWritten: true }),
      ...(isStaged(content, path.after.hash) && { hashed: true }),
    };
  });
}

function removalOf(
  { paths, place, from, operation, undo }: StagedRemoval,
  { root, mode }: Pick<ApplyOptions, 'root' | 'mode'>,
): readonly PathWrite[] {
  const listed = undo.possible;
  return paths.map((path): PathWrite => {
    const at = absoluteIn(root, path.path);
    if (operation === 'delete') return at === place.path ? { ...path, at, tree: { listed } } : { ...path, at };
    if (path.before.kind !== 'absent') return { ...path, at };
    // A folder made on the way, or what arrives.
    if (!`${at}/`.startsWith(`${place.path}/`)) return { ...path, at, asWritten: true };
    const source = from.path + at.slice(place.path.length);
    const content = (): Uint8Array => contentAt(source, mode);
    return { ...path, at, content, ...(at === place.path && { tree: { from: from.path, listed } }) };
  });
}

function contentAt(path: string, mode: WalkMode): Uint8Array {
  const { folder: parent, name } = splitPath(path);
  const content = withFolder(parent, mode, (folder) => readContent(folder, name));
  if (content === undefined) throw systemError('ENOENT', 'it is gone');
  return content;
}
