import type { ProgramTable } from '../program.js';
import { awk } from './text/awk.js';
import { comparingPrograms } from './text/comparing.js';
import { dumpPrograms } from './text/dumps.js';
import { filterPrograms } from './text/filters.js';
import { pagingPrograms } from './text/paging.js';
import { printingPrograms } from './text/printing.js';
import { rewritingPrograms } from './text/rewriting.js';
import { sed } from './text/sed.js';
import { structuredPrograms } from './text/structured.js';

/** Programs that read text and print it, changed or not. */
export const textPrograms: ProgramTable = {
  ...filterPrograms,
  ...rewritingPrograms,
  ...dumpPrograms,
  ...comparingPrograms,
  ...pagingPrograms,
  ...structuredPrograms,
  ...printingPrograms,
  'sed gsed': sed,
  'awk gawk mawk nawk': awk,
};
