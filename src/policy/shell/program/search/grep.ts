import type { ReadOptions } from '../../options.js';
import { placed, readOptions } from '../../options.js';
import type { EffectSink, ProgramTable } from '../../program.js';
import { literal, type Word } from '../../word.js';
import { readFiles } from '../text/reader.js';
import { reachesHidden, reportChosen } from './chosen-names.js';

/** GNU grep 3.8. */
const options = {
  flags:
    '-E --extended-regexp -F --fixed-strings -G --basic-regexp -P --perl-regexp -i -y --ignore-case --no-ignore-case -w --word-regexp -x --line-regexp -z --null-data -s --no-messages -v --invert-match -V --version --help -b --byte-offset -n --line-number --line-buffered -H --with-filename -h --no-filename -o --only-matching -q --quiet --silent -a --text -I -r --recursive -R --dereference-recursive -L --files-without-match -l --files-with-matches -c --count -T --initial-tab -Z --null --no-group-separator -U --binary -u --unix-byte-offsets',
  values:
    '-e --regexp -f --file -m --max-count --label --binary-files -d --directories -D --devices --include --exclude --exclude-from --exclude-dir -B --before-context -A --after-context -C --context --group-separator',
  optional: '--color --colour',
  numbers: true,
};

/** `grep` under its names, and scripts that unpack files and hand them to it or to another program. */
export const grepPrograms: ProgramTable = {
  'grep egrep fgrep ggrep': (args, doing) => reportGrep(args, doing, false),
  rgrep: (args, doing) => reportGrep(args, doing, true),
  'zgrep zegrep zfgrep zcmp zdiff zless zmore bzgrep bzegrep bzfgrep bzdiff bzless bzmore xzgrep xzegrep xzfgrep xzdiff xzless xzmore zstdgrep zstdless':
    unpack,
};

function reportGrep(args: readonly Word[], doing: EffectSink, always: boolean): void {
  const read = readOptions(args, options, doing);
  if (read.has('--help --version -V')) return;
  readFiles(read.valuesOf('-f --file --exclude-from'), doing);
  const named = read.has('-e --regexp -f --file');
  const files = named ? read.operands : placed(read.operands, doing).slice(1);
  const deep = always || recurses(read);
  const chosen = read.valuesOf('--include');
  reportChosen(chosen, files, doing);
  const followsLinks = read.has('-R --dereference-recursive');
  const reach = deep ? { deep, followsLinks, hidden: chosen.length === 0 || chosen.some(reachesHidden) } : {};
  if (deep && files.length === 0) doing.read(literal('.'), reach);
  else readFiles(files, doing, reach);
}

function recurses(read: ReadOptions): boolean {
  if (read.has('-r --recursive -R --dereference-recursive')) return true;
  return read.valuesOf('-d --directories').some(({ text }) => text === undefined || text === 'recurse');
}

function unpack(args: readonly Word[], doing: EffectSink): void {
  doing.unknown('it is a script that runs other programs');
  for (const word of args) if (word.text?.startsWith('-') !== true) doing.read(word);
}
