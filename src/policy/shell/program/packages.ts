import type { ProgramTable } from '../program.js';
import { buildPrograms } from './packages/build.js';
import { javascriptPrograms } from './packages/javascript.js';
import { machinePrograms } from './packages/machine.js';
import { pythonPrograms } from './packages/python.js';

/** Package managers, build tools, test runners: what they do is written in files. */
export const packagesPrograms: ProgramTable = {
  ...javascriptPrograms,
  ...pythonPrograms,
  ...buildPrograms,
  ...machinePrograms,
};
