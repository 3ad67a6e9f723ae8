import { basename, dirname, join } from 'node:path';
import { type GivenOption, placed, readOptions } from '../../options.js';
import type { EffectSink } from '../../program.js';
import { likely, literal, type Word } from '../../word.js';
import { readFiles } from './reader.js';
import { parseSedScript, type SedEffect } from './sed-script.js';

const options = {
  flags:
    '-n --quiet --silent --debug -E -r --regexp-extended --follow-symlinks --posix -s --separate --sandbox -u --unbuffered -z --null-data --zero-terminated -b --binary -a --help --version',
  values: '-e --expression -f --file -l --line-length',
  optional: '-i --in-place',
};

/** `sed`: its script is read for what it writes, reads and runs. */
export function sed(args: readonly Word[], doing: EffectSink): void {
  const read = readOptions(args, options, doing);
  if (read.has('--help --version')) return;
  // A shortened name is not known, but its value is a script all the same.
  const named = read.given.some(({ name }) => /^(-[ef]$|--e|--fi)/.test(name));
  const operands = placed(read.operands, doing);
  const scripts = named ? read.valuesOf('-e --expression') : operands.slice(0, 1);
  for (const file of read.valuesOf('-f --file')) {
    if (file.text !== '-') doing.read(file);
    doing.unknown(`what sed does is written in ${likely(file)}`);
  }
  for (const { text, source } of scripts)
    if (text === undefined) doing.inline(`the sed script ${source} is only known at run time`);
  for (const effect of parseSedScript(scripts.map(likely))) reportEffect(effect, doing);
  const files = named ? operands : operands.slice(1);
  const inPlace = read.given.filter(({ name }) => name === '-i' || name === '--in-place').at(-1);
  if (inPlace === undefined) readFiles(files, doing);
  else if (files.length === 0) doing.unknown('which files are changed in place cannot be told');
  else for (const file of files) changeInPlace(file, inPlace, doing);
}

function reportEffect(effect: SedEffect, doing: EffectSink): void {
  if (effect.kind === 'unknown') doing.inline(effect.note);
  else if (effect.kind !== 'run') doing[effect.kind](literal(effect.path));
  else if (effect.command === undefined) doing.unread('sed runs the lines it reads as commands');
  else {
    doing.script(literal(effect.command));
    doing.unknown(`sed runs the command ${effect.command}`);
  }
}

/** The file is written anew; with a suffix the old one is kept under another name. */
function changeInPlace(file: Word, { value }: GivenOption, doing: EffectSink): void {
  doing.write(file);
  const suffix = value === undefined ? '' : likely(value);
  if (suffix === '') return;
  const path = likely(file);
  const name = suffix.includes('*') ? suffix.replaceAll('*', basename(path)) : `${basename(path)}${suffix}`;
  doing.write(literal(name.includes('/') ? name : join(dirname(path), name)));
}
