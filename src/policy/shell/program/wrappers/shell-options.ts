import { defined } from '../../../../base/defined.js';
import { likely, settled, type Word } from '../../word.js';

export interface ShellOptions {
  /** Single letters with their sign: `-e`, `+x`. */
  readonly letters: readonly string[];
  /** What follows `-o` and `-O`, with the sign: `-pipefail`. Without a word behind it, `-` or `+`. */
  readonly names: readonly string[];
  readonly long: readonly { readonly name: string; readonly value?: Word }[];
  /** Words that may turn out to be options. */
  readonly unsure: readonly Word[];
  /** Whether a `--` or `-` ended the options. */
  readonly ended: boolean;
  readonly rest: readonly Word[];
}

export interface LongNames {
  readonly flags?: ReadonlySet<string>;
  readonly values?: ReadonlySet<string>;
}

/** Takes apart the options of a shell, or of `set`: each letter counts, and `-o` takes the next word wherever it stands. */
export function readShellOptions(args: readonly Word[], longNames: LongNames): ShellOptions {
  const letters: string[] = [];
  const names: string[] = [];
  const long: { name: string; value?: Word }[] = [];
  const unsure: Word[] = [];
  let ended = false;
  let at = 0;
  while (at < args.length && !ended) {
    const word = args[at] as Word;
    if (!settled(word)) {
      if (!couldBeOption(word, args.slice(at + 1))) break;
      unsure.push(word);
      at += 1;
      continue;
    }
    const { text } = word;
    if (text === '--' || text === '-') {
      ended = true;
      at += 1;
      break;
    }
    if (!/^[-+]./s.test(text)) break;
    at += 1;
    const longName = longNameOf(text, longNames);
    if (longName !== undefined) {
      const value = longName.joined === undefined && longNames.values?.has(longName.name) ? args[at] : undefined;
      if (value !== undefined) at += 1;
      const joined = longName.joined === undefined ? value : { text: longName.joined, source: word.source };
      long.push({ name: longName.name, ...defined({ value: joined }) });
      continue;
    }
    const sign = text[0] as string;
    for (const letter of text.slice(1)) {
      if (letter !== 'o' && letter !== 'O') {
        letters.push(sign + letter);
        continue;
      }
      const name = args[at];
      if (name !== undefined && !settled(name)) unsure.push(name);
      names.push(sign + (name?.text ?? ''));
      if (name !== undefined) at += 1;
    }
  }
  return { letters, names, long, unsure, ended, rest: args.slice(at) };
}

/** Of a word that is not known: it looks like an option, or is likely nothing and stands before one. */
function couldBeOption(word: Word, following: readonly Word[]): boolean {
  const text = likely(word);
  return text === '' ? following.some((next) => /^[-+]/.test(likely(next))) : /^[-+]/.test(text);
}

/** bash takes its long options with one dash as well. */
function longNameOf(text: string, { flags, values }: LongNames): { name: string; joined?: string } | undefined {
  const bare = text.replace(/^--?/, '');
  if (text.startsWith('--')) {
    const equals = bare.indexOf('=');
    return equals === -1 ? { name: bare } : { name: bare.slice(0, equals), joined: bare.slice(equals + 1) };
  }
  return text.startsWith('-') && bare.length > 1 && (flags?.has(bare) || values?.has(bare))
    ? { name: bare }
    : undefined;
}
