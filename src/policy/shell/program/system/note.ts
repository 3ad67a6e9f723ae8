import { asksOnly } from '../../options.js';
import type { Program } from '../../program.js';

/** A program that does more than its words tell, unless it is only asked for its version. */
export const noted =
  (note: string, versions = '--version'): Program =>
  (args, doing) => {
    if (!asksOnly(args, versions)) doing.unknown(note);
  };
