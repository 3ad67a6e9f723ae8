import { readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';

/** `jobs -x command` runs it. */
const jobs: Program = (args, doing) => {
  const { operands, has } = readOptions(args, { flags: '-l -n -p -r -s -x', stopsAtOperand: true }, doing);
  if (!has('-x')) return;
  doing.unknown('it puts numbers of processes into the command');
  doing.run(operands);
};

const wait: Program = (args, doing) => {
  const { valuesOf } = readOptions(args, { flags: '-f -n', values: '-p' }, doing);
  for (const { text, source } of valuesOf('-p')) {
    doing.env(text ?? source);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(text ?? '')) doing.unread(`\`${source}\` is no plain name of a variable`);
  }
};

const goesOn: Program = (_args, doing) => doing.unknown('what it leaves running goes on after the call');
const suspend: Program = (_args, doing) => doing.unknown('it stops the shell until it is woken');

export const jobPrograms: ProgramTable = { jobs, wait, bg: goesOn, disown: goesOn, suspend };
