import { statSync } from 'node:fs';
import { messageOf, systemCode } from '../base/error.js';
import { fail, type ToolFailure } from '../tool/outcome.js';

export interface FailedAccess {
  /** The path as people and models know it. */
  readonly shown: string;
  readonly doing: 'read' | 'listed' | 'opened' | 'written';
  /** The workspace, when the path is inside it. */
  readonly root: string | undefined;
}

/** Turns what a file operation threw into a failure that says what to do. Nothing of `/proc/self/fd` shows. */
export function fileFailure(thrown: unknown, { shown, doing, root }: FailedAccess): ToolFailure {
  const code = systemCode(thrown) ?? '';
  if (root !== undefined && !isFolder(root)) return workspaceGone(root);
  switch (code) {
    case 'ESTALE':
    case 'ELOOP':
    case 'ENOTDIR':
      return fail(
        'stale',
        `${shown} is not what it was when its path was resolved: a link or something else was put in its place. Nothing was ${doing}. Look at it with list_dir, then repeat the call.`,
      );
    case 'ENOENT':
      return fail('not_found', `${shown} does not exist. Find the right path with list_dir or glob.`);
    case 'EACCES':
    case 'EPERM':
      return fail(
        'io_error',
        `${shown} cannot be ${doing}: permission denied (${code}). Ask the user to grant it, or use another path.`,
      );
    case 'EROFS':
      return fail('io_error', `${shown} cannot be ${doing}: the file system is read-only. Use a path elsewhere.`);
    case 'ENOSPC':
    case 'EDQUOT':
      return fail(
        'io_error',
        `${shown} cannot be ${doing}: no space is left on the disk. Nothing was changed; ask the user to free some.`,
      );
    case 'EISDIR':
      return fail(
        'validation_failed',
        `${shown} is a folder, not a file. Use list_dir for a folder, or name a file in it.`,
      );
    case 'ENOTREG':
      return fail('validation_failed', `${shown} is no regular file: ${messageOf(thrown)}. Name a regular file.`);
    case 'ENAMETOOLONG':
      return fail(
        'validation_failed',
        `The path ${shorten(shown)} is too long for the file system. Use a shorter one.`,
      );
    case 'EMFILE':
    case 'ENFILE':
      return fail('io_error', `${shown} cannot be ${doing}: too many files are open (${code}). Try again.`);
    default:
      return fail(
        'io_error',
        `${shown} cannot be ${doing}: ${code === '' ? messageOf(thrown) : `system error ${code}`}. Try again, or use another path.`,
      );
  }
}

export function workspaceGone(root: string): ToolFailure {
  return fail(
    'io_error',
    `The workspace ${root} is gone: the folder was deleted or moved. Nothing in it can be used until it is back; ask the user to restore it or to start a session in another folder.`,
  );
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

const shorten = (path: string): string => (path.length > 80 ? `${path.slice(0, 80)}…` : path);
