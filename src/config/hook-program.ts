import { accessSync, constants, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { attempt } from '../base/attempt.js';

export interface ProgramContext {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The program a command line begins with, where it is not there; undefined too where that cannot be told by looking. */
export function missingProgram(command: string, { root, env }: ProgramContext): string | undefined {
  const word = firstWord.exec(command)?.[1];
  if (word === undefined || shellWords.has(word)) return undefined;
  return isThere(word, { root, env }) ? undefined : word;
}

/** Whether a program is found where a shell in this folder would look for it. */
export function isThere(word: string, { root, env }: ProgramContext): boolean {
  const home = env['HOME'];
  if (word.startsWith('~/')) return home === undefined || isProgram(join(home, word.slice(2)));
  if (word.includes('/')) return isProgram(resolve(root, word));
  const folders = (env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin').split(':');
  return folders.some((folder) => isProgram(resolve(root, folder, word)));
}

/** Behind variables that are set for it, and only where it is written plainly. */
const firstWord = /^\s*(?:[A-Za-z_]\w*=[\w@%+:,./~-]*\s+)*([\w@%+:,./~-]+)(?=[\s;|&<>]|$)/;

/** What is no program of its own. */
const shellWords: ReadonlySet<string> = new Set(
  '. : alias builtin case cd command declare eval exec exit export for function if local read return select set shopt source time trap type ulimit umask unset until wait while'.split(
    ' ',
  ),
);

const isProgram = (path: string): boolean =>
  attempt(() => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  }, false);
