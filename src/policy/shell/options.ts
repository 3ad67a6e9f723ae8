import { defined } from '../../base/defined.js';
import { wordsOf } from '../../base/words.js';
import type { EffectSink } from './program.js';
import { settled, type Word } from './word.js';

/**
 * The options of a program, as words parted by spaces: `-a --all` take no value, `values` take one (`-n 5`, `-n5`,
 * `--lines=5`, `--lines 5`), `optional` take one only when it is joined (`--color=auto`, `-i.bak`). Long options must be
 * written out: what a program makes of `--upl` is its own affair.
 */
export interface OptionSpec {
  readonly flags?: string;
  readonly values?: string;
  readonly optional?: string;
  /** Options may not follow the first operand (`env`, `xargs`, `find`'s kind). */
  readonly stopsAtOperand?: boolean;
  /** `-5` counts as a flag (head, tail, git log). */
  readonly numbers?: boolean;
  /** Single-dash long options, as `find`, `java` and `go` have: clusters are not taken apart. */
  readonly noClusters?: boolean;
}

export interface GivenOption {
  readonly name: string;
  readonly value?: Word;
}

export interface ReadOptions {
  readonly given: readonly GivenOption[];
  readonly operands: readonly Word[];
  /** Whether one of these was given; names stand parted by blanks. */
  has(names: string | undefined): boolean;
  /** The values of these options, in their order. */
  valuesOf(names: string | undefined): readonly Word[];
}

/** Takes arguments apart. What is no option of the program is reported to `doing` as not known. */
export function readOptions(
  written: readonly Word[],
  spec: OptionSpec,
  doing: Pick<EffectSink, 'unknown'>,
): ReadOptions {
  const table = tableOf(spec);
  const args = written.map(oneMatch);
  const given: GivenOption[] = [];
  const operands: Word[] = [];
  let at = 0;
  while (at < args.length) {
    const word = args[at] as Word;
    const { text } = word;
    if (text === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    const isSettled = text !== undefined && word.splits !== true && word.matches === undefined;
    // What is only settled at run time may turn out to be an option.
    if (!isSettled && couldBeOption(word)) doing.unknown(word.note ?? `${word.source} may be an option`);
    if (!isSettled || text === '-' || !text.startsWith('-')) {
      operands.push(...(spec.stopsAtOperand === true ? args.slice(at) : [word]));
      if (spec.stopsAtOperand === true) break;
      at += 1;
    } else at += 1 + takeOption(text, args[at + 1], { word, table, spec, given, doing });
  }
  return {
    given,
    operands,
    has(names) {
      const wanted = wordsOf(names);
      return given.some(({ name }) => wanted.includes(name));
    },
    valuesOf(names) {
      const wanted = wordsOf(names);
      return given.flatMap(({ name, value }) => (wanted.includes(name) && value !== undefined ? [value] : []));
    },
  };
}

/** Whether the only argument is one of these (parted by blanks), so that nothing happens but that something is printed. */
export function asksOnly(args: readonly Word[], names = '--version'): boolean {
  const [only] = args;
  return args.length === 1 && settled(only) && wordsOf(names).includes(only.text);
}

/**
 * The words once every pattern is replaced by the names it matches: for programs to which the place of a word matters
 * (`uniq IN OUT`, a search text before the files). Words that may become several make the places doubtful.
 */
export function placed(words: readonly Word[], doing: Pick<EffectSink, 'unknown'>): readonly Word[] {
  for (const { splits, source } of words) if (splits === true) doing.unknown(`${source} may become several words`);
  return eachMatch(words);
}

/** The words with every pattern replaced by the names it matches. */
export const eachMatch = (words: readonly Word[]): readonly Word[] =>
  words.flatMap((word) => word.matches?.map((text) => ({ text, source: word.source })) ?? [word]);

/** A pattern that matches one name is that name; one that matches none stays as it is written. */
function oneMatch(word: Word): Word {
  const { matches, source } = word;
  if (matches === undefined || matches.length > 1) return word;
  return { text: matches[0] ?? word.text, source };
}

type Table = ReadonlyMap<string, 'flag' | 'value' | 'optional'>;

interface Taking {
  readonly word: Word;
  readonly table: Table;
  readonly spec: OptionSpec;
  readonly given: GivenOption[];
  readonly doing: Pick<EffectSink, 'unknown'>;
}

/** Answers how many words beyond its own the option took. */
function takeOption(text: string, next: Word | undefined, taking: Taking): number {
  const { table, given, spec, doing } = taking;
  if (spec.numbers === true && /^-[0-9]+$/.test(text)) {
    given.push({ name: '-N', value: { text: text.slice(1), source: text } });
    return 0;
  }
  if (text.startsWith('--') || spec.noClusters === true) {
    const equals = text.indexOf('=');
    const name = equals === -1 ? text : text.slice(0, equals);
    const kind = table.get(name);
    const joined = equals === -1 ? undefined : partOf(taking.word, text.slice(equals + 1));
    if (kind === undefined || (kind === 'flag' && joined !== undefined)) {
      doing.unknown(`the option ${text} is not one whose doing is known`);
      given.push({ name, ...defined({ value: joined }) });
      return 0;
    }
    if (kind !== 'value' || joined !== undefined) {
      given.push({ name, ...defined({ value: joined }) });
      return 0;
    }
    return takeNext(name, next, taking);
  }
  for (let at = 1; at < text.length; at += 1) {
    const name = `-${text[at]}`;
    const kind = table.get(name);
    const joined = text.slice(at + 1);
    if (kind === undefined) {
      doing.unknown(`the option ${name} in ${text} is not one whose doing is known`);
      given.push({ name });
      continue;
    }
    if (kind === 'flag' || (kind === 'optional' && joined === '')) {
      given.push({ name });
      continue;
    }
    if (joined === '') return takeNext(name, next, taking);
    given.push({ name, value: partOf(taking.word, joined) });
    return 0;
  }
  return 0;
}

function takeNext(name: string, next: Word | undefined, { given, doing }: Taking): number {
  if (next === undefined) {
    doing.unknown(`the option ${name} has no value`);
    return 0;
  }
  if (next.splits === true || next.matches !== undefined)
    doing.unknown(`the value of ${name} may become several words`);
  given.push({ name, value: next });
  return 1;
}

const partOf = (word: Word, text: string): Word => ({ text, source: word.source });

function couldBeOption({ guess, text, matches, splits }: Word): boolean {
  if (matches !== undefined) return matches.some((match) => match.startsWith('-'));
  if (splits === true && text === undefined) return true;
  const whole = text ?? guess ?? '';
  const fields = splits === true ? whole.split(/\s+/) : [whole];
  return fields.some((field) => field === '' || field.startsWith('-'));
}

const tables = new WeakMap<OptionSpec, Table>();

function tableOf(spec: OptionSpec): Table {
  const known = tables.get(spec);
  if (known !== undefined) return known;
  const table = new Map<string, 'flag' | 'value' | 'optional'>();
  const add = (names: string | undefined, kind: 'flag' | 'value' | 'optional'): void => {
    for (const name of wordsOf(names)) table.set(name, kind);
  };
  add(spec.flags, 'flag');
  add(spec.values, 'value');
  add(spec.optional, 'optional');
  tables.set(spec, table);
  return table;
}
