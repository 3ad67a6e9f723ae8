import type { Word } from '../../word.js';

/** Whether all that is asked of the program is its version, in one of these spellings (words parted by spaces). */
export function asksVersion(args: readonly Word[], spellings = '--version'): boolean {
  const text = args.length === 1 ? args[0]?.text : undefined;
  return text !== undefined && text !== '' && spellings.split(' ').includes(text);
}
