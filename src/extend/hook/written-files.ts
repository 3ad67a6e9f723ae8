import type { PathChange } from '../../tool/version.js';

interface WrittenFile {
  readonly path: string;
  readonly change: 'created' | 'changed' | 'deleted';
}

const maxFiles = 1000;

/** What a hook is told of files that were written, and how many more there are. */
export function writtenFiles(paths: readonly PathChange[]): {
  readonly files: readonly WrittenFile[];
  readonly more: number;
} {
  const files = paths.slice(0, maxFiles).map(({ path, before: was, after: is }): WrittenFile => {
    if (was.kind === 'absent') return { path, change: 'created' };
    return { path, change: is.kind === 'absent' ? 'deleted' : 'changed' };
  });
  return { files, more: Math.max(0, paths.length - maxFiles) };
}
