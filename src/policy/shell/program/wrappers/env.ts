import { defined } from '../../../../base/defined.js';
import { asksOnly } from '../../options.js';
import type { EffectSink, Program } from '../../program.js';
import { likely, literal, settled, type Word, whyUnsure } from '../../word.js';
import { takeAssignments } from './assignment-words.js';
import { splitString } from './split-string.js';
import { readWrapperOptions, runInner } from './wrapping.js';

const spec = {
  flags: '-i --ignore-environment -0 --null -v --debug --list-signal-handling',
  values: '-u --unset -C --chdir -a --argv0 -P',
  optional: '--block-signal --default-signal --ignore-signal',
  stopsAtOperand: true,
} as const;

/** How often a text of `-S` may hold a `-S` of its own. */
const maxSplits = 8;

export const env: Program = (args, doing) => {
  if (asksOnly(args, '--version --help')) return;
  const words = undoSplits(args, doing);
  const { options, unsure } = readWrapperOptions(words, spec, doing);
  const { assignments, rest } = takeAssignments(options.operands);
  if (rest.length === 0) return doing.secret('the environment');
  if (options.has('-i --ignore-environment')) doing.unknown('the command sees an empty environment');
  if (options.has('-P')) doing.unknown('the command is looked for in other folders');
  const taken = options.valuesOf('-u --unset').map((name) => ({ name: name.text ?? name.source, value: literal('') }));
  const cwd = options.valuesOf('-C --chdir').at(-1);
  const set = [...taken, ...assignments];
  const running = {
    ...(options.given.length === 0 && words === args && { transparent: true }),
    ...defined({ cwd }),
    ...(set.length > 0 && { assignments: set }),
  };
  runInner(rest, { doing, unsure, options: running });
  runNamed(options.valuesOf('-a --argv0'), rest, doing);
};

/** A program that is told another name may act as the program of that name, as busybox does. */
export function runNamed(names: readonly Word[], words: readonly Word[], doing: EffectSink): void {
  for (const name of names) {
    doing.unknown(`the program is told that its name is \`${likely(name)}\``);
    doing.run([name, ...words.slice(1)]);
  }
}

/** The arguments with every `-S text` put in as the words it stands for, and a mere `-` as the `-i` it means. */
function undoSplits(args: readonly Word[], doing: EffectSink, depth = 0): readonly Word[] {
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] as Word;
    const text = likely(word);
    if (text === '--' || !text.startsWith('-')) return args;
    if (text === '-') return [...args.slice(0, at), literal('-i'), ...undoSplits(args.slice(at + 1), doing, depth)];
    const split = splitOption(text);
    if (split !== undefined) {
      const value = split.joined === undefined ? args[at + 1] : partOf(word, split.joined);
      const rest = args.slice(split.joined === undefined ? at + 2 : at + 1);
      const words = wordsOf(value, doing);
      if (depth >= maxSplits) {
        doing.unread('`env -S` within `env -S` too many times');
        return [...args.slice(0, at), ...rest];
      }
      const flags = split.flags === '' ? [] : [literal(`-${split.flags}`)];
      return [...args.slice(0, at), ...flags, ...undoSplits([...words, ...rest], doing, depth + 1)];
    }
    if (/^(?:-[iv0]*[uCaP]|--unset|--chdir|--argv0)$/.test(text)) at += 1;
  }
  return args;
}

const partOf = (word: Word, text: string): Word => ({
  ...word,
  ...(word.text === undefined ? { guess: text } : { text }),
});

interface SplitOption {
  readonly flags: string;
  /** The text when it stands in the same word. */
  readonly joined: string | undefined;
}

function splitOption(text: string): SplitOption | undefined {
  const [, flags, joined] = /^-([iv0]*)S(.*)$/s.exec(text) ?? [];
  if (flags !== undefined && joined !== undefined) return { flags, joined: joined === '' ? undefined : joined };
  // `env` takes every beginning of the name that leaves no doubt.
  const [name = '', ...values] = text.split('=');
  if (name.length < 3 || !'--split-string'.startsWith(name)) return undefined;
  return { flags: '', joined: values.length === 0 ? undefined : values.join('=') };
}

function wordsOf(value: Word | undefined, doing: EffectSink): readonly Word[] {
  if (value === undefined) return [];
  if (!settled(value)) doing.unread(`what \`env -S\` runs is not known: ${whyUnsure(value)}`);
  doing.unknown('`env -S` takes a text apart in its own way');
  const { words, unsure } = splitString(likely(value), (name) => lookUp(name, doing));
  if (unsure) doing.unknown(`what \`env -S\` makes of \`${likely(value)}\` is only known at run time`);
  return words.map((text) => ({ text, source: text }));
}

function lookUp(name: string, { context: { home, env: variables } }: EffectSink): string | undefined {
  if (name === 'HOME') return home;
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}
