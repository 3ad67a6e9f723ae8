import { readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { readShellOptions } from '../wrappers/shell-options.js';
import { settled, whyUnsure } from '../wrappers/words.js';

/** They end a script earlier, or make it say more. What words and patterns mean stays as it is. */
const harmlessLetters = 'b C e E h m t T u v x';
const harmlessNames =
  'emacs errexit errtrace functrace hashall history ignoreeof interactive-comments monitor noclobber nolog notify nounset onecmd pipefail verbose vi xtrace';

const set: Program = (args, doing) => {
  if (args.length === 0) return doing.secret('the variables of the shell');
  const { letters, names, long, unsure, ended, rest } = readShellOptions(args, { flags: [], values: [] });
  const maybeOption = rest.slice(0, ended ? 0 : 1).filter((word) => !settled(word));
  for (const word of [...unsure, ...maybeOption]) doing.unknown(whyUnsure(word));
  for (const letter of letters)
    if (!harmlessLetters.split(' ').includes(letter.slice(1))) doing.unknown(changes(letter));
  // `set -o` and `set +o` alone print what is set.
  for (const name of names)
    if (name.length > 1 && !harmlessNames.split(' ').includes(name.slice(1)))
      doing.unknown(changes(`${name[0]}o ${name.slice(1)}`));
  for (const { name } of long) doing.unknown(changes(`--${name}`));
  if (rest.length > 0) doing.env('the arguments of the shell');
};

const changes = (option: string): string => `\`set ${option}\` may change what the rest of the command means`;

const shopt: Program = (args, doing) => {
  const { operands, has } = readOptions(args, { flags: '-o -p -q -s -u' }, doing);
  if (!has('-s', '-u') || operands.length === 0) return;
  for (const { text, source } of operands)
    doing.unknown(`\`shopt\` sets \`${text ?? source}\`, which may change what the rest of the command means`);
};

const umask: Program = (args, doing) => {
  const { operands } = readOptions(args, { flags: '-p -S' }, doing);
  if (operands.length > 0) doing.env('umask');
};

const ulimit: Program = (args, doing) => {
  const { operands } = readOptions(args, { flags: limits }, doing);
  if (operands.length > 0) doing.env('the limits of the shell');
};

const limits = '-a -b -c -d -e -f -H -i -k -l -m -n -p -P -q -r -R -s -S -t -T -u -v -x';

/** What changes how the shell itself works. */
export const setPrograms: ProgramTable = { set, shopt, umask, ulimit };
