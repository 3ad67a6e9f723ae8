import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ToolwrightError } from '../base/error.js';
import { safeLine } from './safe-text.js';

/** The folder `-C` names; undefined when it was not given. */
export function checkFolder(given: string | undefined, cwd: string): string | undefined {
  if (given === undefined) return undefined;
  const path = resolve(cwd, given);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new ToolwrightError(
    'workspace-missing',
    `-C ${safeLine(given)}: there is no such folder. Create it, or name another one.`,
  );
}
