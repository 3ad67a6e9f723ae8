import type { ProgramTable } from '../program.js';
import { fd } from './search/fd.js';
import { find } from './search/find.js';
import { grep, rgrep } from './search/grep.js';
import { listingPrograms } from './search/listing.js';
import { machinePrograms } from './search/machine.js';
import { manualPrograms } from './search/manual.js';
import { treeSearchPrograms } from './search/ripgrep.js';
import { unpackingPrograms } from './search/unpacking.js';

/** Programs that search, list, and tell of the machine. */
export const searchPrograms: ProgramTable = {
  ...listingPrograms,
  ...manualPrograms,
  ...machinePrograms,
  ...treeSearchPrograms,
  ...unpackingPrograms,
  find,
  gfind: find,
  fd,
  fdfind: fd,
  grep,
  egrep: grep,
  fgrep: grep,
  ggrep: grep,
  rgrep,
};
