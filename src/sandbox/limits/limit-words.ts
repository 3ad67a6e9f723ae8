import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { ProcessLimits } from '../confinement.js';
import type { Words } from '../follow.js';
import { keepFile } from '../kept-file.js';
import type { GroupLimit } from './group-place.js';
import { prlimitWords, type ResourceLimit, resourceLimits, ulimitLine } from './resource-limits.js';

/** What makes a program start with its limits. */
export interface LimitedWords {
  readonly words: Words;
  /** Variables it is started with; none of them is left when it runs. */
  readonly env: Readonly<Record<string, string>>;
  /** What the program is to have open under the descriptor that was asked for. */
  readonly script?: number;
}

export interface LimitOptions {
  readonly limits: ProcessLimits;
  /** What a control group keeps. */
  readonly grouped: readonly GroupLimit[];
  /** The words are a shell and a command line for it. */
  readonly shellLine: boolean;
  /** A descriptor that is free. */
  readonly fd: number;
}

/** Bash sets the limits itself, which saves starting one more program. */
export function limitWords(words: Words, { limits, grouped, shellLine, fd }: LimitOptions): LimitedWords {
  const wanted = resourceLimits(limits, grouped);
  if (shellLine && basename(words[0]) === 'bash') {
    return { words, env: { BASH_ENV: `/dev/fd/${fd}` }, script: openLimitScript(wanted, fd) };
  }
  const prlimit = findPrlimit();
  return { words: prlimit === undefined ? words : [prlimit, ...prlimitWords(wanted), ...words], env: {} };
}

/** Of util-linux. */
export const findPrlimit = (): string | undefined =>
  ['/usr/bin/prlimit', '/bin/prlimit', '/run/current-system/sw/bin/prlimit'].find((path) => existsSync(path));

const opened = new Map<string, number>();

/**
 * A descriptor of what bash reads before its command when `BASH_ENV` names it: it sets limits, and leaves behind neither
 * the variable, nor the descriptor, nor another `$_`. The command itself stays as it was judged.
 */
function openLimitScript(limits: readonly ResourceLimit[], fd: number): number {
  const text = `${ulimitLine(limits)}\nunset BASH_ENV\nexec ${fd}<&-\n: "$BASH"\n`;
  const script = opened.get(text) ?? keepFile(text);
  opened.set(text, script);
  return script;
}
