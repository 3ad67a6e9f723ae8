import { findInstructions, type Instructions } from '../agent/instructions.js';
import type { Profile } from '../agent/profile.js';
import { createUntrustedFiles } from '../policy/taint/untrusted-files.js';
import type { WorkspacePort } from '../tool/port.js';
import type { SessionOptions } from './options.js';
import { homeFolder, placesOf } from './session-places.js';

export interface SessionInstructions {
  readonly found: readonly Instructions[];
  readonly paths: readonly string[];
  /** What is to be said of a file, by its path: also of those that are there and not used. */
  readonly notes: ReadonlyMap<string, string>;
}

/** The instruction files a session goes by. */
export async function sessionInstructions(
  workspace: WorkspacePort,
  options: SessionOptions,
  { instructionFiles: names, instructions }: Pick<Profile, 'instructionFiles' | 'instructions'>,
): Promise<SessionInstructions> {
  const untrusted = createUntrustedFiles(options.untrusted ?? [], placesOf(options, workspace.root));
  const { files, leftOut } = await findInstructions(workspace, {
    names,
    nearest: instructions === 'nearest',
    home: homeFolder(options.env ?? {}),
    isUntrusted: (path) => untrusted.has({ kind: 'read', target: path, where: 'outside', known: true }),
  });
  const notes = new Map(leftOut.map(({ path, why }) => [path, `not loaded: ${why}`]));
  for (const { path, cut, untrusted: foreign } of files) {
    const words = [...(cut === true ? ['cut'] : []), ...(foreign === true ? ['untrusted'] : [])];
    if (words.length > 0) notes.set(path, words.join(', '));
  }
  return { found: files, paths: files.map(({ path }) => path), notes };
}
