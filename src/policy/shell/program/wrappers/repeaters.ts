import { asksOnly, readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { joinWords, literal } from '../../word.js';
import { runInput } from './run-input.js';
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
  if (options.has('-x --exec')) return runInner(options.operands, { doing, unsure });
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
  for (const file of valuesOf('--export-json --export-markdown --export-csv --export-asciidoc')) doing.write(file);
  const prepared = valuesOf('-s --setup -p --prepare -C --conclude -c --cleanup');
  for (const text of [...prepared, ...operands]) doing.script(text);
};

/** `script -c text file`; on other systems `script file command…`. */
const script: Program = (args, doing) => {
  if (asksOnly(args, '--version --help -V -h')) return;
  doing.unknown('`script` gives the command a terminal and writes down what it prints');
  const spec = {
    flags: '-a --append -e --return -f --flush -q --quiet --force -d -k -p -r',
    values:
      '-c --command -E --echo -I --log-in -O --log-out -B --log-io -T --log-timing -m --logging-format -o --output-limit -F',
    optional: '-t --timing',
  };
  const { operands, valuesOf } = readOptions(args, spec, doing);
  const logs = valuesOf('-I --log-in -O --log-out -B --log-io -T --log-timing -t --timing');
  for (const file of logs) doing.write(file);
  doing.write(operands[0] ?? literal('typescript'));
  const texts = valuesOf('-c --command');
  for (const text of texts) doing.script(text);
  const [, command] = operands;
  // Options of the command are no operands: it goes on to the end.
  if (command !== undefined) doing.run(args.slice(args.indexOf(command)));
  else if (texts.length === 0) runInput('script', doing);
};

const startStopDaemon: Program = (args, doing) => {
  doing.unknown('what it starts goes on running after the call');
  const spec = {
    flags:
      '-S --start -K --stop -T --status -b --background -m --make-pidfile -q --quiet -t --test -o --oknodo -v --verbose -C --no-close',
    values:
      '-x --exec -a --startas -p --pidfile -u --user -c --chuid -g --group -n --name -s --signal -R --retry -d --chdir -r --chroot -N --nicelevel -k --umask -O --output',
  };
  const { operands, valuesOf, has } = readOptions(args, spec, doing);
  for (const file of valuesOf('-p --pidfile -O --output')) doing.write(file);
  if (has('-K --stop')) doing.process('the service');
  for (const name of valuesOf('-x --exec -a --startas')) doing.run([name, ...operands]);
};

/** What runs a command again and again, in a terminal, or in the background. */
export const repeaterPrograms: ProgramTable = { watch, entr, hyperfine, script, 'start-stop-daemon': startStopDaemon };
