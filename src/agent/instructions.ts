import { dirname, join } from 'node:path';
import { cutEnd } from '../base/text.js';
import { isFailure } from '../tool/outcome.js';
import type { WorkspacePort } from '../tool/port.js';

/** A file of standing instructions for the model. */
export interface Instructions {
  readonly path: string;
  readonly text: string;
}

const maxChars = 24_000;
const maxFolders = 40;

/**
 * The first readable, non-empty file of one of these names, from the workspace upwards to the folder that holds `.git`
 * (only the workspace itself where there is none). At most 24,000 characters of it. A link that leads out of the
 * workspace is not followed: its text would reach the model unasked.
 */
export async function findInstructions(
  workspace: WorkspacePort,
  names: readonly string[],
): Promise<Instructions | undefined> {
  for (const folder of foldersUpToRepository(workspace)) {
    for (const name of names) {
      const found = await readInstructions(workspace, join(folder, name));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

async function readInstructions(workspace: WorkspacePort, path: string): Promise<Instructions | undefined> {
  const place = workspace.reach(path);
  if (isFailure(place) || place.kind !== 'file' || !(place.inside || place.path === path)) return undefined;
  const bytes = await workspace.peek(place, maxChars * 4);
  if (isFailure(bytes)) return undefined;
  const text = new TextDecoder().decode(bytes).trim();
  if (text === '') return undefined;
  return { path, text: text.length > maxChars ? `${cutEnd(text, maxChars)}\n[cut at ${maxChars} characters]` : text };
}

function foldersUpToRepository(workspace: WorkspacePort): readonly string[] {
  const folders = [workspace.root];
  for (let folder = workspace.root; folders.length < maxFolders; folder = dirname(folder)) {
    const git = workspace.reach(join(folder, '.git'));
    if (!isFailure(git) && git.kind !== 'missing') return folders;
    if (dirname(folder) === folder) break;
    folders.push(dirname(folder));
  }
  return [workspace.root];
}
