import { asksOnly, readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { joinWords } from '../../word.js';
import { runInput } from './run-input.js';

const note = 'it runs the command as another user';

const userSpec = {
  flags: '-l --login -m -p --preserve-environment -P --pty -T --no-pty -f --fast',
  values: '-c --command --session-command -s --shell -g --group -G --supp-group -w --whitelist-environment -u --user',
} as const;

/** `su [-] [user [argument…]]`: the arguments are those of the shell of that user. */
const su: Program = (args, doing) => {
  if (asksOnly(args, '--version --help -V -h')) return;
  doing.unknown(note);
  const { operands, valuesOf } = readOptions(args, userSpec, doing);
  const texts = valuesOf('-c --command --session-command');
  for (const text of texts) doing.script(text);
  const others = operands.filter(({ text }) => text !== '-').slice(1);
  const [shell] = valuesOf('-s --shell');
  if (shell !== undefined) doing.run([shell, ...others]);
  else if (others[0] !== undefined) doing.read(others[0]);
  else if (texts.length === 0) runInput('su', doing);
};

/** With `-u` the command follows; without it is `su` under another name. */
const runuser: Program = (args, doing) => {
  const quiet = { unknown: () => {} };
  const { operands, has } = readOptions(args, { ...userSpec, stopsAtOperand: true }, quiet);
  if (!has('-u --user')) return su(args, doing);
  doing.unknown(note);
  doing.run(operands);
};

const sg: Program = (args, doing) => {
  doing.unknown('it runs the command as another group');
  const words = args.filter(({ text }) => text !== '-' && text !== '-c').slice(1);
  if (words.length === 0) runInput('sg', doing);
  else doing.script(joinWords(words));
};

const sudoedit: Program = (args, doing) => {
  doing.unknown('it edits files as another user');
  const values = '-C --close-from -g --group -h --host -p --prompt -R --chroot -T --command-timeout -u --user';
  const { operands } = readOptions(args, { flags: '-A -B -k -n -N -S', values }, doing);
  for (const file of operands) doing.write(file);
};

export const otherUserPrograms: ProgramTable = { su, runuser, 'sg newgrp': sg, sudoedit };
