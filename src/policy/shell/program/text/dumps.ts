import { isAbsolute, resolve } from 'node:path';
import { isFailure } from '../../../../tool/outcome.js';
import { eachMatch, placed, type ReadOptions, readOptions } from '../../options.js';
import type { EffectSink, ProgramTable } from '../../program.js';
import { literal, type Word } from '../../word.js';
import { printer, reader } from './reader.js';

const digest = reader({
  flags:
    '-b --binary -c --check --tag --untagged -t --text -z --zero --ignore-missing --quiet --status --strict -w --warn --raw --base64 --debug',
  values: '-l --length -a --algorithm',
  also: readChecked,
});

const encoder = reader({
  flags:
    '-d -D --decode -i --ignore-garbage --base64 --base64url --base32 --base32hex --base16 --base2msbf --base2lsbf --z85 --base58',
  values: '-w --wrap -b --break',
});

const hexdump = reader({
  flags:
    '-b --one-byte-octal -c --one-byte-char -C --canonical -d --two-bytes-decimal -o --two-bytes-octal -x --two-bytes-hex -X --one-byte-hex -v --no-squeezing -h -V',
  values: '-e --format -n --length -s --skip',
  optional: '-L --color',
  reads: '-f --format-file',
});

/** Programs that show bytes, sums of them, or what kind of file they are. */
export const dumpPrograms: ProgramTable = {
  od: reader({
    flags: '-v --output-duplicates --traditional -a -b -c -d -f -i -l -o -s -x -B -D -e -F -H -h -I -L -O -X',
    values: '-A --address-radix --endian -j --skip-bytes -N --read-bytes -S -t --format',
    optional: '-w --width --strings',
  }),
  'hexdump hd': hexdump,
  xxd,
  strings: reader({
    flags: '-a --all -d --data -f --print-file-name -w --include-all-whitespace -o -h -v -V',
    values: '-n --bytes -t --radix -T --target -e --encoding --unicode -U -s --output-separator',
    numbers: true,
    also: doubtArguments,
  }),
  // Of these, what loads plugins or goes after debug information and sources is left out.
  nm: reader({
    flags:
      '-a --debug-syms -A -o --print-file-name -B -C --no-demangle -D --dynamic -g --extern-only -n -v --numeric-sort -p --no-sort -P --portability -r --reverse-sort -S --print-size -s --print-armap --size-sort --special-syms -u --undefined-only -U --defined-only -W --no-weak -j --just-symbols --synthetic -V -h',
    values: '-f --format -t --radix',
    optional: '--demangle',
    otherwise: 'a.out',
    also: doubtArguments,
  }),
  size: reader({
    flags: '-A -B -G -d -o -x -t --totals --common -f -v -V -h',
    values: '--format --radix',
    otherwise: 'a.out',
    also: doubtArguments,
  }),
  readelf: reader({
    flags:
      '-a --all -h --file-header -l --program-headers --segments -S --section-headers --sections -g --section-groups -t --section-details -e --headers -s --syms --symbols --dyn-syms --lto-syms -n --notes -r --relocs -u --unwind -d --dynamic -V --version-info -A --arch-specific -c --archive-index -D --use-dynamic -I --histogram -W --wide -T --silent-truncation -C -v -H',
    values: '-x --hex-dump -p --string-dump -R --relocated-dump',
    also: doubtArguments,
  }),
  objdump: reader({
    flags:
      '-a --archive-headers -f --file-headers -p --private-headers -h --headers --section-headers -x --all-headers -d -D --disassemble-all -s --full-contents -t --syms -T --dynamic-syms -r --reloc -R --dynamic-reloc -C -w --wide -z --disassemble-zeroes --no-show-raw-insn --show-raw-insn --no-addresses -i --info -v -H',
    values: '-j --section -M --disassembler-options -m --architecture -b --target --start-address --stop-address',
    optional: '--disassemble --demangle',
    otherwise: 'a.out',
    also: doubtArguments,
  }),
  'base32 base64 basenc': encoder,
  'cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum': digest,
  sum: reader({ flags: '-r -s --sysv' }),
  shasum: reader({
    flags:
      '-b --binary -c --check -t --text -U --UNIVERSAL -0 --01 --tag -w --warn --strict --status -s -q --quiet --ignore-missing -h -v',
    values: '-a --algorithm',
    also: readChecked,
  }),
  md5: reader({ flags: '-p -q -r -t -x', values: '-c -s' }),
  file: reader({
    flags:
      '-v -b --brief -c --checking-printout -i -I --mime --apple --extension --mime-type --mime-encoding -k --keep-going -l --list -L --dereference -h --no-dereference -n --no-buffer -N --no-pad -0 --print0 -r --raw -s --special-files -S --no-sandbox -d --debug -E -z --uncompress -Z --uncompress-noreport -C --compile',
    values: '-e --exclude --exclude-quiet -F --separator -P --parameter -m --magic-file',
    reads: '-f --files-from',
    odd: {
      '-f --files-from': 'the files it looks at are named in another file',
      '-z --uncompress -Z --uncompress-noreport': 'it may start other programs to unpack',
      '-m --magic-file': 'it reads other magic files',
      '-C --compile': 'it writes a magic file',
    },
  }),
  stat: reader({
    namesOnly: true,
    flags: '-L --dereference -f --file-system -t --terse -x -l -s -n -q -r -F',
    values: '-c --format --printf --cached',
  }),
  numfmt: printer({
    flags: '--debug --grouping -z --zero-terminated',
    values:
      '-d --delimiter --field --format --from --from-unit --invalid --padding --round --suffix --to --to-unit --unit-separator',
    optional: '--header',
    numbers: true,
  }),
};

