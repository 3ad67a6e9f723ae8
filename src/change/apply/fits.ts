import type { PathWrite } from '../path-write.js';
import { type Look, permissions } from './look.js';

/**
 * Whether what was found is what a write was made from. Content always counts; the mode of a file only where the write
 * changes it; a folder that shall be there, or gone, may be so already.
 */
export function fits(found: Look, { before, after, asWritten }: PathWrite): boolean {
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
