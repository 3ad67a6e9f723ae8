import { readOptions } from '../../options.js';
import type { Program, ProgramTable } from '../../program.js';
import { literal } from '../../word.js';
import { settled } from '../wrappers/words.js';

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

/** What makes a name mean something else. */
export const namePrograms: ProgramTable = { alias, unalias, hash, enable };
