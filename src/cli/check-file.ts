import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { attempt } from '../base/attempt.js';
import { ToolwrightError } from '../base/error.js';
import { safeLine } from './safe-text.js';

/** The file that an option or a command names; undefined when it was not given. */
export function checkFile(given: string | undefined, cwd: string, option: string): string | undefined {
  if (given === undefined) return undefined;
  const path = resolve(cwd, given);
  if (attempt(() => statSync(path).isFile(), false)) return path;
  throw new ToolwrightError(
    'bad-usage',
    `${option} ${safeLine(given)}: there is no such file. Name one that is there.`,
  );
}
