import { readOptions } from '../options.js';
import type { Program, ProgramTable } from '../program.js';
import { letProgram } from './shell-builtins/arithmetic.js';
import { declarePrograms } from './shell-builtins/declare.js';
import { inputPrograms } from './shell-builtins/input.js';
import { jobPrograms } from './shell-builtins/jobs.js';
import { lineEditingPrograms } from './shell-builtins/line-editing.js';
import { namePrograms } from './shell-builtins/names.js';
import { setPrograms } from './shell-builtins/set.js';

const nothing: Program = () => {};

const dirs: Program = (args, doing) => {
  const { has } = readOptions(args, { flags: '-c -l -p -v', numbers: true }, doing);
  if (has('-c')) doing.env('the folders kept by pushd');
};

/** The folder that `cd`, `pushd` and `popd` lead to is followed by those who call programs; beyond it they do nothing. */
const moving: ProgramTable = { cd: nothing, pushd: nothing, popd: nothing };

export const shellBuiltinsPrograms: ProgramTable = {
  ...moving,
  dirs,
  pwd: nothing,
  let: letProgram,
  shift: nothing,
  return: nothing,
  break: nothing,
  continue: nothing,
  exit: nothing,
  logout: nothing,
  fg: nothing,
  type: nothing,
  help: nothing,
  caller: nothing,
  times: nothing,
  ...declarePrograms,
  ...setPrograms,
  ...namePrograms,
  ...inputPrograms,
  ...jobPrograms,
  ...lineEditingPrograms,
};
