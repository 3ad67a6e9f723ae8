import { type OptionSpec, type ReadOptions, readOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { steeringNote } from '../../variables.js';

const history: Program = (args, doing) => {
  const { given, operands, has } = readOptions(args, { flags: '-a -c -n -p -r -s -w', values: '-d' }, doing);
  if (given.length === 0) {
    doing.secret('what was typed before');
    return;
  }
  doing.unknown('it changes or moves what was typed before');
  if (has('-p -s')) return;
  for (const file of operands)
    if (has('-a -w')) doing.write(file);
    else if (has('-r -n')) doing.read(file);
};

/** `fc -l` lists; anything else runs what was typed before. */
const fc: Program = (args, doing) => {
  const { has } = readOptions(args, { flags: '-l -n -r -s', values: '-e', numbers: true }, doing);
  if (!has('-l') || has('-s -e')) doing.unread('it runs commands that were typed before');
  else doing.secret('what was typed before');
};

const bind: Program = (args, doing) => {
  const spec = { flags: '-l -p -P -s -S -v -V -X', values: '-f -m -q -r -u -x' };
  const { has, valuesOf } = readOptions(args, spec, doing);
  for (const file of valuesOf('-f')) doing.read(file);
  for (const text of valuesOf('-x')) {
    doing.unread('a key runs a command');
    const [, code] = /^[^:]*:(.*)$/s.exec(text.text ?? '') ?? [];
    if (code !== undefined) doing.script({ text: code, source: text.source });
  }
  if (!has('-x')) doing.unknown('it changes what keys do');
};

const completions: OptionSpec = {
  flags: '-a -b -c -d -D -e -E -f -g -I -j -k -p -r -s -u -v',
  values: '-A -C -F -G -o -P -S -V -W -X',
};

const complete: Program = (args, doing) => {
  const options = readOptions(args, completions, doing);
  reportCode(options, doing);
  if (options.given.length > 0 && !options.has('-p')) doing.unknown('it changes how words are completed');
};

const compgen: Program = (args, doing) => {
  const options = readOptions(args, completions, doing);
  reportCode(options, doing);
  for (const { text = '' } of options.valuesOf('-V')) {
    doing.env(text);
    const note = steeringNote(text);
    if (note !== undefined) doing.unknown(note);
  }
  for (const pattern of options.valuesOf('-G')) doing.read(pattern);
  const lists = options.valuesOf('-A').some(({ text }) => text === undefined || /^(?:file|directory)$/.test(text));
  if (lists || options.has('-f -d')) for (const path of options.operands) doing.read(path);
};

/** A command, a function, or a list of words that is expanded: all of them can run code. */
function reportCode({ valuesOf }: ReadOptions, doing: EffectSink): void {
  for (const text of valuesOf('-C')) {
    doing.unread('it runs a command to find words');
    doing.script(text);
  }
  for (const { text, source } of valuesOf('-F')) doing.unread(`it runs the function \`${text ?? source}\``);
  for (const { text, source } of valuesOf('-W -P -S -X -G'))
    if (text === undefined || /[$`]/.test(text))
      doing.unread(`\`${text ?? source}\` is expanded, which can run commands`);
}

const compopt: Program = (_args, doing) => doing.unknown('it changes how words are completed');

/** What is made for a person at a terminal. */
export const lineEditingPrograms: ProgramTable = { history, fc, bind, complete, compgen, compopt };
