import type { Program, ProgramTable } from '../../program.js';
import { asksVersion } from '../packages/version.js';

/** A program that does more than its words tell, unless it is only asked for its version. */
export const noted =
  (note: string, versions = '--version'): Program =>
  (args, doing) => {
    if (!asksVersion(args, versions)) doing.unknown(note);
  };

/** The same program under several names, parted by spaces. */
export const named = (names: string, program: Program): ProgramTable =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, program]));
