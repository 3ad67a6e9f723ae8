import type { Invocation } from './command.js';
import { safeLine } from './safe-text.js';
import { usageError } from './usage-error.js';

/** A whole number from 1 on; undefined when the option was not given. */
export function countOption(invocation: Invocation, option: string, command: string): number | undefined {
  const text = invocation.text(option);
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw usageError(`--${option} ${safeLine(text)}: it must be a whole number from 1 on.`, command);
}

/** How many to list: `usual` when it was not said, all of them with `--limit 0`. */
export function limitOption(invocation: Invocation, usual: number, command: string): number {
  const text = invocation.text('limit');
  if (text === undefined) return usual;
  if (/^\d{1,9}$/.test(text)) return Number(text) || Number.POSITIVE_INFINITY;
  throw usageError(`--limit ${safeLine(text)}: it must be a positive whole number, or 0 for all.`, command);
}
