import { eachMatch, readOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { steeringNote } from '../../variables.js';
import { literal, settled, type Word, whyUnsure } from '../../word.js';
import { arithmeticNote } from './arithmetic.js';

const read: Program = (args, doing) => {
  const spec = { flags: '-e -E -r -s', values: '-a -d -i -n -N -p -t -u' };
  const { operands, valuesOf } = readOptions(args, spec, doing);
  const names = [...valuesOf('-a'), ...operands];
  for (const name of names.length > 0 ? names : [literal('REPLY')]) setByInput(name, doing);
};

const mapfile: Program = (args, doing) => {
  const { operands, valuesOf } = readOptions(args, { flags: '-t', values: '-C -c -d -n -O -s -u' }, doing);
  for (const text of valuesOf('-C')) {
    doing.unread('it runs a command for the lines it reads');
    doing.script(text);
  }
  for (const start of valuesOf('-O'))
    if (!/^[0-9]+$/.test(start.text ?? '')) doing.unread(arithmeticNote(start.source));
  setByInput(operands[0] ?? literal('MAPFILE'), doing);
};

const getopts: Program = (args, doing) => {
  const name = eachMatch(args)[1];
  if (name !== undefined) setByInput(name, doing);
};

function setByInput(word: Word, doing: EffectSink): void {
  if (!settled(word)) {
    doing.unread(`which variable is set is not known: ${whyUnsure(word)}`);
    return;
  }
  doing.env(word.text);
  // bash evaluates what stands between brackets.
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(word.text)) doing.unread(arithmeticNote(word.text));
  const note = steeringNote(word.text);
  if (note !== undefined) doing.unknown(note);
}

/** What fills variables from input. */
export const inputPrograms: ProgramTable = { read, 'mapfile readarray': mapfile, getopts };
