import { wordsOf } from '../../../../base/words.js';
import { asksOnly, type OptionSpec, type ReadOptions, readOptions } from '../../options.js';
import { type EffectSink, type Program, type ProgramTable, programsOf } from '../../program.js';
import { literal, settled, type Word, whyUnsure } from '../../word.js';
import { isOwnScript } from '../system/own.js';
import { type Language, languages } from './languages.js';
import { searchCode } from './search-code.js';

/** Programs that run code in a language that is not looked into. */
export const interpretersPrograms: ProgramTable = programsOf(languages, interpreter);

function interpreter(language: Language, name: string): Program {
  const spec = specOf(language);
  // All of it is unknown in any case, so that a single option need not be told.
  const quiet = { unknown: () => {} };
  return (args, doing) => {
    if (asksOnly(args, language.tells)) return reportSteering(name, language, doing);
    searchCode(name, args, doing);
    const options = readOptions(args, spec, quiet);
    reportDoing({ name, language, options, doing });
  };
}

function specOf(language: Language): OptionSpec {
  const { values, code, encoded, modules, loads, files } = language;
  const all = [values, code, encoded, modules, loads, files].filter((names) => names !== undefined);
  return { ...language, values: all.join(' '), stopsAtOperand: true };
}

/** Even to tell its version it loads what these variables say. */
function reportSteering(name: string, { steeredBy = '' }: Language, doing: EffectSink): void {
  for (const variable of wordsOf(steeredBy))
    if (doing.context.env[variable] !== undefined) doing.unknown(`\`${variable}\` makes \`${name}\` load other code`);
}

interface Interpreting {
  readonly name: string;
  readonly language: Language;
  readonly options: ReadOptions;
  readonly doing: EffectSink;
}

function reportDoing({ name, language, options, doing }: Interpreting): void {
  const { operands, valuesOf, has } = options;
  const codes = valuesOf(language.code);
  for (const file of valuesOf(language.files)) runFile(name, file, doing);
  for (const file of valuesOf(language.loads)) runFile(name, file, doing);
  for (const word of valuesOf(language.modules)) runModule(name, word, doing);
  if (has(language.encoded)) doing.unread(`what \`${name}\` runs is not written in plain text`);
  for (const code of codes) runCode(language.title, code, doing);
  if (has(language.edits)) for (const file of operands.slice(codes.length > 0 ? 0 : 1)) doing.write(file);
  else if (has(language.filters) && codes.length > 0) for (const file of operands) doing.read(file);
  if (codes.length > 0 || has([language.modules, language.files, language.encoded].join(' '))) return;
  runOperand({ name, language, options, doing });
}

function runOperand({ name, language, options: { operands }, doing }: Interpreting): void {
  const [first] = operands;
  if (first === undefined || (settled(first) && inputFiles.includes(first.text))) runInput(name, language, doing);
  else if (settled(first) && wordsOf(language.verbs).includes(first.text))
    doing.unknown(`what \`${name} ${first.text}\` does is not known`);
  else {
    runFile(name, first, doing);
    if (isOwnScript(first, doing)) doing.run([literal('toolwright'), ...operands.slice(1)]);
  }
}

const inputFiles = ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'];

function runInput(name: string, { noInput }: Language, doing: EffectSink): void {
  if (doing.input.kind === 'piped' && noInput !== true) doing.unread(`what \`${name}\` runs comes from its input`);
  else doing.unknown(`\`${name}\` runs what is typed`);
}

function runCode(title: string, code: Word, doing: EffectSink): void {
  if (settled(code)) doing.inline(`it runs code in ${title} that is not looked into`);
  else doing.unread(`which code in ${title} it runs is not known: ${whyUnsure(code)}`);
}

function runModule(name: string, word: Word, doing: EffectSink): void {
  if (settled(word)) doing.unknown(`\`${name}\` runs the module \`${word.text}\``);
  else doing.unread(`which module \`${name}\` runs is not known: ${whyUnsure(word)}`);
}

function runFile(name: string, file: Word, doing: EffectSink): void {
  doing.read(file);
  if (settled(file)) doing.unknown(`\`${name}\` runs what is written in \`${file.text}\``);
  else doing.unread(`what \`${name}\` runs is not known: ${whyUnsure(file)}`);
}
