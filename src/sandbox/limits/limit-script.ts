import { keepFile } from '../kept-file.js';
import { type ResourceLimit, ulimitLine } from './resource-limits.js';

const opened = new Map<string, number>();

/**
 * A descriptor of what bash reads before its command when `BASH_ENV` names it: it sets limits, and leaves behind neither
 * the variable, nor the descriptor, nor another `$_`. The command itself stays as it was judged.
 */
export function openLimitScript(limits: readonly ResourceLimit[], fd: number): number {
  const text = `${ulimitLine(limits)}\nunset BASH_ENV\nexec ${fd}<&-\n: "$BASH"\n`;
  const script = opened.get(text) ?? keepFile(text);
  opened.set(text, script);
  return script;
}
