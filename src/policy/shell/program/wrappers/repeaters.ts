import { readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { asksOnly, joinWords } from './words.js';
import { readWrapperOptions, runInner } from './wrapping.js';

const watch: Program = (args, doing) => {
  if (asksOnly(args, '--version --help -v -h')) return;
  doing.unknown('`watch` runs the command again and again until it is stopped');
  const spec = {
    flags:
      '-b --beep -c --color -C --no-color -e --errexit -g --chgexit -p --precise -r --no-rerun -t --no-title -w --no-wrap -x --exec',
    values: '-n --interval -q --equexit -s --shotsdir',
    optional: '-d --differences',
    stopsAtOperand: true,
  };
  const { options, unsure } = readWrapperOptions(args, spec, doing);
  if (options.has('-x', '--exec')) return runInner(options.operands, { doing, unsure });
  if (options.operands.length > 0) doing.script(joinWords(options.operands));
  if (unsure && options.operands.length > 1) doing.script(joinWords(options.operands.slice(1)));
};

const entr: Program = (args, doing) => {
  doing.unknown('`entr` runs the command whenever a file changes, until it is stopped');
  const spec = { flags: '-a -c -d -n -p -r -s -x -z', stopsAtOperand: true };
  const { options, unsure } = readWrapperOptions(args, spec, doing);
  if (options.has('-s')) for (const text of options.operands.slice(0, 1)) doing.script(text);
  else runInner(options.operands, { doing, unsure });
};

const hyperfine: Program = (args, doing) => {
  if (asksOnly(args, '--version --help -V -h')) return;
  doing.unknown('`hyperfine` runs the commands many times');
  const spec = {
    flags: '-i --ignore-failure -N --show-output',
    values:
      '-w --warmup -m --min-runs -M --max-runs -r --runs -s --setup -p --prepare -C --conclude -c --cleanup -S --shell -n --command-name --export-json --export-markdown --export-csv --export-asciidoc --style -u --time-unit --output --input',
  };
  const { operands, valuesOf } = readOptions(args, spec, doing);
  for (const file of valuesOf('--export-json', '--export-markdown', '--export-csv', '--export-asciidoc'))
    doing.write(file);
  const prepared = valuesOf('-s', '--setup', '-p', '--prepare', '-C', '--conclude', '-c', '--cleanup');
  for (const text of [...prepared, ...operands]) doing.script(text);
};

/** What runs a command again and again. */
export const repeaterPrograms: ProgramTable = { watch, entr, hyperfine };
