import { shellQuote } from '../../../../base/shell-quote.js';
import { wordSet, wordsOf } from '../../../../base/words.js';
import { asksOnly } from '../../options.js';
import type { EffectSink, Program, ProgramTable } from '../../program.js';
import { likely, literal, settled, type Word, whyUnsure } from '../../word.js';
import { runInput } from './run-input.js';
import { readShellOptions, type ShellOptions } from './shell-options.js';

const longNames = {
  flags: wordSet(
    'debug debugger dump-po-strings dump-strings help login noediting noprofile norc posix pretty-print protected restricted verbose version wordexp',
  ),
  values: wordSet('rcfile init-file command init-command profile features'),
};

const names = 'sh bash rbash dash ash zsh rzsh ksh ksh93 mksh lksh pdksh yash fish csh tcsh nu xonsh elvish';
/** Shells that with `-n` only check their script, and load no file of their own before it. */
const checkers = ['sh', 'bash', 'dash'];
/** Where a shell finds a file to run before its script. */
const startFiles = ['BASH_ENV', 'ENV'];
const inputFiles = ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'];

export const shellPrograms: ProgramTable = Object.fromEntries(wordsOf(names).map((name) => [name, shell(name)]));

function shell(name: string): Program {
  return (args, doing) => {
    if (asksOnly(args, '--version --help')) return;
    const options = readShellOptions(args, longNames);
    const [file] = options.rest;
    if (file !== undefined && onlyChecks(name, options, doing)) return doing.read(file);
    reportOptions(name, options, doing);
    const texts = options.long.flatMap(({ name: option, value }) =>
      option === 'command' || option === 'init-command' ? (value ?? []) : [],
    );
    for (const text of texts) runText(name, [text], doing);
    if (options.letters.includes('-c')) return runText(name, options.rest, doing);
    // fish: `-C text` runs before the rest.
    if (name === 'fish' && options.letters.includes('-C')) return runText(name, options.rest, doing);
    if (texts.length > 0) return;
    runFile(name, options, doing);
  };
}

function onlyChecks(
  name: string,
  { letters, names: set, long, unsure, rest }: ShellOptions,
  doing: EffectSink,
): boolean {
  if (!checkers.includes(name) || letters.length === 0 || letters.some((letter) => letter !== '-n')) return false;
  if (set.length > 0 || long.length > 0 || unsure.length > 0) return false;
  if (startFiles.some((variable) => doing.context.env[variable] !== undefined)) return false;
  return rest.length > 0 && settled(rest[0]);
}

function reportOptions(name: string, { long, unsure }: ShellOptions, doing: EffectSink): void {
  for (const word of unsure) doing.unread(`what \`${name}\` runs is not known: ${whyUnsure(word)}`);
  for (const { name: option, value } of long) {
    if (value === undefined || (option !== 'rcfile' && option !== 'init-file')) continue;
    doing.read(value);
    doing.unknown(`\`${name}\` first runs what is written in \`${likely(value)}\``);
  }
}

function runFile(name: string, { letters, unsure, rest }: ShellOptions, doing: EffectSink): void {
  const [file] = rest;
  const fromInput = settled(file) && inputFiles.includes(file.text);
  if (letters.includes('-s') || fromInput || (file === undefined && unsure.length === 0)) runInput(name, doing);
  else if (file !== undefined) {
    doing.read(file);
    if (settled(file)) doing.unknown(`\`${name}\` runs what is written in \`${file.text}\``);
    else doing.unread(`which script \`${name}\` runs is not known: ${whyUnsure(file)}`);
    if (file.printed !== undefined) doing.script(literal(file.printed));
  }
}

/** `-c text name argument…`. */
function runText(name: string, [text, ...args]: readonly Word[], doing: EffectSink): void {
  if (text === undefined) {
    doing.unknown(`\`${name} -c\` has no text to run`);
    return;
  }
  if (settled(text)) doing.unknown(`\`${name} -c\` runs text as code`);
  else doing.unread(`what \`${name}\` runs is not known: ${whyUnsure(text)}`);
  doing.script(text);
  // Only to search for harm: the arguments put in the place of `$1`, `$@` and the like.
  const filled = fillIn(likely(text), args.map(likely));
  if (filled !== likely(text)) doing.script({ text: filled, source: filled });
}

const parameterForm = /"\$(?:\{([0-9@*])\}|([0-9@*]))"|\$(?:\{([0-9@*])\}|([0-9@*]))/g;

function fillIn(text: string, args: readonly string[]): string {
  if (args.length === 0) return text;
  return text.replace(parameterForm, (_whole, ...names: readonly (string | undefined)[]) => {
    const name = names.slice(0, 4).find((one) => one !== undefined) ?? '';
    if (name === '@' || name === '*') return args.slice(1).map(shellQuote).join(' ');
    return shellQuote(args[Number(name)] ?? '');
  });
}
