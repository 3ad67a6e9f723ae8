import { defined } from './defined.js';
/** A character that a reader would take for another one. */
export interface LookAlike {
  readonly char: string;
  /** Of the character, not of what it looks like; `Common` for signs that belong to none. */
  readonly script: string;
  /** What it is taken for, where that is known. */
  readonly like?: string;
  /** Where it stands. */
  readonly word: string;
}

/** `command` and `name`: every sign has a meaning there. `prose`: dashes, operators and the like are typography. */
export type TextPlace = 'command' | 'name' | 'prose';

const maxFound = 40;

/**
 * Characters that pass for others: letters of one script among those of another, styled letters, signs that look like
 * ASCII ones. Words that are wholly in one script, accents and emoji are no such thing.
 */
export function findLookAlikes(text: string, place: TextPlace): readonly LookAlike[] {
  if (isAscii(text)) return [];
  const found = new Map<string, LookAlike>();
  const told = tellingScripts(text);
  const seen = new Set<string>();
  for (const line of text.split('\n')) {
    if (isAscii(line)) continue;
    for (const token of tokensOf(line)) {
      const key = `${token.first} ${token.text}`;
      if (isAscii(token.text) || seen.has(key)) continue;
      seen.add(key);
      for (const one of lookAlikesOf(token, place, told)) {
        if (!found.has(one.char)) found.set(one.char, one);
        if (found.size >= maxFound) return [...found.values()];
      }
    }
  }
  return [...found.values()];
}

/** The code point as it is written in tables: `U+0430`. */
export const codePointOf = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

interface Token {
  readonly text: string;
  /** Nothing but signs stands before it, so that a shell would look for a program of this name. */
  readonly first: boolean;
}

