import { type OptionSpec, type ReadOptions, readOptions } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { assignmentRisk, plainVariable, steeringNote } from '../../variables.js';
import { settled, type Word, whyUnsure } from '../../word.js';
import { assignmentOf } from '../wrappers/assignment-words.js';
import { arithmeticNote, isPlainArithmetic } from './arithmetic.js';

/** `declare`, `export` and their like: `exports` when the variable reaches the programs that follow. */
const declaring =
  ({ spec, exports }: { readonly spec: OptionSpec; readonly exports: boolean }): Program =>
  (args, doing) => {
    const options = readOptions(withoutPlus(args), spec, doing);
    if (options.has('-f -F')) return reportFunctions(options, exports || options.has('-x -r'), doing);
    if (options.operands.length === 0) return doing.secret('the variables of the shell');
    const setting = {
      doing,
      exports: exports || options.has('-x'),
      counts: options.has('-i'),
      reference: !exports && options.has('-n'),
    };
    for (const word of options.operands)
      if (options.has('-p')) showVariable(word, doing);
      else setVariable(word, setting);
  };

/** `declare +x name` takes an attribute away: the same letters. */
const withoutPlus = (args: readonly Word[]): readonly Word[] =>
  args.map((word) =>
    settled(word) && /^\+[a-zA-Z]+$/.test(word.text) ? { ...word, text: `-${word.text.slice(1)}` } : word,
  );

/** Functions are printed, or handed on to the programs that follow. */
function reportFunctions({ operands }: ReadOptions, changes: boolean, doing: EffectSink): void {
  if (changes) for (const { text, source } of operands) doing.env(text ?? source);
}

function showVariable(word: Word, doing: EffectSink): void {
  if (!settled(word)) doing.unread(`which variable is shown is not known: ${whyUnsure(word)}`);
  else if (!plainVariable(word.text)) doing.secret(word.text);
}

interface Setting {
  readonly doing: EffectSink;
  readonly exports: boolean;
  /** `-i`: its value is an expression. */
  readonly counts: boolean;
  /** `-n`: it stands for the variable that its value names. */
  readonly reference: boolean;
}

function setVariable(word: Word, setting: Setting): void {
  const { doing, exports } = setting;
  const assignment = assignmentOf(word);
  const name = assignment?.name.replace(/\+$/, '') ?? (settled(word) ? word.text : undefined);
  // `export $X` may become several words; `export X=$Y` does not.
  const several = word.splits === true && !/^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(word.source);
  if (name === undefined || several) {
    doing.unread(`which variable is set is not known: ${whyUnsure(word)}`);
    return;
  }
  doing.env(name);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) doing.unread(arithmeticNote(name));
  if (setting.reference) doing.unread(`\`${name}\` becomes another name for a variable`);
  if (assignment !== undefined) setValue(assignment.value, name, setting);
  else if (exports) reportNote(steeringNote(name), doing);
}

function setValue(value: Word, name: string, { doing, exports, counts }: Setting): void {
  const evaluated = counts ? !isPlainArithmetic(value.text ?? '$') : /[[`]|\$\(/.test(value.text ?? '');
  if (evaluated) doing.unread(arithmeticNote(value.source));
  const risk = assignmentRisk(name, value);
  if (risk.kind === 'steers') reportNote(exports ? risk.note : steeringNote(name), doing);
}

function reportNote(note: string | undefined, doing: EffectSink): void {
  if (note !== undefined) doing.unknown(note);
}

const unset: Program = (args, doing) => {
  const { operands } = readOptions(args, { flags: '-f -v -n' }, doing);
  for (const word of operands) {
    if (!settled(word)) doing.unread(`what is unset is not known: ${whyUnsure(word)}`);
    else if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(word.text)) doing.env(word.text);
    else doing.unread(arithmeticNote(word.text));
  }
};

export const declarePrograms: ProgramTable = {
  'declare typeset local': declaring({ spec: { flags: '-a -A -f -F -g -i -I -l -n -p -r -t -u -x' }, exports: false }),
  readonly: declaring({ spec: { flags: '-a -A -f -p' }, exports: false }),
  export: declaring({ spec: { flags: '-f -n -p' }, exports: true }),
  unset,
};
