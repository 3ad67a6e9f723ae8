import { nearest } from '../base/nearest.js';
import type { CommandSpec, CommandTable } from './command.js';
import { safeLine } from './safe-text.js';
import type { SplitLine } from './split-line.js';
import { usageError } from './usage-error.js';

/** What `toolwright help` knows besides the commands. */
export const helpTopics: Readonly<Record<string, string>> = {
  all: 'every command and option',
  environment: 'variables and files',
  man: 'the manual page, in roff',
};

/** Commands of earlier versions, and what says the same now: they are understood, and listed nowhere. */
const formerly: Readonly<Record<string, readonly string[]>> = {
  'config path': ['config', '--path'],
  'config schema': ['config', '--schema'],
  'profiles diff': ['profiles', 'show'],
  'profiles schema': ['profiles', '--schema'],
  'policy test': ['policy', 'check', '--examples'],
  'servers logout': ['servers', 'login', '--logout'],
  'sessions rescue': ['sessions', 'repair', '--rescue'],
  man: ['help', 'man'],
};

/** A line that begins with words of an earlier version, in words of today; undefined where it does not. */
export function inWordsOfToday(args: readonly string[], { tokens }: SplitLine): readonly string[] | undefined {
  const words = tokens.filter((token) => token.kind === 'positional');
  const asks = words[0]?.value === 'help';
  const candidates = asks ? [words.slice(1, 3)] : [words.slice(0, 2), words.slice(0, 1)];
  const old = candidates.find((some) => Object.hasOwn(formerly, wordsOf(some)) && !(asks && some.length === 1));
  if (old === undefined) return undefined;
  const places = old.map(({ index }) => index);
  return args.flatMap((arg, at) =>
    at === places[0] ? (formerly[wordsOf(old)] ?? []) : places.includes(at) ? [] : arg,
  );
}

const wordsOf = (tokens: readonly { readonly value: string }[]): string => tokens.map(({ value }) => value).join(' ');

/** The command the first words of the line name. Throws `bad-usage` with the nearest right word. */
export function findCommand(positionals: readonly string[], { commands, hidden }: CommandTable): CommandSpec {
  const [first = '', second] = positionals;
  const named = (name: string): CommandSpec | undefined =>
    [...commands, ...hidden].find((command) => command.name === name);
  const found = (second === undefined ? undefined : named(`${first} ${second}`)) ?? named(first);
  const family = wordsBelow(first, commands);
  if (found === undefined && family.length === 0) throw unknownCommand(first, { candidates: firstWords(commands) });
  if (found === undefined && second === undefined)
    throw usageError(`toolwright ${first} needs one more word: ${family.join(', ')}.`, first);
  if (found !== undefined) {
    const isWhole = second === undefined || found.name !== first || found.arguments.length > 0;
    if (isWhole || family.length === 0) return found;
    if (second === 'list') return { ...found, name: `${first} list` };
  }
  throw unknownCommand(second ?? '', {
    candidates: found === undefined ? family : ['list', ...family],
    family: first,
  });
}

/** What help is wanted for: a command, a family of them, or one more topic; empty for the whole program. */
export function findTopic(positionals: readonly string[], { commands }: CommandTable): string {
  const asks = positionals[0] === 'help';
  const [first = '', second] = asks ? positionals.slice(1) : positionals;
  if (asks && first === 'help') return '';
  const isTopic = (topic: string): boolean =>
    Object.hasOwn(helpTopics, topic) || commands.some(({ name }) => name === topic || name.startsWith(`${topic} `));
  const whole = second === undefined ? first : `${first} ${second}`;
  if (isTopic(whole)) return whole;
  const family = wordsBelow(first, commands);
  if (isTopic(first) && (!asks || second === 'list' || family.length === 0)) return first;
  // The help of a line that is wrong anyway is that of the program; a topic that is asked for by name must exist.
  if (!asks) return '';
  if (isTopic(first)) throw unknownCommand(second ?? '', { candidates: family, family: first, verb: 'help ' });
  throw unknownCommand(first, { candidates: [...firstWords(commands), ...Object.keys(helpTopics)], verb: 'help ' });
}

/** The first word of every command, each once. */
export function firstWords(commands: readonly CommandSpec[]): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))].filter((word) => word !== '');
}

/** The second words of the commands whose first word this is. */
export function wordsBelow(first: string, commands: readonly CommandSpec[]): readonly string[] {
  return commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name.slice(first.length + 1));
}

function unknownCommand(
  word: string,
  options: { readonly candidates: readonly string[]; readonly family?: string; readonly verb?: string },
): Error {
  const { candidates, family = '', verb = '' } = options;
  const near = nearest(word, candidates);
  const prefix = family === '' ? '' : `${family} `;
  const hint = near === undefined ? '' : ` Did you mean: toolwright ${verb}${prefix}${near}`;
  const quote = near === undefined && /\s/.test(word) ? ' To send it as a prompt: toolwright run "…"' : '';
  return usageError(`There is no command toolwright ${prefix}${safeLine(word)}.${hint}${quote}`, family);
}