const maxChecked = 1000;

/** With `-c` it reads the files that the lists name: a sum and a name a line, or `SHA256 (name) = sum`. */
function readChecked(read: ReadOptions, doing: EffectSink): void {
  if (!read.has('-c --check')) return;
  const lists = eachMatch(read.operands).map(({ text }) => listText(text, doing));
  const names = lists.flatMap((list) =>
    (list ?? '').split('\n').flatMap((line) => checkedLine.exec(line)?.slice(1) ?? []),
  );
  for (const name of names.slice(0, maxChecked)) if (name !== undefined) doing.read(literal(name));
  if (names.length > maxChecked || lists.includes(undefined) || (lists.length === 0 && doing.input.kind === 'piped'))
    doing.unknown('which files it checks is only known at run time');
}

/** A backslash before all says that signs in the name are escaped. */
const checkedLine = /^\s*\\?(?:[\w-]+ ?\((.*)\) ?= ?\S+|[0-9A-Za-z+/=]+ [ *^?U]?(.*))$/;

/** The text of a list; empty when there is none, undefined when it cannot be told. */
function listText(path: string | undefined, { context, cwd }: EffectSink): string | undefined {
  if (path === undefined || path === '-' || (cwd === undefined && !isAbsolute(path))) return undefined;
  const place = context.resolve(resolve(cwd ?? '/', path));
  if (isFailure(place) || place.kind === 'missing') return '';
  return context.readText(place.path);
}

/** `@FILE` stands for the options in that file. */
function doubtArguments({ operands }: ReadOptions, doing: EffectSink): void {
  for (const { text = '' } of operands)
    if (text.startsWith('@')) doing.unknown(`its options stand in ${text.slice(1)}`);
}

const xxdOptions = {
  flags:
    '-a -autoskip -b -bits -C -capitalize -d -e -E -EBCDIC -h -help -i -include -p -ps -plain -postscript -r -revert -u -upper -uppercase -v -version --help --version',
  values: '-c -cols -g -groupsize -l -len -n -name -o -offset -R -s -seek -skip',
  noClusters: true,
  stopsAtOperand: true,
} as const;

/** `xxd IN OUT`: a second operand is written, also one that looks like an option. Numbers may be joined: `-l16`. */
function xxd(args: readonly Word[], doing: EffectSink): void {
  const parted = args.map((word) => (/^-[cglos][+-]?(0x)?[0-9a-f]+$/i.test(word.text ?? '') ? literal('-a') : word));
  const { operands } = readOptions(parted, xxdOptions, doing);
  const [input, output] = placed(args.slice(args.length - operands.length), doing);
  if (input !== undefined && input.text !== '-') doing.read(input);
  if (output !== undefined && output.text !== '-') doing.write(output);
}
