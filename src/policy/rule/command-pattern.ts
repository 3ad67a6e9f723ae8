import { type Parsed, unparsed } from '../../base/parsed.js';
import { createWords } from '../../base/words.js';
import { optionLength } from './global-options.js';

/** A pattern of commands, read once. */
export interface CommandPattern {
  /** The program and its first arguments; empty: any command. */
  readonly words: readonly string[];
  /** Whether more may follow. */
  readonly prefix: boolean;
}

/** `npm test` is that command, `git log:*` all that begin so, `*` any. */
export function parseCommandPattern(text: string): Parsed<{ pattern: CommandPattern }> {
  const trimmed = text.trim();
  if (trimmed === '*') return { ok: true, pattern: { words: [], prefix: true } };
  const prefix = trimmed.endsWith(':*');
  const split = splitWords(prefix ? trimmed.slice(0, -2) : trimmed);
  if (!split.ok) return split;
  const [program] = split.words;
  if (program === undefined) return unparsed('it names no command: write * for any');
  if (/^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(program))
    return unparsed('a rule begins with the program: leave the variables before it out');
  return { ok: true, pattern: { words: split.words, prefix } };
}

/** The name a program is found by, whatever folder it is named in and in whatever case. */
export function programName(program: string): string {
  return program
    .slice(program.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/\.exe$/, '');
}

/** How surely a rule is about something: `maybe` when that is only settled at run time. */
export type Found = 'yes' | 'maybe' | 'no';

/**
 * Whether the command is meant. A word only known at run time (null) may become any words. Options before a sub-command
 * do not hide it: one that is not known to us may take a value or not, and either way counts.
 */
export function findsCommand({ words, prefix }: CommandPattern, command: readonly (string | null)[]): Found {
  const [program, ...wanted] = words;
  if (program === undefined) return 'yes';
  const [given, ...args] = command;
  if (given === undefined || given === null) return 'maybe';
  const name = programName(given);
  if (programName(program) !== name) return 'no';
  let best: Found = 'no';
  for (const at of startsOf({ name, args, option: wanted[0]?.startsWith('-') !== false })) {
    const found = findsArguments({ wanted, prefix }, args, at);
    if (found === 'yes') return 'yes';
    if (found === 'maybe') best = 'maybe';
  }
  return best;
}

/** Whether the command is surely meant: the program bare or by the very same path, and every word known. */
export function coversCommand({ words, prefix }: CommandPattern, command: readonly (string | null)[]): boolean {
  const [given] = command;
  if (given === undefined || command.includes(null)) return false;
  if (given?.includes('/') && given !== words[0]) return false;
  return words.every((word, at) => word === command[at]) && (prefix || words.length === command.length);
}

interface Arguments {
  readonly name: string;
  readonly args: readonly (string | null)[];
  /** The rule itself goes on with an option, or not at all: nothing is passed over. */
  readonly option: boolean;
}

/** Where the sub-command may stand: at the start, and behind options. */
function* startsOf({ name, args, option }: Arguments): Generator<number> {
  yield 0;
  if (option) return;
  const reached = new Set([0]);
  // Positions are only ever added ahead of the one that is looked at.
  for (const at of reached) {
    const word = args[at];
    if (!word?.startsWith('-')) continue;
    const length = optionLength(name, word);
    for (const next of length === undefined ? [at + 1, at + 2] : [at + length]) {
      if (reached.has(next)) continue;
      reached.add(next);
      yield next;
    }
  }
}

function findsArguments(
  { wanted, prefix }: { readonly wanted: readonly string[]; readonly prefix: boolean },
  args: readonly (string | null)[],
  start: number,
): Found {
  for (const [at, word] of wanted.entries()) {
    if (args[start + at] === null) return 'maybe';
    if (args[start + at] !== word) return 'no';
  }
  const end = start + wanted.length;
  if (prefix || args.length === end) return 'yes';
  return args[end] === null ? 'maybe' : 'no';
}

/** Words as a shell reads them, without anything that would be expanded or that joins commands. */
export function splitWords(text: string): Parsed<{ words: readonly string[] }> {
  const words = createWords();
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === ' ' || char === '\t') words.end();
    else if (char === "'" || char === '"') {
      const quoted = readQuoted(text, at);
      if (!quoted.ok) return quoted;
      words.add(quoted.text);
      at = quoted.end;
    } else if (char === '\\') {
      at += 1;
      if (at === text.length) return unparsed('a \\ stands at its end: remove it');
      words.add(text.charAt(at));
    } else if ('*?['.includes(char)) {
      return unparsed(
        `a ${char} means nothing inside a command: end the rule with :* for all that begin so, or quote it`,
      );
    } else if ('$`;|&<>()'.includes(char)) {
      return unparsed(`a rule is about one plain command: leave ${char} out, or quote it`);
    } else words.add(char);
  }
  words.end();
  return { ok: true, words: words.list };
}

function readQuoted(text: string, open: number): Parsed<{ text: string; end: number }> {
  const quote = text.charAt(open);
  let read = '';
  for (let at = open + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === quote) return { ok: true, text: read, end: at };
    if (quote === '"' && char === '\\' && '"\\$`'.includes(text.charAt(at + 1))) {
      at += 1;
      read += text.charAt(at);
    } else if (quote === '"' && (char === '$' || char === '`')) {
      return unparsed(`a rule is about one plain command: write \\${char}, or leave it out`);
    } else read += char;
  }
  return unparsed(`a ${quote} is not closed: close it`);
}
