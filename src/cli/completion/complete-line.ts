import { join } from 'node:path';
import type { ArgumentSpec, CommandSpec, CommandTable, Invocation, OptionSpec } from '../command.js';
import { firstWords, helpTopics, wordsBelow } from '../find-command.js';
import type { Host } from '../host.js';
import { helpOf, optionForms } from '../option-words.js';
import { splitLine } from '../split-line.js';
import type { CompletionValue } from './completion-value.js';
import { kindValues } from './kind-values.js';

/** What may stand where the cursor is. */
export interface Completion {
  /** The part of the word that stays before each value, such as `--mode=`. */
  readonly prefix: string;
  readonly values: readonly CompletionValue[];
  /** What the shell adds by its own means. */
  readonly paths?: 'file' | 'folder';
}

export interface Line {
  /** The words before the cursor's, without the name of the program. */
  readonly before: readonly string[];
  /** The word at the cursor, up to it. */
  readonly word: string;
}

/** Reads the words as the parser of command lines does, so that whatever is offered is also taken. */
export async function completeLine({ before, word }: Line, table: CommandTable, host: Host): Promise<Completion> {
  const { tokens, positionals } = splitLine(before, table);
  const given = tokens.filter((token) => token.kind === 'option');
  const { command, words, rest } = findPlace(positionals, table);
  const options = positionals[0] === 'help' ? [] : [...(command?.options ?? []), ...table.everywhere];
  const invocation = invocationOf(rest, given, host);
  const valuesOf = async (prefix: string, spec: OptionSpec | ArgumentSpec): Promise<Completion> => {
    const { kind, choices = spec.offers ?? [] } = spec;
    const fixed = choices.toSorted().map((value) => ({ value }));
    if (kind === 'file' || kind === 'folder') return { prefix, values: fixed, paths: kind };
    const known = kind === undefined ? [] : await kindValues(kind, { host, invocation });
    return { prefix, values: [...fixed, ...known] };
  };

  const last = tokens.at(-1);
  if (last?.kind === 'option' && last.value === undefined) {
    const pending = valued(options).find(({ name }) => name === last.name);
    if (pending !== undefined) return valuesOf('', pending);
  }
  if (word.startsWith('-') && !tokens.some(({ kind }) => kind === 'option-terminator')) {
    const prefix = /^(?:--[^=]+=|-[^-](?=.))/.exec(word)?.[0];
    if (prefix === undefined) return { prefix: '', values: sorted(offered(options, given)) };
    const inline = valued(options).find((option) => optionForms(option).includes(prefix.replace('=', '')));
    return inline === undefined ? none : valuesOf(prefix, inline);
  }
  const argument = argumentAt(command, rest.length);
  const { values, ...more } = argument === undefined ? none : await valuesOf('', argument);
  return { ...more, values: [...(rest.length === 0 ? sorted(words) : []), ...values] };
}

const none: Completion = { prefix: '', values: [] };
const sorted = (values: readonly CompletionValue[]): readonly CompletionValue[] =>
  values.toSorted((a, b) => (a.value < b.value ? -1 : 1));

interface Place {
  readonly command: CommandSpec | undefined;
  readonly words: readonly CompletionValue[];
  /** The arguments after the words of the command. */
  readonly rest: readonly string[];
}

/** Where the words have led: to a command, a family of them, or nowhere yet. */
function findPlace(positionals: readonly string[], { commands }: CommandTable): Place {
  const named = (name: string): CommandSpec | undefined => commands.find((command) => command.name === name);
  const below = (first: string): readonly CompletionValue[] =>
    wordsBelow(first, commands).map((word) => ({ value: word, says: named(`${first} ${word}`)?.summary ?? '' }));
  const top = firstWords(commands).map((word) => ({
    value: word,
    says: named(word)?.summary ?? wordsBelow(word, commands).join(', '),
  }));
  const [first, second] = positionals;
  if (first === 'help') {
    const topics = Object.entries(helpTopics).map(([value, says]) => ({ value, says }));
    const words = second === undefined ? [...top, ...topics] : below(second);
    return { command: undefined, words, rest: positionals.slice(2) };
  }
  if (first === undefined)
    return { command: named(''), words: [...top, { value: 'help', says: 'show the help of a command' }], rest: [] };
  const whole = second === undefined ? undefined : named(`${first} ${second}`);
  if (whole !== undefined) return { command: whole, words: [], rest: positionals.slice(2) };
  return { command: named(first), words: below(first), rest: positionals.slice(1) };
}

function argumentAt(command: CommandSpec | undefined, at: number): ArgumentSpec | undefined {
  const last = command?.arguments.at(-1);
  return command?.arguments[at] ?? (last?.many === true ? last : undefined);
}

const valued = (options: readonly OptionSpec[]): readonly OptionSpec[] =>
  options.filter(({ value }) => value !== undefined);

interface GivenOption {
  readonly name: string;
  readonly value?: string | undefined;
}

/** What was given is not offered again, unless it may be. */
function offered(options: readonly OptionSpec[], given: readonly GivenOption[]): readonly CompletionValue[] {
  return options
    .filter(({ name, many }) => many === true || !given.some((option) => option.name === name))
    .flatMap((option) =>
      optionForms(option).map((form) => ({
        value: form,
        says: helpOf(option),
        takesValue: form.startsWith('--') && option.value !== undefined,
      })),
    );
}

/** The line so far, as the sources of values read it. */
function invocationOf(rest: readonly string[], given: readonly GivenOption[], { env }: Host): Invocation {
  const texts = (wanted: string): readonly string[] =>
    given.flatMap(({ name, value }) => (name === wanted && value !== undefined ? [atHome(value, env['HOME'])] : []));
  return {
    arguments: rest,
    text: (name) => texts(name).at(-1),
    texts,
    flag: (name) => given.some((option) => option.name === name),
  };
}

/** A shell that asks has not put the home folder in place of `~` yet. */
const atHome = (value: string, home = ''): string => (value.startsWith('~/') ? join(home, value.slice(2)) : value);
