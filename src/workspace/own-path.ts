import { lstatSync, type Stats } from 'node:fs';

/**
 * Whether what lies there is of this user, of root or of whoever has the folder `root`, and not everybody can write it.
 * A link is of nobody. Where there are no users, all is of this one.
 */
export function isOwnPath(path: string, root: string): boolean {
  const stats = statOf(path);
  if (stats === undefined || stats.isSymbolicLink()) return false;
  const user = process.getuid?.();
  if (user === undefined) return true;
  return [user, 0, statOf(root)?.uid].includes(stats.uid) && (stats.mode & 0o002) === 0;
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
