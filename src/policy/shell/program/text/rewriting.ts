import { placed, type ReadOptions } from '../../options.js';
import type { EffectSink, ProgramTable } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';
import { reader } from './reader.js';

const lineEnds = reader({
  flags:
    '-n --newfile -o --oldfile -k --keepdate -q --quiet -v --verbose -b --keep-bom -m --add-bom -r --remove-bom -f --force -s --safe -l --newline -e --add-eol -O --to-stdout -h -V -L --license -7 -F --follow-symlink -S --skip-symlink -R --replace-symlink',
  values: '-c --convmode -D --display-enc',
  optional: '-i --info',
  operands: 'text',
  also: reportLineEnds,
});

/** Programs that write what they read to other files, or back. */
export const rewritingPrograms: ProgramTable = {
  split: reader({
    flags: '-d -x -e --elide-empty-files -u --unbuffered --verbose',
    values:
      '-a --suffix-length --additional-suffix -b --bytes -C --line-bytes --filter -l --lines -n --number -t --separator -p',
    optional: '--numeric-suffixes --hex-suffixes',
    numbers: true,
    operands: 'text',
    also: reportSplit,
  }),
  csplit: reader({
    flags: '-k --keep-files --suppress-matched -s --quiet --silent -z --elide-empty-files',
    values: '-b --suffix-format -f --prefix -n --digits',
    operands: 'text',
    also: (read, doing) => {
      for (const file of placed(read.operands, doing).slice(0, 1)) if (file.text !== '-') doing.read(file);
      writePieces(read.valuesOf('-f --prefix').at(-1) ?? literal('xx'), '00', doing);
    },
  }),
  'dos2unix unix2dos': lineEnds,
};

function reportSplit(read: ReadOptions, doing: EffectSink): void {
  const [input, prefix = literal('x')] = placed(read.operands, doing);
  if (read.has('--help --version')) return;
  if (input !== undefined && input.text !== '-') doing.read(input);
  const filters = read.valuesOf('--filter');
  for (const filter of filters) {
    doing.script(filter, { input: { kind: 'piped' } });
    doing.unknown('it hands each piece to a command');
  }
  if (filters.length === 0)
    writePieces(prefix, `aa${likely(read.valuesOf('--additional-suffix').at(-1) ?? literal(''))}`, doing);
}

/** Many files, of which only how the names begin is known. */
function writePieces(prefix: Word, suffix: string, doing: EffectSink): void {
  doing.write(prefix.text === undefined ? prefix : { ...prefix, text: prefix.text + suffix });
  doing.unknown(`it writes files whose names begin with ${likely(prefix)}`);
}

/** They change each file in place, unless told to write another or to look only. */
function reportLineEnds(read: ReadOptions, doing: EffectSink): void {
  const files = placed(read.operands, doing);
  const looksOnly = read.has('-i --info -O --to-stdout') && !read.has('-n --newfile -o --oldfile');
  const pairs = read.has('-n --newfile') && !read.has('-o --oldfile');
  for (const [index, file] of files.entries()) {
    if (looksOnly || (pairs && index % 2 === 0)) doing.read(file);
    else doing.write(file);
  }
}