function* tokensOf(line: string): Iterable<Token> {
  let first = true;
  for (const text of line.split(/[\s"`]+/)) {
    if (text === '') continue;
    yield { text, first };
    first = /(?:[;&|({!]|&&|\|\||^(?:do|then|else|sudo|env|exec|time|nohup))$/.test(text);
  }
}

function* lookAlikesOf({ text, first }: Token, place: TextPlace, told: ReadonlySet<string>): Iterable<LookAlike> {
  const eastAsian = [...text].some(isEastAsian);
  const latin = /\p{Script=Latin}/u.test(text);
  yield* signsOf(text, { place, eastAsian });
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)) {
    if (isAscii(word)) continue;
    yield* mixedLetters(word);
    yield* mixedDigits(word);
    const script = impostor(word);
    if (script === undefined) continue;
    // Such a word is an ordinary one in a text that has more of its script, unless it stands where names stand.
    if (!told.has(script) || latin || place === 'name' || (place === 'command' && first))
      yield* lettersOf(word, script);
  }
}

function* signsOf(
  text: string,
  options: { readonly place: TextPlace; readonly eastAsian: boolean },
): Iterable<LookAlike> {
  const { place, eastAsian } = options;
  const chars = [...text];
  // The only characters of their kind among ASCII ones: then they are no word of their language.
  const alone = chars.every((char) => isAscii(char) || kana.has(char));
  for (const [at, char] of chars.entries()) {
    if (isAscii(char)) continue;
    const [before = '', after = ''] = [chars[at - 1], chars[at + 1]];
    const like = signs.get(char) ?? styledLike(char, eastAsian) ?? (alone ? kana.get(char) : undefined);
    const among = isAsciiGraphic(before) && isAsciiGraphic(after);
    if (like !== undefined && (place !== 'prose' || among || /[A-Za-z]/.test(like)))
      yield { char, script: scriptOf(char), like, word: text };
    if (place !== 'prose' && /[\u2025\u2026]/.test(char) && after === '/')
      yield { char, script: scriptOf(char), like: '..', word: text };
    const opens = (at === 0 || /^['(=[{]$/.test(before)) && /^[-\p{Pd}\u2212A-Za-z]$/u.test(after);
    const joins = narrowDashes.has(char) && among;
    if (place !== 'prose' && dashes.has(char) && (opens || joins))
      yield { char, script: scriptOf(char), like: '-', word: text };
  }
}

/** Letters and signs in another dress: fullwidth, mathematical, circled. In East Asian text fullwidth ones are at home. */
function styledLike(char: string, eastAsian: boolean): string | undefined {
  const plain = char.normalize('NFKC');
  if (plain === char || !isAscii(plain) || plain.trim() === '' || plain.length > 3) return undefined;
  if (
    /[\p{Extended_Pictographic}\p{No}\u00aa\u00ba\u2024-\u2026\u2047-\u2049\u2116\u2120\u2122\u3300-\u33ff]/u.test(char)
  )
    return char === '\u2024' ? '.' : undefined;
  return eastAsian && /[\u2160-\u217f\uff00-\uffef]/.test(char) ? undefined : plain;
}

/** A word of Latin letters and of letters that could pass for Latin ones. */
function* mixedLetters(word: string): Iterable<LookAlike> {
  if (!/\p{Script=Latin}/u.test(word)) return;
  const chars = [...word];
  for (const [at, char] of chars.entries()) {
    if (isAscii(char) || !/\p{L}/u.test(char)) continue;
    const script = scriptOf(char);
    const like = letters.get(char);
    const between = /[A-Za-z]/.test(chars[at - 1] ?? '') && /[A-Za-z]/.test(chars[at + 1] ?? '');
    const odd =
      (script === 'Greek' && !/[ΓΔΘΛΞΠΣΦΨΩδεζηθλμξπσςφψβ]/u.test(char)) ||
      (latinLike.has(script) && script !== 'Greek') ||
      (rightToLeft.has(script) && between) ||
      (script === 'Latin' && like !== undefined);
    if (odd) yield { char, script, word, ...defined({ like }) };
  }
}

function* mixedDigits(word: string): Iterable<LookAlike> {
  if (!/[0-9]/.test(word)) return;
  for (const char of word.match(/\p{Nd}/gu) ?? [])
    if (!isAscii(char) && char.normalize('NFKC') === char) yield { char, script: scriptOf(char), word };
}

/** The script of a word that has none but letters which pass for Latin ones. */
function impostor(word: string): string | undefined {
  const chars = [...word].filter((char) => /\p{L}/u.test(char));
  const [script = ''] = chars.map(scriptOf);
  const whole = chars.length > 0 && chars.every((char) => scriptOf(char) === script && letters.has(char));
  return whole && (latinLike.has(script) || script === 'Latin') ? script : undefined;
}

function* lettersOf(word: string, script: string): Iterable<LookAlike> {
  for (const char of word) {
    const like = letters.get(char);
    if (like !== undefined) yield { char, script, like, word };
  }
}

/** Scripts of which the text has letters that cannot be taken for Latin ones: it is really written in them. */
function tellingScripts(text: string): ReadonlySet<string> {
  const told = new Set<string>();
  for (const char of new Set(text.match(/(?!\p{ASCII})\p{L}/gu))) if (!letters.has(char)) told.add(scriptOf(char));
  return told;
}

const isAscii = (text: string): boolean => !/[^\p{ASCII}]/u.test(text);
const isAsciiGraphic = (char: string): boolean => /^[\x21-\x7e]$/.test(char);
const isEastAsian = (char: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u.test(char) &&
  !kana.has(char);

const scripts = [
  ...['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu', 'Georgian', 'Deseret', 'Osage'],
  ...['Tifinagh', 'Canadian_Aboriginal', 'Gothic', 'Old_Italic', 'Carian', 'Lycian', 'Lydian', 'Vai', 'Runic'],
  ...['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo'],
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala'],
  ...['Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer', 'Ethiopic', 'Mongolian', 'Common', 'Inherited'],
];

const rightToLeft: ReadonlySet<string> = new Set(['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko']);
/** Scripts with letters that are drawn as Latin ones are. */
const latinLike: ReadonlySet<string> = new Set(scripts.slice(1, 19));

const patterns = new Map<string, RegExp>();

/** Made when it is first needed: most texts have no other letters than Latin ones. */
function patternOf(script: string): RegExp {
  const pattern = patterns.get(script) ?? new RegExp(`\\p{Script=${script}}`, 'u');
  patterns.set(script, pattern);
  return pattern;
}

const scriptCache = new Map<string, string>();

function scriptOf(char: string): string {
  const known = scriptCache.get(char);
  if (known !== undefined) return known;
  const script = scripts.find((name) => patternOf(name).test(char)) ?? 'another script';
  if (scriptCache.size < 10_000) scriptCache.set(char, script);
  return script;
}

const pairs = (from: string, to: string): readonly (readonly [string, string])[] => {
  const likes = [...to];
  return [...from].map((char, at) => [char, likes[at] ?? ''] as const);
};

/** Letters and what they are taken for. */
const letters: ReadonlyMap<string, string> = new Map([
  ...pairs('асеорхуѕіјԁһԛԝӏѵԍ', 'aceopxysijdhqwlvg'),
  ...pairs('АВСЕНІЈКМОРЅТХУҮЗЬԚԜӀѴ', 'ABCEHIJKMOPSTXYY3bQWIV'),
  ...pairs('ανορυιτγϲϳ', 'avopuitycj'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ', 'ABEZHIKMNOPTYXCJ'),
  ...pairs('ՍսօցհոզՏԼ', 'UuoghnqSL'),
  ...pairs('ᎠᎡᎢᎪᎫᎬᎳᎵᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏮ', 'DRTAJEWPMHYGhZ4bRWSVSLCPKd6'),
  ...pairs('ɑɡɩǀǃꞁʟɴʀʏɢɪʜʙƨƅ', 'agi|!lLNRYGIHBsb'),
  ...pairs('ᴀʙᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢ', 'ABCDEJKMOPTUVWZ'),
  ...pairs('ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPdDTGKJCZFMNLSRVHWXYAEIOU'),
]);

/** Signs and what they are taken for. */
const signs: ReadonlyMap<string, string> = new Map([
  ...pairs('∕⁄⧸╱⟋〳', '//////'),
  ...pairs('∖⧵﹨⟍', '\\\\\\\\'),
  ...pairs('․ꓸ܁܂', '....'),
  ...pairs('꞉∶ːꓽ', '::::'),
  ...pairs('\u037e\u204f', ';;'),
  ...pairs('∣ǀ❘⏐', '||||'),
  ...pairs('∗⁎', '**'),
  ...pairs('∼˜⁓', '~~~'),
  ...pairs('ǃ', '!'),
  ...pairs('꞊', '='),
  ...pairs('\u2035\u02cb\u1fef', '```'),
  ...pairs('٪', '%'),
  ...pairs('ˆ', '^'),
]);

/** East Asian characters that are drawn as ASCII signs are. */
const kana: ReadonlyMap<string, string> = new Map(pairs('ノ丿ー一丨〡丶ニ二へヘ', '//--||,==^^'));

/** No hyphens. The narrow ones are wrong also inside of a word. */
const dashes: ReadonlySet<string> = new Set('‐‑‒–—―−⁃˗﹘﹣－');
const narrowDashes: ReadonlySet<string> = new Set('‐‑−⁃˗﹣');
