import { type ProgramTable, programsOf } from '../program.js';
import { codePrograms } from './wrappers/code.js';
import { confinerPrograms } from './wrappers/confiners.js';
import { env } from './wrappers/env.js';
import { launcherPrograms } from './wrappers/launchers.js';
import { opaqueWrappings } from './wrappers/opaque.js';
import { otherUserPrograms } from './wrappers/other-user.js';
import { parallel } from './wrappers/parallel.js';
import { repeaterPrograms } from './wrappers/repeaters.js';
import { shellPrograms } from './wrappers/shell.js';
import { transparentWrappings } from './wrappers/transparent.js';
import { wrap } from './wrappers/wrapping.js';
import { xargs } from './wrappers/xargs.js';

/** Programs that run another command, or text as a script. */
export const wrappersPrograms: ProgramTable = {
  ...programsOf({ ...transparentWrappings, ...opaqueWrappings }, wrap),
  ...otherUserPrograms,
  ...launcherPrograms,
  ...repeaterPrograms,
  ...confinerPrograms,
  ...shellPrograms,
  ...codePrograms,
  env,
  xargs,
  parallel,
};
