import type { ProgramTable } from '../program.js';
import { fd } from './search/fd.js';
import { find } from './search/find.js';
import { grepPrograms } from './search/grep.js';
import { listingPrograms } from './search/listing.js';
import { machinePrograms } from './search/machine.js';
import { manualPrograms } from './search/manual.js';
import { treeSearchPrograms } from './search/ripgrep.js';

/** Programs that search, list, and tell of the machine. */
export const searchPrograms: ProgramTable = {
  ...listingPrograms,
  ...manualPrograms,
  ...machinePrograms,
  ...treeSearchPrograms,
  ...grepPrograms,
  'find gfind': find,
  'fd fdfind': fd,
};
