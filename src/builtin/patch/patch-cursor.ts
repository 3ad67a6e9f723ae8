import { fail, type ToolFailure } from '../../tool/outcome.js';

/** Where the reading of a patch is. */
export interface Cursor {
  readonly lines: readonly string[];
  at: number;
}

/** What is wrong with a line of a patch, counted from 1. */
export const patchError = (line: number, message: string): ToolFailure =>
  fail('parse_error', `Patch line ${line}: ${message} Nothing was changed.`);
