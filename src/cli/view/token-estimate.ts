/**
 * About how many tokens a text has for a model of today: no tokenizer is loaded, and those of the models differ anyway. Text is cut into
 * pieces as tokenizers cut it before they look anything up; how many tokens a piece has goes by its script and its length. The rates were
 * measured with o200k_base, and a test holds the estimate to it.
 */
export function tokenEstimate(text: string): number {
  const pieces = text.match(piecesOf) ?? [];
  const spelled = isAccented(text) ? rates.otherLatin : rates.plain;
  return Math.ceil(pieces.reduce((sum, piece) => sum + pieceTokens(piece, spelled), 0));
}

/** A word with one mark or space before it, up to three figures, a run of marks with line ends, and space. */
const piecesOf =
  /[^\r\n\p{L}\p{N}]?(?:\p{Lu}*[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{L}+)|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+/gu;

/** Letters, marks or figures that the first token holds, and what each one more adds. */
interface Rate {
  readonly held: number;
  readonly more: number;
}

const rates = {
  /** English, and the words that names in code are made of. */
  plain: { held: 5, more: 0.05 },
  /** Words behind a mark or inside a name. */
  inner: { held: 3, more: 0.09 },
  capitals: { held: 4, more: 0.3 },
  /** Words without accents in a text that has them. */
  otherLatin: { held: 3, more: 0.2 },
  accented: { held: 2, more: 0.28 },
  /** Letters that are no word: of a key, of a hash. */
  noWord: { held: 0, more: 0.4 },
  marks: { held: 4, more: 0.6 },
  symbols: { held: 1, more: 0.7 },
  otherScript: { held: 2, more: 0.4 },
} as const satisfies Record<string, Rate>;

const scripts: readonly (readonly [RegExp, Rate])[] = [
  [/\p{Script=Latin}/u, rates.accented],
  [/\p{Script=Cyrillic}/u, { held: 3, more: 0.25 }],
  [/\p{Script=Greek}/u, { held: 3, more: 0.5 }],
  [/\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Devanagari}/u, { held: 2, more: 0.3 }],
  [/\p{Script=Thai}/u, { held: 2, more: 0.45 }],
  [/\p{Script=Hangul}/u, { held: 1, more: 0.75 }],
  [/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u, { held: 1, more: 0.9 }],
];

function pieceTokens(piece: string, spelled: Rate): number {
  const [letters] = /[\p{L}\p{M}]+/u.exec(piece) ?? [];
  if (letters === undefined) return /[^\s\d]/.test(piece) ? markTokens(piece) : 1;
  const rate = /^[a-z]+$/i.test(letters) ? plainRate(piece, letters, spelled) : scriptRate(letters);
  const some = tokensAt(rate, letters.length);
  return letters.length > longestWord ? Math.max(some, tokensAt(rates.noWord, letters.length)) : some;
}

const longestWord = 14;

function plainRate(piece: string, letters: string, spelled: Rate): Rate {
  if (/^[A-Z]{2}/.test(letters)) return rates.capitals;
  return piece.startsWith(' ') ? spelled : rates.inner;
}

const scriptRate = (letters: string): Rate =>
  scripts.find(([script]) => script.test(letters))?.[1] ?? rates.otherScript;

/** Of a mark that is repeated, as in a ruled line, many are one token. */
function markTokens(piece: string): number {
  const shown = piece.trim().replace(/(.)\1{3,}/gu, '$1$1');
  return tokensAt(/[^\p{ASCII}]/u.test(shown) ? rates.symbols : rates.marks, shown.length);
}

const tokensAt = ({ held, more }: Rate, length: number): number => 1 + more * Math.max(0, length - held);

/** A language that writes accents leaves them out in most of its words too. */
const isAccented = (text: string): boolean =>
  (text.match(/(?![a-z])\p{Script=Latin}/giu) ?? []).length * 100 > text.length;
