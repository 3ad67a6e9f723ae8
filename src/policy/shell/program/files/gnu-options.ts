import { wordsOf } from '../../../../base/words.js';
import { type OptionSpec, type ReadOptions, readOptions } from '../../options.js';
import type { EffectSink } from '../../program.js';
import type { Word } from '../../word.js';

/**
 * As `readOptions`, and a long option that is cut short (`--recur`) is taken for what the program takes it for, so that
 * its value is found. It is reported as not known nevertheless.
 */
export function readGnuOptions(
  args: readonly Word[],
  spec: OptionSpec,
  doing: Pick<EffectSink, 'unknown'>,
): ReadOptions {
  const end = args.findIndex(({ text }) => text === '--');
  const names = longNames(spec);
  const written = args.map((word, at) => (end === -1 || at < end ? inFull(word, names, doing) : word));
  return readOptions(written, spec, doing);
}

function inFull(word: Word, names: readonly string[], doing: Pick<EffectSink, 'unknown'>): Word {
  const { text, source } = word;
  if (text === undefined || !text.startsWith('--') || text.length < 3) return word;
  const name = text.split('=', 1)[0] ?? text;
  if (names.includes(name)) return word;
  const [full, ...others] = names.filter((other) => other.startsWith(name));
  if (full === undefined || others.length > 0) return word;
  doing.unknown(`${name} is cut short: it is taken for ${full}`);
  return { ...word, text: `${full}${text.slice(name.length)}`, source };
}

const namesOf = new WeakMap<OptionSpec, readonly string[]>();

function longNames(spec: OptionSpec): readonly string[] {
  const known = namesOf.get(spec);
  if (known !== undefined) return known;
  const all = [spec.flags, spec.values, spec.optional].flatMap(wordsOf);
  const names = all.filter((name) => name.startsWith('--'));
  namesOf.set(spec, names);
  return names;
}
