import type { OptionSpec } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';
import { readGnuOptions } from './gnu-options.js';
import { reportMode } from './mode.js';
import { below, withHome, wordFrom } from './path-word.js';

/** Writes every operand; the values of `reads` are files it looks at. */
const writer =
  (spec: OptionSpec, reads?: string): Program =>
  (args, doing) => {
    const options = readGnuOptions(args, spec, doing);
    for (const file of options.valuesOf(reads)) doing.read(file);
    for (const mode of options.valuesOf('-m --mode')) reportMode(mode, options.operands, doing);
    for (const path of options.operands) doing.write(path);
  };

const touch = writer(
  {
    flags: '-a -c -f -h -m --no-create --no-dereference --help --version',
    values: '-d -r -t -A --date --reference --time',
  },
  '-r --reference',
);

const truncate = writer(
  { flags: '-c -o --no-create --io-blocks --help --version', values: '-r -s --reference --size' },
  '-r --reference',
);

const fallocate = writer({
  flags: `-c -d -i -n -p -v -x -z --collapse-range --dig-holes --insert-range --keep-size --punch-hole --verbose --posix
    --zero-range --help --version`,
  values: '-l -o --length --offset',
});

const maker = writer({
  flags: '-p -v -Z --parents --verbose --help --version',
  values: '-m --mode',
  optional: '--context',
});

const mknod: Program = (args, doing) => {
  const options = readGnuOptions(args, { flags: '-Z --help --version', values: '-m --mode' }, doing);
  const [path, type] = options.operands;
  if (path !== undefined) doing.write(path);
  if (type?.text !== 'p') doing.unknown('makes a device file, through which a disk can be read or overwritten');
};

const mktempSpec: OptionSpec = {
  flags: '-d -u -q -t --directory --dry-run --quiet --help --version',
  values: '-p --suffix',
  optional: '--tmpdir',
};

const mktemp: Program = (args, doing) => {
  const options = readGnuOptions(args, mktempSpec, doing);
  if (options.has('-u --dry-run')) return;
  const system = literal(doing.context.env['TMPDIR'] ?? '/tmp');
  const folder = options.valuesOf('-p --tmpdir').at(-1) ?? (options.has('-t --tmpdir') ? system : undefined);
  const template = options.operands[0];
  if (template === undefined) return doing.write(below(folder ?? system, literal('tmp.XXXXXXXXXX')));
  doing.write(folder === undefined ? template : below(folder, template));
};

const tee = writer({
  flags: '-a -i -p --append --ignore-interrupts --help --version',
  optional: '--output-error',
});

const sponge = writer({ flags: '-a -h' });

const ddOperand = /^(bs|cbs|conv|count|ibs|iflag|obs|oflag|seek|oseek|skip|iseek|status)=/;

const dd: Program = (args, doing) => {
  const endless = args.some((word) => /^if=\/dev\/(zero|full|u?random)$/.test(likely(word)));
  if (endless && !args.some(({ text }) => text?.startsWith('count=') === true))
    doing.unknown('dd never comes to an end');
  for (const word of args) {
    const text = likely(word);
    if (text.startsWith('if=')) for (const path of withHome(wordFrom(word, 3), doing)) doing.read(path);
    else if (text.startsWith('of=')) for (const path of withHome(wordFrom(word, 3), doing)) doing.write(path);
    else if (word.text === undefined || !ddOperand.test(text)) {
      if (!isHelp(word)) doing.unknown(`${word.source} is not known to dd, or only at run time`);
    }
  }
};

const isHelp = ({ text }: Word): boolean => text === '--help' || text === '--version';

/** Only makes sure that what is written reaches the disk. */
const sync: Program = (args, doing) => {
  readGnuOptions(args, { flags: '-d -f --data --file-system --help --version' }, doing);
};

const rename: Program = (args, doing) => {
  doing.inline('rename may run its first operand as Perl code');
  for (const path of args.filter((word) => !likely(word).startsWith('-')).slice(1)) doing.move(path);
};

const mmv: Program = (_args, doing) => doing.unknown('which files mmv renames follows from patterns of its own');

export const makePrograms: ProgramTable = {
  touch,
  truncate,
  fallocate,
  'mkdir mkfifo': maker,
  mknod,
  mktemp,
  tee,
  sponge,
  'dd dcfldd dc3dd': dd,
  sync,
  'rename prename file-rename': rename,
  mmv,
};
