import type { ProgramTable } from '../program.js';
import { accountPrograms } from './system/account.js';
import { containerPrograms } from './system/container.js';
import { diskPrograms } from './system/disk.js';
import { kernelPrograms } from './system/kernel.js';
import { ownPrograms } from './system/own.js';
import { processPrograms } from './system/process.js';
import { secretPrograms } from './system/secret.js';
import { servicePrograms } from './system/service.js';

/** Programs that rule over the machine, its accounts and processes, and over what the person is signed in to. */
export const systemPrograms: ProgramTable = {
  ...processPrograms,
  ...diskPrograms,
  ...accountPrograms,
  ...kernelPrograms,
  ...secretPrograms,
  ...containerPrograms,
  ...servicePrograms,
  ...ownPrograms,
};
