import { cutWords } from './cut-words.js';

/** The words of a name or a sentence as they are looked for: `readTextFiles` is read, text, file. */
export const wordsOf = (text: string): string[] => cutWords(text).flatMap((word) => stemOf(word) ?? []);

/** Words that tell nothing apart. */
const fillers: ReadonlySet<string> = new Set(
  'a an and any are as at be by can do does for from get give given gives has have how i if in into is it its me my of on one or our own some that the them there these this those to tool up use used using want was we what when where which who will with you your'.split(
    ' ',
  ),
);

/** The same for the forms of a word, without knowing the language: plurals, -ing and -ed. Only ever compared with its like. */
export function stemOf(written: string): string | undefined {
  const word = written.toLowerCase();
  if (fillers.has(word)) return undefined;
  if (word.length <= 3 || word.length > 30 || /\d/.test(word)) return word;
  const single = /(?:ies|ied)$/.test(word) ? `${word.slice(0, -3)}y` : word.replace(/(?<=[^s])s$/, '');
  const bare = /[aeiouy].*(?:ing|ed)$/.test(single) ? single.replace(/(?:ing|ed)$/, '') : single;
  const stem = bare.replace(/([^aeiouls])\1$/, '$1').replace(/(?<=..)e$/, '');
  return stem.length < 3 ? word : stem;
}
