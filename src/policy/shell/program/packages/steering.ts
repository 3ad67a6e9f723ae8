import { posix } from 'node:path';
import type { EffectSink } from '../../program.js';

/** A file or folder of the project that decides which program runs under a name. */
export interface Steering {
  readonly file: string;
  /** Only when the file holds this text. */
  readonly holding?: string;
}

/** The first of these that lies in the folder or above it in the workspace; `?` when that cannot be told. */
export function findSteering(
  steering: readonly Steering[],
  { cwd, context }: Pick<EffectSink, 'cwd' | 'context'>,
): string | undefined {
  if (steering.length === 0) return undefined;
  if (cwd === undefined) return '?';
  for (const folder of foldersUpTo(context.root, cwd)) {
    for (const { file, holding } of steering) {
      const path = posix.join(folder, file);
      const place = context.resolve(path);
      if ('kind' in place && place.kind === 'missing') continue;
      if (holding === undefined || context.readText(path)?.includes(holding) !== false) return file;
    }
  }
  return undefined;
}

/** The folder and those above it, up to the workspace, or to the root when it lies outside. */
function foldersUpTo(root: string, folder: string): readonly string[] {
  const folders = [folder];
  let at = folder;
  while (at !== root && at !== '/' && folders.length < 128) {
    at = posix.dirname(at);
    folders.push(at);
  }
  return folders;
}
