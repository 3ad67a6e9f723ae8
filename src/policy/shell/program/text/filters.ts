import { placed, type ReadOptions } from '../../options.js';
import type { EffectSink, ProgramTable } from '../../program.js';
import { reader, readFiles } from './reader.js';

const namesInFile = 'the files it reads are named in another file';
const endless = 'it would not end by itself';

/** Programs that take text line by line and print it: GNU coreutils 9.1 and util-linux 2.38, as their `--help` lists. */
export const filterPrograms: ProgramTable = {
  cat: reader({
    flags:
      '-A --show-all -b --number-nonblank -e -E --show-ends -n --number -s --squeeze-blank -t -T --show-tabs -u -v --show-nonprinting',
  }),
  tac: reader({ flags: '-b --before -r --regex', values: '-s --separator' }),
  rev: reader({ flags: '-h -V -0 --zero' }),
  nl: reader({
    flags: '-p --no-renumber',
    values:
      '-b --body-numbering -d --section-delimiter -f --footer-numbering -h --header-numbering -i --line-increment -l --join-blank-lines -n --number-format -s --number-separator -v --starting-line-number -w --number-width',
  }),
  head: reader({
    flags: '-q --quiet --silent -v --verbose -z --zero-terminated',
    values: '-c --bytes -n --lines',
    numbers: true,
  }),
  tail: reader({
    flags: '-q --quiet --silent -v --verbose -z --zero-terminated -r -f -F --retry',
    values: '-c --bytes -n --lines --max-unchanged-stats --pid -s --sleep-interval',
    optional: '--follow',
    numbers: true,
    odd: { '-f -F --follow --retry': endless },
  }),
  wc: reader({
    flags: '-c --bytes -m --chars -l --lines -L --max-line-length -w --words',
    values: '--total',
    reads: '--files0-from',
    odd: { '--files0-from': namesInFile },
  }),
  sort: reader({
    flags:
      '-b --ignore-leading-blanks -d --dictionary-order -f --ignore-case -g --general-numeric-sort -i --ignore-nonprinting -M --month-sort -h --human-numeric-sort -n --numeric-sort -R --random-sort -r --reverse -V --version-sort -c -C --debug -m --merge -s --stable -u --unique -z --zero-terminated',
    values: '--sort --batch-size --compress-program -k --key -S --buffer-size -t --field-separator --parallel',
    optional: '--check',
    reads: '--files0-from --random-source',
    writes: '-o --output -T --temporary-directory',
    odd: { '--files0-from': namesInFile, '--compress-program': 'it runs another program on its temporary files' },
    also: (read, doing) => {
      for (const program of read.valuesOf('--compress-program')) doing.run([program]);
    },
  }),
  uniq: reader({
    flags: '-c --count -d --repeated -D -i --ignore-case -u --unique -z --zero-terminated',
    optional: '--all-repeated --group',
    values: '-f --skip-fields -s --skip-chars -w --check-chars',
    numbers: true,
    operands: 'text',
    also: readThenWrite,
  }),
  cut: reader({
    flags: '-n --complement -s --only-delimited -z --zero-terminated -w',
    values: '-b --bytes -c --characters -d --delimiter -f --fields --output-delimiter -O',
  }),
  paste: reader({ flags: '-s --serial -z --zero-terminated', values: '-d --delimiters' }),
  join: reader({
    flags: '-i --ignore-case --check-order --nocheck-order --header -z --zero-terminated',
    values: '-a -e -j -o -t -v -1 -2',
  }),
  comm: reader({
    flags: '-1 -2 -3 -i --check-order --nocheck-order --total -z --zero-terminated',
    values: '--output-delimiter',
  }),
  tr: reader({
    flags: '-c -C --complement -d --delete -s --squeeze-repeats -t --truncate-set1 -u',
    operands: 'text',
  }),
  fold: reader({ flags: '-b --bytes -s --spaces -c --characters', values: '-w --width', numbers: true }),
  fmt: reader({
    flags: '-c --crown-margin -s --split-only -t --tagged-paragraph -u --uniform-spacing',
    values: '-p --prefix -w --width -g --goal',
    numbers: true,
  }),
  pr: reader({
    flags:
      '-a --across -c --show-control-chars -d --double-space -F -f --form-feed -J --join-lines -m --merge -r --no-file-warnings -t --omit-header -T --omit-pagination -v --show-nonprinting',
    values:
      '--columns --pages -D --date-format -h --header -l --length -N --first-line-number -o --indent -w --width -W --page-width',
    optional: '-e --expand-tabs -i --output-tabs -n --number-lines -s --separator -S --sep-string',
    numbers: true,
  }),
  expand: reader({ flags: '-i --initial', values: '-t --tabs', numbers: true }),
  unexpand: reader({ flags: '-a --all --first-only', values: '-t --tabs', numbers: true }),
  col: reader({ flags: '-b -f -h -p -x --no-backspaces --fine --tabs --pass --spaces', values: '-l --lines' }),
  colrm: reader({ operands: 'text' }),
  column: reader({
    flags:
      '-t --table -d --table-noheadings -e --table-header-repeat -L --keep-empty-lines -J --json -x --fillrows -h -V -m --table-maxout',
    values:
      '-n --table-name -O --table-order -N --table-columns -l --table-columns-limit -E --table-noextreme -H --table-hide -R --table-right -T --table-truncate -W --table-wrap -r --tree -i --tree-id -p --tree-parent -c --output-width -o --output-separator -s --separator -C --table-column',
  }),
  tsort: reader({}),
  shuf: reader({
    flags: '-e --echo -r --repeat -z --zero-terminated',
    values: '-i --input-range -n --head-count',
    reads: '--random-source',
    writes: '-o --output',
    leading: (read) => (read.has('-e --echo') ? Number.POSITIVE_INFINITY : 0),
    also: (read, doing) => {
      if (read.has('-n --head-count')) return;
      const wide = read.valuesOf('-i --input-range').some(({ text = '' }) => !/^\d{1,7}-\d{1,7}$/.test(text));
      if (wide || read.has('-r --repeat')) doing.unknown(endless);
    },
  }),
  ptx: reader({
    flags:
      '-A --auto-reference -G --traditional -O -R --right-side-refs -T -f --ignore-case -r --references -t --typeset-mode',
    values:
      '-F --flag-truncation -M --macro-name --format -S --sentence-regexp -W --word-regexp -g --gap-size -w --width',
    reads: '-b --break-file -i --ignore-file -o --only-file',
    operands: 'text',
    also: (read, doing) =>
      read.has('-G --traditional') ? readThenWrite(read, doing) : readFiles(read.operands, doing),
  }),
  look: reader({
    flags: '-a --alternative -d --alphanum -f --ignore-case -b -h -V',
    values: '-t --terminate',
    leading: 1,
  }),
  iconv: reader({
    flags: '-l --list -c -s --silent --verbose -? --usage -V',
    values: '-f --from-code -t --to-code',
    writes: '-o --output',
  }),
};

/** `IN OUT`: the first operand is read, the second written. */
function readThenWrite(read: ReadOptions, doing: EffectSink): void {
  const [input, output] = placed(read.operands, doing);
  if (input !== undefined && input.text !== '-') doing.read(input);
  if (output !== undefined && output.text !== '-') doing.write(output);
}
