import { posix } from 'node:path';
import { defined } from '../../../../base/defined.js';
import type { EffectSink } from '../../program.js';
import { likely, type Word } from '../../word.js';

/** The word with its text changed, whatever is known of the text. */
export function mapWord(word: Word, change: (text: string) => string): Word {
  return {
    ...word,
    text: word.text === undefined ? undefined : change(word.text),
    ...(word.guess !== undefined && { guess: change(word.guess) }),
    ...(word.matches !== undefined && { matches: word.matches.map(change) }),
  };
}

/** The word without its first characters: `of=/dev/x` after `of=`. */
export const wordFrom = (word: Word, start: number): Word => mapWord(word, (text) => text.slice(start));

/** The last part of a path: what a copy of it is called. */
export const baseOf = (path: Word): Word => mapWord(path, (text) => posix.basename(text));

/** The name below the folder; an absolute name stays where it is. */
export const inFolder = (folder: Word, name: Word): Word =>
  folder.text === '.' || likely(name).startsWith('/') ? name : below(folder, name);

/** The name below the folder. Known only when both are. */
export function below(folder: Word, name: Word): Word {
  const source = joined(folder.source, name.source);
  if (folder.text === undefined || name.text === undefined) {
    const note = folder.note ?? name.note;
    return {
      text: undefined,
      source,
      guess: joined(likely(folder), likely(name)),
      ...defined({ note }),
    };
  }
  const under = folder.text;
  return {
    text: joined(under, name.text),
    source,
    ...(name.matches !== undefined && { matches: name.matches.map((match) => joined(under, match)) }),
  };
}

/** Whether a path is a folder now; undefined when that cannot be told. */
export function isFolder(path: Word, { cwd, context }: Pick<EffectSink, 'cwd' | 'context'>): boolean | undefined {
  const { text } = path;
  if (text === undefined) return undefined;
  if (/(^|\/)\.{0,2}$/.test(text)) return text !== '';
  if (cwd === undefined && !text.startsWith('/')) return undefined;
  const place = context.resolve(posix.resolve(cwd ?? '/', text));
  return 'kind' in place ? place.kind === 'directory' : undefined;
}

/**
 * The path, and what is meant by a `~` that the shell leaves alone because it stands within a word: `@~/x`. For the search
 * for harm.
 */
export const withHome = (path: Word, { context }: Pick<EffectSink, 'context'>): readonly Word[] =>
  likely(path).startsWith('~/')
    ? [path, mapWord(path, (text) => (text.startsWith('~/') ? `${context.home}${text.slice(1)}` : text))]
    : [path];

/** Whether the word stands for the standard input or output. */
export const isDash = ({ text }: Word): boolean => text === '-';

const joined = (folder: string, name: string): string => {
  if (folder === '') return name;
  return folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;
};
