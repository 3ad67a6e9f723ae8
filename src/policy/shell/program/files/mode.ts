import type { OptionSpec } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, type Word } from '../../word.js';
import { readGnuOptions } from './gnu-options.js';

const modeSpec: OptionSpec = {
  flags: `-R -c -f -v -h -H -L -P --changes --quiet --silent --verbose --recursive --dereference --no-dereference
    --preserve-root --no-preserve-root --help --version`,
  values: '--reference --from',
};

const chmod: Program = (args, doing) => {
  // `-x` takes a right away: it is a mode, not an option.
  const at = args.findIndex(({ text }) => text === undefined || /^-[rwxXstugoa,+=0-7]/.test(text) || !/^-./.test(text));
  const mode = args[at];
  const isMinus = mode?.text?.startsWith('-') === true;
  const options = readGnuOptions(isMinus ? args.filter((word) => word !== mode) : args, modeSpec, doing);
  const deep = options.has('-R --recursive');
  for (const file of options.valuesOf('--reference')) doing.read(file);
  const takesMode = !isMinus && !options.has('--reference');
  const paths = takesMode ? options.operands.slice(1) : options.operands;
  const given = takesMode ? options.operands[0] : mode;
  if (given !== undefined && !options.has('--reference')) reportMode(given, paths, doing);
  for (const path of paths) doing.write(path, { deep: deep || isRoot(path) });
};

/** Whoever may not enter the root reaches nothing. */
const isRoot = (path: Word): boolean => /^\/[./]*$/.test(likely(path));

/** Notes a mode that lends the rights of the owner to whoever runs the file. */
export function reportMode(mode: Word, paths: readonly Word[], doing: EffectSink): void {
  if (mode.text === undefined) doing.unknown(mode.note ?? `the mode ${mode.source} is only known at run time`);
  if (!lendsRights(likely(mode))) return;
  if (paths.some((path) => runsAnything(likely(path)))) {
    doing.forbid('gives a program that can run anything the rights of its owner for whoever starts it');
    return;
  }
  doing.unknown('lets whoever runs the file act with the rights of its owner or group (setuid, setgid)');
}

function lendsRights(mode: string): boolean {
  if (/^[-+=]?[0-7]+$/.test(mode)) return (Number.parseInt(mode.replace(/^[-+=]/, ''), 8) & 0o6000) !== 0;
  return mode.split(/,|(?=[-+=])/).some((part) => /^[+=]/.test(part) && part.includes('s'));
}

/** Shells, and programs that start any other. */
const runsAnything = (path: string): boolean =>
  /(^|\/|[^.a-z])[a-z]{0,8}sh$|(^|\/)(python|perl|ruby|node|php|lua|awk|gawk|env|find|vim?|nano|cp|dd|tar|tee|busybox|nmap)[0-9.]*$/.test(
    path,
  );

const owner: Program = (args, doing) => {
  const options = readGnuOptions(args, modeSpec, doing);
  const deep = options.has('-R --recursive');
  for (const file of options.valuesOf('--reference')) doing.read(file);
  const paths = options.has('--reference') ? options.operands : options.operands.slice(1);
  for (const path of paths) doing.write(path, { deep: deep || isRoot(path) });
};

const chattr: Program = (args, doing) => {
  const deep = args.some(({ text }) => text !== undefined && /^-[fV]*R/.test(text));
  for (const path of args) {
    if (!/^[-+=]/.test(likely(path))) doing.write(path, { deep });
  }
};

const aclSpec: OptionSpec = {
  flags:
    '-b -k -n -d -R -L -P --remove-all --remove-default --no-mask --mask --default --recursive --logical --physical --test --version --help',
  values: '-m -x -M -X -s --set -S --set-file --modify --remove --modify-file --remove-file --restore',
};

const setfacl: Program = (args, doing) => {
  const options = readGnuOptions(args, aclSpec, doing);
  const listed = options.valuesOf('-M -X -S --set-file --modify-file --remove-file --restore');
  for (const file of listed) if (file.text !== '-') doing.read(file);
  if (options.has('--restore')) doing.unknown('whose rights are changed is written in the file that setfacl restores');
  for (const path of options.operands) doing.write(path, { deep: options.has('-R --recursive') });
};

const setcap: Program = (args, doing) => {
  doing.unknown('setcap lets whoever runs the file do what only root may');
  const paths = args.filter((word) => !/^-|[=+]/.test(likely(word)));
  for (const path of paths) doing.write(path);
  if (paths.some((path) => runsAnything(likely(path))) && args.some((word) => /cap_|all|=/i.test(likely(word)))) {
    doing.forbid('gives a program that can run anything the rights of root for whoever starts it');
  }
};

export const modePrograms: ProgramTable = { chmod, 'chown chgrp': owner, chattr, setfacl, setcap };
