import { placed, type ReadOptions } from '../../options.js';
import type { EffectSink, ProgramTable } from '../../program.js';
import { type ReaderSpec, reader } from './reader.js';

const otherDiff = 'it runs a program of your choice to compare';

const diff: ReaderSpec = {
  flags:
    '--normal -q --brief -s --report-identical-files -c -u -e --ed -f --forward-ed -n --rcs -y --side-by-side --left-column --suppress-common-lines -p --show-c-function -t --expand-tabs -T --initial-tab --suppress-blank-empty -r --recursive --no-dereference -N --new-file -P --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case -i --ignore-case -E --ignore-tab-expansion -Z --ignore-trailing-space -b --ignore-space-change -w --ignore-all-space -B --ignore-blank-lines -a --text --strip-trailing-cr --binary -d --minimal -H --speed-large-files -v --inhibit-hunk-merge',
  values:
    '-C -U -W --width -F --show-function-line -L --label --tabsize -x --exclude -S --starting-file -I --ignore-matching-lines -D --ifdef --old-group-format --new-group-format --unchanged-group-format --changed-group-format --line-format --old-line-format --new-line-format --unchanged-line-format --horizon-lines --palette --from-file --to-file',
  optional: '--context --unified --color',
  reads: '-X --exclude-from',
  numbers: true,
  operands: 'text',
  also: compareBelow,
};

/** Programs that compare files. */
export const comparingPrograms: ProgramTable = {
  diff: reader(diff),
  colordiff: reader({ ...diff, values: `${diff.values} --difftype`, optional: `${diff.optional} --fakeexitcode` }),
  cmp: reader({
    flags: '-b --print-bytes -l --verbose -s --quiet --silent -v',
    values: '-i --ignore-initial -n --bytes',
    operands: 'text',
    also: readPair,
  }),
  diff3: reader({
    flags:
      '-A --show-all -e --ed -E --show-overlap -3 --easy-only -x --overlap-only -X -i -m --merge -a --text --strip-trailing-cr -T --initial-tab -v',
    values: '-L --label --diff-program',
    odd: { '--diff-program': otherDiff },
  }),
  sdiff: reader({
    flags:
      '-i --ignore-case -E --ignore-tab-expansion -Z --ignore-trailing-space -b --ignore-space-change -W --ignore-all-space -B --ignore-blank-lines --strip-trailing-cr -a --text -l --left-column -s --suppress-common-lines -t --expand-tabs -d --minimal -H --speed-large-files -v',
    values: '-I --ignore-matching-lines -w --width --tabsize --diff-program',
    writes: '-o --output',
    odd: {
      '--diff-program': otherDiff,
      '-o --output': 'it asks what to do and may start an editor',
    },
    operands: 'text',
    also: compareBelow,
  }),
};

/** Of folders it compares the files, and of a folder and a file the one of that name: where links lead as well. */
function compareBelow(read: ReadOptions, doing: EffectSink): void {
  if (read.has('--help --version')) return;
  const followsLinks = !read.has('--no-dereference');
  const deep = read.has('-r --recursive');
  for (const file of [...read.valuesOf('--from-file --to-file'), ...read.operands])
    if (file.text !== '-') doing.read(file, { ...(deep && { deep }), followsLinks, hidden: true });
}

/** `cmp A B SKIP SKIP`: what follows the files are numbers. */
function readPair({ operands }: ReadOptions, doing: EffectSink): void {
  for (const file of placed(operands, doing).slice(0, 2)) if (file.text !== '-') doing.read(file);
}
