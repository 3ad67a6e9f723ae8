// Descriptions of others may be any length.
const maxLooked = 2000;

/** The words of a text as they stand there; a capital behind a small letter begins another. */
export function cutWords(text: string): readonly string[] {
  const looked = text.length > maxLooked ? text.slice(0, maxLooked) : text;
  // By regular expressions, which are fast from the first text on: an index looks at half a million words once.
  return foreign.test(looked) ? cutForeign(looked) : (looked.match(plainWords) ?? none);
}

const foreign = /[\u0080-\uffff]/;
const plainWords = /[A-Z]*[a-z0-9]+|[A-Z]+/g;
const none: readonly string[] = [];

/** Accents do not count, nor what is not seen; what is written without spaces is cut into pairs of letters. */
function cutForeign(text: string): readonly string[] {
  const bare = text
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]+/gu, '')
    .normalize('NFC')
    .toLowerCase();
  const words: string[] = [];
  for (const [word, unspaced] of bare.matchAll(foreignWords)) {
    if (unspaced === undefined) words.push(word);
    else words.push(...pairsOf(unspaced));
  }
  return words;
}

const unspacedLetters = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const foreignWords = new RegExp(`([${unspacedLetters}]+)|(?:(?![${unspacedLetters}])[\\p{L}\\p{N}])+`, 'gu');

function pairsOf(text: string): readonly string[] {
  const letters = [...text];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
