import { asksOnly, readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { likely, literal } from '../../word.js';
import { readWrapperOptions, runInner } from './wrapping.js';

/** `flock file command…`, `flock file -c text` or `flock number`. */
const flock: Program = (args, doing) => {
  if (asksOnly(args, '--version --help -V -h')) return;
  const spec = {
    flags: '-s --shared -x -e --exclusive -u --unlock -n --nb --nonblock -o --close -F --no-fork --fcntl --verbose',
    values: '-w --wait --timeout -E --conflict-exit-code',
    stopsAtOperand: true,
  };
  const { options, unsure } = readWrapperOptions(args, spec, doing);
  const [file, second, ...rest] = options.operands;
  if (file === undefined || (second === undefined && /^[0-9]+$/.test(file.text ?? ''))) return;
  doing.write(file);
  if (second === undefined) return;
  if (second.text === '-c' || second.text === '--command') for (const text of rest.slice(0, 1)) doing.script(text);
  else runInner([second, ...rest], { doing, unsure });
};

const gdb: Program = (args, doing) => {
  if (asksOnly(args, '--version --help -v -h')) return;
  doing.unknown('it looks into the command that it runs, and can change what that does');
  const spec = {
    flags: '--args -args --batch -batch -q -quiet --quiet -n --nx -nx -nh -silent -tui --return-child-result',
    values:
      '-ex --ex --eval-command -eval-command -iex --init-eval-command -x --command -command -ix --init-command -p --pid -pid -c --core -core -s --symbols -e --exec -cd --cd -d --directory -tty',
    noClusters: true,
    stopsAtOperand: true,
  };
  const { options, unsure } = readWrapperOptions(args, spec, doing);
  for (const pid of options.valuesOf('-p --pid -pid')) doing.process(pid.text ?? pid.source);
  for (const file of options.valuesOf('-x --command -command -ix --init-command')) doing.read(file);
  for (const text of options.valuesOf('-ex --ex --eval-command -eval-command -iex --init-eval-command')) {
    const [, inner] = /^\s*(?:shell|!|make|pipe|\|)\s*(.*)$/s.exec(likely(text)) ?? [];
    if (inner !== undefined) doing.script(literal(inner));
  }
  runInner(options.operands, { doing, unsure });
};

const direnv: Program = (args, doing) => {
  if (asksOnly(args, 'version help --version --help')) return;
  doing.unknown('`direnv` runs what is written in `.envrc`');
  if (args[0]?.text === 'exec') doing.run(args.slice(2));
};

const runParts: Program = (args, doing) => {
  doing.unknown('it runs every program in a folder');
  const values = '-a --arg -u --umask --regex';
  const flags = '--test --list -v --verbose --report --reverse --exit-on-error --lsbsysinit --new-session';
  const { operands } = readOptions(args, { flags, values }, doing);
  for (const folder of operands) doing.read(folder, { deep: true });
};

/** One program with many names. Its programs have options of their own, so that ours prove nothing. */
const manyNames =
  (name: string): Program =>
  (args, doing) => {
    if (args.length === 0 || asksOnly(args, '--list --help --list-full --version')) return;
    doing.unknown(`\`${name}\` has its own version of the command`);
    doing.run(args);
  };

/** The loader as a program: `ld.so --preload x.so command…`. */
const loader: Program = (args, doing) => {
  if (asksOnly(args, '--version --help')) return;
  doing.unknown('it loads the program in its own way');
  const spec = {
    flags: '--verify --list --inhibit-cache --list-tunables --list-diagnostics',
    values: '--library-path --preload --audit --argv0 --glibc-hwcaps-prepend --glibc-hwcaps-mask --inhibit-rpath',
    stopsAtOperand: true,
  };
  const { options, unsure } = readWrapperOptions(args, spec, doing);
  runInner(options.operands, { doing, unsure });
};

export const launcherPrograms: ProgramTable = {
  flock,
  gdb,
  direnv,
  'run-parts': runParts,
  busybox: manyNames('busybox'),
  toybox: manyNames('toybox'),
  'ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-musl-x86_64.so.1': loader,
};
