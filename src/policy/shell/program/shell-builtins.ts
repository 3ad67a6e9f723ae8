import { readOptions } from '../options.js';
import type { Program, ProgramTable } from '../program.js';
import { letProgram } from './shell-builtins/arithmetic.js';
import { declarePrograms } from './shell-builtins/declare.js';
import { inputPrograms } from './shell-builtins/input.js';
import { lineEditingPrograms } from './shell-builtins/line-editing.js';
import { statePrograms } from './shell-builtins/state.js';
import { inert } from './text/reader.js';

const dirs: Program = (args, doing) => {
  const { has } = readOptions(args, { flags: '-c -l -p -v', numbers: true }, doing);
  if (has('-c')) doing.env('the folders kept by pushd');
};

export const shellBuiltinsPrograms: ProgramTable = {
  // The folder that these lead to is followed by those who call programs; beyond it they do nothing.
  'cd pushd popd': inert,
  'pwd shift return break continue exit logout fg type help caller times': inert,
  dirs,
  let: letProgram,
  ...declarePrograms,
  ...statePrograms,
  ...inputPrograms,
  ...lineEditingPrograms,
};
