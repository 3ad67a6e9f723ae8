import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cutEnd } from '../base/text.js';

/** A file of standing instructions for the model. */
export interface Instructions {
  readonly path: string;
  readonly text: string;
}

const maxChars = 24_000;
const maxFolders = 40;

/**
 * The first readable, non-empty file of one of these names, from the workspace upwards to the folder that holds `.git`
 * (only the workspace itself where there is none). At most 24,000 characters of it.
 */
export function findInstructions(workspace: string, names: readonly string[]): Instructions | undefined {
  for (const folder of foldersUpToRepository(workspace)) {
    for (const name of names) {
      const found = readInstructions(join(folder, name));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function readInstructions(path: string): Instructions | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text === '') return undefined;
    return { path, text: text.length > maxChars ? `${cutEnd(text, maxChars)}\n[cut at ${maxChars} characters]` : text };
  } catch {
    return undefined;
  }
}

function foldersUpToRepository(workspace: string): readonly string[] {
  const folders = [workspace];
  for (let folder = workspace; folders.length < maxFolders; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folders;
    if (dirname(folder) === folder) break;
    folders.push(dirname(folder));
  }
  return [workspace];
}
