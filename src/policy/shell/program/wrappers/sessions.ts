import { readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { literal } from '../../word.js';
import { runInput } from './run-input.js';
import { asksOnly } from './words.js';

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
  const logs = valuesOf('-I', '--log-in', '-O', '--log-out', '-B', '--log-io', '-T', '--log-timing', '-t', '--timing');
  for (const file of logs) doing.write(file);
  doing.write(operands[0] ?? literal('typescript'));
  const texts = valuesOf('-c', '--command');
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
  for (const file of valuesOf('-p', '--pidfile', '-O', '--output')) doing.write(file);
  if (has('-K', '--stop')) doing.process('the service');
  for (const name of valuesOf('-x', '--exec', '-a', '--startas')) doing.run([name, ...operands]);
};

/** What gives a command a terminal or a life of its own. */
export const sessionPrograms: ProgramTable = { script, 'start-stop-daemon': startStopDaemon };
