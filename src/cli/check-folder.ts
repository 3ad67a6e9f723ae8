import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf, ToolwrightError } from '../base/error.js';
import { safeLine } from './safe-text.js';

/** The folder an option names; undefined when it was not given. */
export function checkFolder(given: string | undefined, cwd: string, option = '-C'): string | undefined {
  if (given === undefined) return undefined;
  const path = resolve(cwd, given);
  const problem = problemWith(path);
  if (problem === undefined) return path;
  throw new ToolwrightError('workspace-missing', `${option} ${safeLine(given)}: ${problem}`);
}

function problemWith(path: string): string | undefined {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
      return 'there is no such folder. Create it, or name another one.';
    accessSync(path, constants.X_OK);
    return undefined;
  } catch (error) {
    return `it cannot be opened (${safeLine(messageOf(error))}). Change its rights, or name another folder.`;
  }
}
