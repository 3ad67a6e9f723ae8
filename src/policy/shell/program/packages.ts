import { type ProgramTable, programsOf } from '../program.js';
import { buildTools, gofmt } from './packages/build.js';
import { javascriptTools } from './packages/javascript.js';
import { machineTools } from './packages/machine.js';
import { pythonTools } from './packages/python.js';
import { tool } from './packages/tool.js';

/** Package managers, build tools, test runners: what they do is written in files. */
export const packagesPrograms: ProgramTable = {
  gofmt,
  ...programsOf({ ...javascriptTools, ...pythonTools, ...buildTools, ...machineTools }, tool),
};
