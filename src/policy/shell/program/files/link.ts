import { posix } from 'node:path';
import type { OptionSpec } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import type { Word } from '../../word.js';
import { passagesOf, reportBackup } from './destination.js';
import { readGnuOptions } from './gnu-options.js';
import { baseOf, inFolder, mapWord } from './path-word.js';

const lnSpec: OptionSpec = {
  flags: `-b -d -F -f -h -i -L -n -P -r -s -T -v --directory --force --interactive --logical --no-dereference
    --no-target-directory --physical --relative --symbolic --verbose --help --version`,
  values: '-S -t --suffix --target-directory',
  optional: '--backup',
};

/** Later reads through a link lead to what it names: making it counts as a read of that. */
const ln: Program = (args, doing) => {
  const options = readGnuOptions(args, lnSpec, doing);
  const symbolic = options.has('-s', '--symbolic');
  const fromLink = symbolic && !options.has('-r', '--relative');
  const [only, ...others] = options.operands;
  const alone = only !== undefined && others.length === 0 && !options.has('-t', '--target-directory');
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

export const linkPrograms: ProgramTable = { ln, link };
