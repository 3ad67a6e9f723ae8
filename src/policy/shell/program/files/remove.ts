import { posix } from 'node:path';
import type { OptionSpec } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { likely, type Word } from '../../word.js';
import { readGnuOptions } from './gnu-options.js';
import { mapWord } from './path-word.js';

const rmSpec: OptionSpec = {
  flags:
    '-f -i -I -r -R -d -v -x -P -W --force --one-file-system --no-preserve-root --recursive --dir --verbose --help --version',
  optional: '--interactive --preserve-root',
};

const rm: Program = (args, doing) => {
  const options = readGnuOptions(args, rmSpec, doing);
  const deep = options.has('-r -R --recursive') || args.some(mayRecurse);
  for (const path of options.operands) doing.delete(path, { deep });
};

/** An option that is only settled at run time and likely holds the letter. */
const mayRecurse = (word: Word): boolean => word.text === undefined && /^-[a-z]*r/i.test(likely(word));

const unlink: Program = (args, doing) => {
  const { operands } = readGnuOptions(args, { flags: '--help --version' }, doing);
  for (const path of operands) doing.delete(path);
};

const rmdirSpec: OptionSpec = {
  flags: '-p -v --parents --verbose --ignore-fail-on-non-empty --help --version',
};

const rmdir: Program = (args, doing) => {
  const options = readGnuOptions(args, rmdirSpec, doing);
  for (const path of options.operands) {
    doing.delete(path);
    if (options.has('-p --parents')) for (const parent of parentsOf(path)) doing.delete(parent);
  }
};

const parentsOf = (path: Word): readonly Word[] => {
  const parents: Word[] = [];
  let at = mapWord(path, posix.dirname);
  while (likely(at) !== '.' && likely(at) !== '/' && parents.length < 64) {
    parents.push(at);
    at = mapWord(at, posix.dirname);
  }
  return parents;
};

const shredSpec: OptionSpec = {
  flags: '-f -u -v -x -z --force --verbose --exact --zero --help --version',
  values: '-n -s --iterations --random-source --size',
  optional: '--remove',
};

const shred: Program = (args, doing) => {
  const options = readGnuOptions(args, shredSpec, doing);
  for (const path of options.valuesOf('--random-source')) doing.read(path);
  for (const path of options.operands) {
    doing.write(path);
    if (options.has('-u --remove')) doing.delete(path);
  }
};

const eraserSpec: OptionSpec = { flags: '-r -R -f -i -v -c -s -q -d -D -k -z -l -n --recursive --force --verbose' };

/** Overwrites and removes. */
const eraser: Program = (args, doing) => {
  const options = readGnuOptions(args, eraserSpec, doing);
  const deep = options.has('-r -R --recursive');
  for (const path of options.operands) {
    doing.write(path, { deep });
    doing.delete(path, { deep });
  }
};

const trash: Program = (args, doing) => {
  const { operands } = readGnuOptions(args, { flags: '-r -R -f -i -v -d -F --recursive --force --verbose' }, doing);
  for (const path of operands) doing.delete(path, { deep: true });
};

export const removePrograms: ProgramTable = {
  rm,
  unlink,
  rmdir,
  shred,
  'wipe srm': eraser,
  'trash trash-put': trash,
};
