import { defined } from '../../../../base/defined.js';
import { wordsOf } from '../../../../base/words.js';
import { asksOnly, type OptionSpec, type ReadOptions, readOptions } from '../../options.js';
import type { Assignment, EffectSink, Program, RunOptions } from '../../program.js';
import { likely, literal, settled, type Word, whyUnsure } from '../../word.js';
import { takeAssignments } from './assignment-words.js';
import { runInput } from './run-input.js';

/** How a program takes the command that it runs. Names of options stand parted by spaces. */
export interface Wrapping extends OptionSpec {
  /** How many operands stand before the command: a duration, a mask. */
  readonly before?: number;
  /** The first word says what it does (`perf stat`); the options follow it. */
  readonly verb?: boolean;
  readonly transparent?: boolean;
  /** What makes it more than the command it runs, for a person. */
  readonly note?: string;
  /** Options whose value is a file that is written, a file that is read, a folder to run in. */
  readonly writes?: string;
  readonly reads?: string;
  readonly folders?: string;
  /** Options with which it is about running processes, not about a command. */
  readonly processes?: string;
  /** Options whose value is `NAME=VALUE`. */
  readonly sets?: string;
  /** Words `NAME=VALUE` may stand before the command. */
  readonly assigns?: boolean;
  /** Options with which it opens its operands in an editor instead. */
  readonly edits?: string;
  /** Without a command it starts a shell. */
  readonly shell?: boolean;
}

export function wrap(wrapping: Wrapping, name: string): Program {
  const spec = { ...wrapping, stopsAtOperand: true };
  return (args, doing) => {
    if (asksOnly(args, '--version --help')) return;
    if (wrapping.note !== undefined) doing.unknown(wrapping.note);
    const { options, unsure } = readWrapperOptions(args.slice(wrapping.verb === true ? 1 : 0), spec, doing);
    reportOptions(options, wrapping, doing);
    const before = options.operands.slice(0, wrapping.before ?? 0);
    for (const word of before) if (!settled(word)) doing.unknown(whyUnsure(word));
    if (reportProcesses(options, wrapping, doing)) return;
    if (options.has(wrapping.edits)) {
      for (const file of options.operands) doing.write(file);
      return;
    }
    const rest = options.operands.slice(before.length);
    const { assignments, rest: words } = wrapping.assigns === true ? takeAssignments(rest) : { assignments: [], rest };
    const cwd = options.valuesOf(wrapping.folders).at(-1);
    const set = [...setBy(options.valuesOf(wrapping.sets)), ...assignments];
    if (words.length === 0 && wrapping.shell === true) return runInput(name, doing);
    runInner(words, {
      doing,
      unsure,
      options: {
        ...(wrapping.transparent === true && { transparent: true }),
        ...defined({ cwd }),
        ...(set.length > 0 && { assignments: set }),
      },
    });
  };
}

/** Reads options, and answers as well whether one was not understood: the command may then start later. */
export function readWrapperOptions(
  args: readonly Word[],
  spec: OptionSpec,
  doing: EffectSink,
): { readonly options: ReadOptions; readonly unsure: boolean } {
  let unsure = false;
  const options = readOptions(args, spec, {
    unknown: (note) => {
      unsure = true;
      doing.unknown(note);
    },
  });
  return { options, unsure };
}

/** Runs the command, and, where it is not sure which word it starts with, what else it may be. */
export function runInner(
  words: readonly Word[],
  { doing, unsure, options }: { readonly doing: EffectSink; readonly unsure: boolean; readonly options?: RunOptions },
): void {
  if (words.length === 0) return;
  doing.run(words, options);
  const [first, second] = words;
  if ((unsure || !settled(first)) && second !== undefined && !likely(second).startsWith('-'))
    doing.run(words.slice(1), options);
}

function reportOptions(options: ReadOptions, wrapping: Wrapping, doing: EffectSink): void {
  for (const file of options.valuesOf(wrapping.writes)) {
    doing.write(file);
    // strace: `-o '|command'`.
    if (/^[|!]/.test(likely(file))) doing.script(literal(likely(file).slice(1)));
  }
  for (const file of options.valuesOf(wrapping.reads)) doing.read(file);
}

function reportProcesses(
  { given, operands }: ReadOptions,
  { processes, before = 0 }: Wrapping,
  doing: EffectSink,
): boolean {
  const names = wordsOf(processes);
  const chosen = given.filter(({ name }) => names.includes(name));
  if (chosen.length === 0) return false;
  const targets = [
    ...chosen.flatMap(({ value }) => value ?? []),
    ...operands.slice(operands.length > before ? before : 0),
  ];
  for (const { text, source } of targets) doing.process(text ?? source);
  return true;
}

const setBy = (values: readonly Word[]): readonly Assignment[] =>
  values.flatMap((value) => {
    const { assignments } = takeAssignments([value]);
    return assignments.length > 0 ? assignments : [{ name: value.text ?? value.source, value: literal('') }];
  });
