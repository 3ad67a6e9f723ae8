import type { OptionSpec } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { passagesOf, reportBackup } from './destination.js';
import { readGnuOptions } from './gnu-options.js';
import { reportMode } from './mode.js';

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
  const deep = options.has('-r', '-R', '-a', '--recursive', '--archive');
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
  if (options.has('-s', '--strip', '--strip-program')) doing.unknown('install runs the program `strip` on the files');
  if (options.has('-d', '--directory')) {
    for (const path of options.operands) doing.write(path);
    return;
  }
  for (const { source, target } of passagesOf(options, doing)) {
    doing.read(source);
    doing.write(target);
    for (const mode of options.valuesOf('-m', '--mode')) reportMode(mode, [source, target], doing);
    reportBackup(target, options, doing);
  }
};

export const copyPrograms: ProgramTable = { cp, mv, install, ginstall: install, gcp: cp, gmv: mv };
