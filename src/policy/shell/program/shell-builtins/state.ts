import { wordSet } from '../../../../base/words.js';
import { readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { literal, settled, whyUnsure } from '../../word.js';
import { readShellOptions } from '../wrappers/shell-options.js';

/** They end a script earlier, or make it say more. What words and patterns mean stays as it is. */
const harmlessLetters = wordSet('b C e E h m t T u v x');
const harmlessNames = wordSet(
  'emacs errexit errtrace functrace hashall history ignoreeof interactive-comments monitor noclobber nolog notify nounset onecmd pipefail verbose vi xtrace',
);

const set: Program = (args, doing) => {
  if (args.length === 0) return doing.secret('the variables of the shell');
  const { letters, names, long, unsure, ended, rest } = readShellOptions(args, {});
  const maybeOption = rest.slice(0, ended ? 0 : 1).filter((word) => !settled(word));
  for (const word of [...unsure, ...maybeOption]) doing.unknown(whyUnsure(word));
  for (const letter of letters) if (!harmlessLetters.has(letter.slice(1))) doing.unknown(changes(letter));
  // `set -o` and `set +o` alone print what is set.
  for (const name of names)
    if (name.length > 1 && !harmlessNames.has(name.slice(1))) doing.unknown(changes(`${name[0]}o ${name.slice(1)}`));
  for (const { name } of long) doing.unknown(changes(`--${name}`));
  if (rest.length > 0) doing.env('the arguments of the shell');
};

const changes = (option: string): string => `\`set ${option}\` may change what the rest of the command means`;

const shopt: Program = (args, doing) => {
  const { operands, has } = readOptions(args, { flags: '-o -p -q -s -u' }, doing);
  if (!has('-s -u') || operands.length === 0) return;
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

const otherMeaning = (name: string): string => `a later command of the name \`${name}\` runs something else`;

const alias: Program = (args, doing) => {
  const { operands } = readOptions(args, { flags: '-p' }, doing);
  for (const word of operands) {
    const text = word.text ?? word.source;
    if (settled(word) && !text.includes('=')) continue;
    doing.unread(otherMeaning(text.split('=')[0] ?? text));
    if (settled(word)) doing.script(literal(text.slice(text.indexOf('=') + 1)));
  }
};

const unalias: Program = (args, doing) => {
  const { operands, has } = readOptions(args, { flags: '-a' }, doing);
  if (has('-a')) doing.env('the aliases');
  for (const { text, source } of operands) doing.env(text ?? source);
};

const hash: Program = (args, doing) => {
  const { operands, valuesOf } = readOptions(args, { flags: '-d -l -r -t', values: '-p' }, doing);
  if (valuesOf('-p').length === 0) return;
  for (const { text, source } of operands) doing.unread(otherMeaning(text ?? source));
};

/** `enable -f file name` loads code; with names it says whether the shell or a file answers to them. */
const enable: Program = (args, doing) => {
  const { operands, valuesOf, has } = readOptions(args, { flags: '-a -d -n -p -s', values: '-f' }, doing);
  for (const file of valuesOf('-f')) {
    doing.read(file);
    doing.unread(`the shell loads the code in \`${file.text ?? file.source}\``);
  }
  if (has('-f')) return;
  for (const { text, source } of operands) doing.unread(otherMeaning(text ?? source));
};

/** `jobs -x command` runs it. */
const jobs: Program = (args, doing) => {
  const { operands, has } = readOptions(args, { flags: '-l -n -p -r -s -x', stopsAtOperand: true }, doing);
  if (!has('-x')) return;
  doing.unknown('it puts numbers of processes into the command');
  doing.run(operands);
};

const wait: Program = (args, doing) => {
  const { valuesOf } = readOptions(args, { flags: '-f -n', values: '-p' }, doing);
  for (const { text, source } of valuesOf('-p')) {
    doing.env(text ?? source);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(text ?? '')) doing.unread(`\`${source}\` is no plain name of a variable`);
  }
};

const goesOn: Program = (_args, doing) => doing.unknown('what it leaves running goes on after the call');
const suspend: Program = (_args, doing) => doing.unknown('it stops the shell until it is woken');

/** What changes how the shell itself works, what names mean to it, and what it has running. */
export const statePrograms: ProgramTable = {
  set,
  shopt,
  umask,
  ulimit,
  alias,
  unalias,
  hash,
  enable,
  jobs,
  wait,
  'bg disown': goesOn,
  suspend,
};
