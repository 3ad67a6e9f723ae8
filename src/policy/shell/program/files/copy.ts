import { posix } from 'node:path';
import type { OptionSpec, ReadOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { literal, type Word } from '../../word.js';
import { readGnuOptions } from './gnu-options.js';
import { reportMode } from './mode.js';
import { baseOf, below, inFolder, isFolder, mapWord } from './path-word.js';

const cpSpec: OptionSpec = {
  flags: `-a -b -d -f -i -H -l -L -n -p -P -r -R -s -T -u -v -x -Z -c
    --archive --attributes-only --copy-contents --debug --dereference --force --interactive --keep-directory-symlink
    --link --no-clobber --no-dereference --no-target-directory --one-file-system --parents --recursive
    --remove-destination --strip-trailing-slashes --symbolic-link --verbose --help --version`,
  values: '-S -t --no-preserve --sparse --suffix --target-directory',
  optional: '--backup --context --preserve --reflink --update',
};

const cp: Program = (args, doing) => {
  const options = readGnuOptions(args, cpSpec, doing);
  const deep = options.has('-r -R -a --recursive --archive');
  const nameOf = options.has('--parents') ? (source: (typeof args)[number]) => source : undefined;
  for (const { source, target } of passagesOf(options, doing, nameOf)) {
    doing.read(source, { deep });
    doing.write(target, { deep });
    reportBackup(target, options, doing);
  }
};

const mvSpec: OptionSpec = {
  flags: `-b -f -i -n -T -u -v -Z -h --debug --exchange --force --interactive --no-clobber --no-copy
    --no-target-directory --strip-trailing-slashes --verbose --context --help --version`,
  values: '-S -t --suffix --target-directory',
  optional: '--backup --update',
};

const mv: Program = (args, doing) => {
  const options = readGnuOptions(args, mvSpec, doing);
  for (const { source, target } of passagesOf(options, doing)) {
    doing.move(source);
    doing.write(target);
    if (options.has('--exchange')) doing.move(target);
    reportBackup(target, options, doing);
  }
};

const installSpec: OptionSpec = {
  flags: `-b -c -C -d -D -p -s -T -v -Z --compare --directory --debug --preserve-context --preserve-timestamps --strip
    --no-target-directory --verbose --help --version`,
  values: '-g -m -o -S -t --group --mode --owner --suffix --target-directory --strip-program',
  optional: '--backup --context',
};

const install: Program = (args, doing) => {
  const options = readGnuOptions(args, installSpec, doing);
  for (const program of options.valuesOf('--strip-program')) doing.run([program]);
  if (options.has('-s --strip --strip-program')) doing.unknown('install runs the program `strip` on the files');
  if (options.has('-d --directory')) {
    for (const path of options.operands) doing.write(path);
    return;
  }
  for (const { source, target } of passagesOf(options, doing)) {
    doing.read(source);
    doing.write(target);
    for (const mode of options.valuesOf('-m --mode')) reportMode(mode, [source, target], doing);
    reportBackup(target, options, doing);
  }
};

const lnSpec: OptionSpec = {
  flags: `-b -d -F -f -h -i -L -n -P -r -s -T -v --directory --force --interactive --logical --no-dereference
    --no-target-directory --physical --relative --symbolic --verbose --help --version`,
  values: '-S -t --suffix --target-directory',
  optional: '--backup',
};

/** Later reads through a link lead to what it names: making it counts as a read of that. */
const ln: Program = (args, doing) => {
  const options = readGnuOptions(args, lnSpec, doing);
  const symbolic = options.has('-s --symbolic');
  const fromLink = symbolic && !options.has('-r --relative');
  const [only, ...others] = options.operands;
  const alone = only !== undefined && others.length === 0 && !options.has('-t --target-directory');
  const links = alone ? [{ source: only, target: baseOf(only) }] : passagesOf(options, doing);
  for (const { source, target } of links) {
    const leadsTo = fromLink ? seenFrom(target, source) : source;
    doing.write(target, { leadsTo });
    doing.read(leadsTo, { deep: symbolic });
    reportBackup(target, options, doing);
  }
};

/** What a symbolic link names is relative to the folder the link is in. */
const seenFrom = (link: Word, named: Word): Word => inFolder(mapWord(link, posix.dirname), named);

const link: Program = (args, doing) => {
  const { operands } = readGnuOptions(args, { flags: '--help --version' }, doing);
  const [named, made] = operands;
  if (named !== undefined) doing.read(named);
  if (made !== undefined) doing.write(made, named === undefined ? {} : { leadsTo: named });
};

/** Programs that put a file, or another name of it, somewhere else. */
export const copyPrograms: ProgramTable = {
  'cp gcp': cp,
  'mv gmv': mv,
  'install ginstall': install,
  ln,
  link,
};

/** What goes where. Of one source there may be two targets, where it cannot be told whether the last operand is a folder. */
interface Passage {
  readonly source: Word;
  readonly target: Word;
}

/** Who goes where with `cp`, `mv`, `ln` and `install`: `-t FOLDER`, `-T`, or the last operand, a folder or not. */
function passagesOf(
  options: ReadOptions,
  doing: EffectSink,
  nameOf: (source: Word) => Word = baseOf,
): readonly Passage[] {
  const folder = options.valuesOf('-t --target-directory').at(-1);
  if (folder !== undefined) {
    return options.operands.map((source) => ({ source, target: below(folder, nameOf(source)) }));
  }
  const operands = spreadLast(options.operands);
  const target = operands.at(-1);
  if (target === undefined) return [];
  const sources = operands.slice(0, -1);
  if (sources.length === 0) return target.splits === true ? [{ source: target, target }] : [];
  if (options.has('-T --no-target-directory')) return sources.map((source) => ({ source, target }));
  const many = sources.length > 1 || (sources[0]?.matches?.length ?? 1) > 1;
  const into = many || isFolder(target, doing);
  return sources.flatMap((source) => {
    const inside = { source, target: below(target, nameOf(source)) };
    if (into === true) return [inside];
    const unsure = into === undefined || source.splits === true;
    return unsure ? [{ source, target }, inside] : [{ source, target }];
  });
}

/** `mv *`: the last match is where the others go. */
function spreadLast(operands: readonly Word[]): readonly Word[] {
  const matches = operands.at(-1)?.matches ?? [];
  return matches.length === 0 ? operands : [...operands.slice(0, -1), ...matches.map(literal)];
}

/** Reports the file that an overwritten target is kept as. */
function reportBackup(target: Word, options: ReadOptions, doing: EffectSink): void {
  const suffix = options.valuesOf('-S --suffix').at(-1);
  if (suffix === undefined && !options.has('-b --backup')) return;
  const text = suffix === undefined ? '~' : suffix.text;
  const known = target.text !== undefined && text !== undefined;
  doing.write({ text: known ? `${target.text}${text}` : undefined, source: `${target.source}~`, note: 'a backup' });
}
