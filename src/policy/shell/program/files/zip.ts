import { posix } from 'node:path';
import { isPattern } from '../../../path/glob-name.js';
import { asksOnly, type OptionSpec, readOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';
import { readGnuOptions } from './gnu-options.js';
import { isDash, mapWord } from './path-word.js';

const zipSpec: OptionSpec = {
  flags: `-0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -A -c -d -D -e -f -F -g -j -J -k -l -L -m -o -q -r -R -S -T -u -v -X -y -z -@
    --recurse-paths --quiet --verbose --junk-paths --move --delete --encrypt --freshen --update --test --symlinks
    --no-extra --version`,
  values: '-b -n -P -t -O --out --password --temp-path --suffixes',
};

const zip: Program = (args, doing) => {
  if (asksOnly(args, '-v --version -h --help -L')) return;
  reportTester(args, doing);
  const options = readGnuOptions(withoutPatterns(args), zipSpec, doing);
  const [archive, ...members] = options.operands;
  const deep = options.has('-r -R --recurse-paths');
  if (options.has('-@')) doing.unknown('which files zip takes comes on its input');
  for (const file of options.valuesOf('-O --out')) doing.write(file);
  for (const folder of options.valuesOf('-b --temp-path')) doing.write(folder, { deep: true });
  if (archive !== undefined && !isDash(archive)) doing.write(mapWord(archive, withZip));
  if (options.has('-d --delete')) return;
  for (const member of members.filter((word) => !isDash(word))) {
    doing.read(member, { deep, followsLinks: deep && !options.has('-y --symlinks'), hidden: deep });
    if (options.has('-m --move')) doing.delete(member, { deep });
  }
};

/** `-TT 'command'` and `--unzip-command`: what the finished archive is tested with. */
function reportTester(args: readonly Word[], doing: Parameters<Program>[1]): void {
  const at = args.findIndex((word) => /^-[A-Za-z]*TT|^--unz/.test(likely(word)));
  if (at === -1) return;
  doing.unknown('zip runs the command that is named for testing the archive');
  const joined = likely(args[at] ?? literal('')).replace(/^-[A-Za-z]*?TT=?|^--unz[a-z-]*=?/, '');
  const command = joined === '' ? args[at + 1] : literal(joined);
  if (command !== undefined) doing.script(command);
}

/** Without the patterns that follow `-x` and `-i` up to the next option. */
function withoutPatterns(args: readonly Word[]): readonly Word[] {
  const kept: Word[] = [];
  let skipping = false;
  for (const word of args) {
    const { text } = word;
    if (text?.startsWith('-') === true || text === '@') skipping = /^(-x|-i|--exclude|--include)$/.test(text);
    else if (!skipping) kept.push(word);
    if (text?.startsWith('-') === true && !skipping) kept.push(word);
  }
  return kept;
}

const withZip = (archive: string): string => (posix.basename(archive).includes('.') ? archive : `${archive}.zip`);

const unzipSpec: OptionSpec = {
  flags: '-a -b -B -c -C -f -j -K -l -L -n -o -p -q -s -t -T -u -U -v -V -W -X -z -Z -: -^',
  values: '-d -P -O -I',
};

const unzip: Program = (args, doing) => {
  if (asksOnly(args, '-v --version -h -hh --help')) return;
  const listing = likely(args[0] ?? literal('')).startsWith('-Z');
  if (listing) return zipinfo(args.slice(1), doing);
  const words = withoutPatterns(args);
  const options = readGnuOptions(words, unzipSpec, doing);
  const archive = options.operands[0];
  doubtEnd(args, doing);
  if (archive !== undefined) readArchive(archive, doing);
  // Behind the archive these would be names of what is in it.
  const at = words.findIndex(({ source }) => source === archive?.source);
  const looks = readOptions(words.slice(0, Math.max(at, 0)), unzipSpec, { unknown: () => {} });
  if (looks.has('-l -t -p -v -c -z -Z')) return;
  if (options.has('-:')) doing.unknown('with -: the archive may write above the folder');
  doing.write(options.valuesOf('-d').at(-1) ?? literal('.'), { deep: true });
};

const zipinfo: Program = (args, doing) => {
  const { operands } = readGnuOptions(args, { flags: '-1 -2 -s -m -l -v -h -t -T -z -C -M -U' }, doing);
  doubtEnd(args, doing);
  if (operands[0] !== undefined) readArchive(operands[0], doing);
};

/** To them `--` is an option without a letter, and options may follow it. */
function doubtEnd(args: readonly Word[], doing: EffectSink): void {
  if (args.some(({ text }) => text === '--')) doing.unknown('which word names the archive is not sure');
}

/** A pattern that the shell left alone they match themselves. */
function readArchive(archive: Word, doing: EffectSink): void {
  doing.read(archive);
  if (archive.matches === undefined && isPattern(likely(archive)))
    doing.unknown(`which archives \`${archive.source}\` stands for is only known at run time`);
}

export const zipPrograms: ProgramTable = { zip, unzip, zipinfo };
