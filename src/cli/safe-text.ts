/**
 * Text from models and tools made harmless for a terminal: what would steer it, reorder it or not be seen is shown as
 * an escape, never left out. Line ends and tabs stay; `\r\n` is a line end. Joiners stay where a script or an emoji
 * needs them. `strict`, for what a person approves: shown to the last character, odd spaces, `\r` and joiners too.
 */
export function safeText(text: string, options: { readonly strict?: boolean } = {}): string {
  if (options.strict === true) return text.replaceAll(doubtfulRun, escapeAll);
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(unsafe, (char, at: number, whole: string) =>
      isJoiner(char) && joins(whole, at) ? char : escapeChar(char),
    );
}

/** What `strict` shows as escapes although nobody expects it in an honest text: each character, as often as it occurs. */
export function hiddenCharacters(text: string): readonly string[] {
  return [...text.matchAll(doubtful)].flatMap(({ 0: chars, index }) =>
    isNeeded(chars, index, text) ? [] : [...chars],
  );
}

/** The same on one line: line ends and tabs are escapes too. */
export function safeLine(text: string, options: { readonly strict?: boolean } = {}): string {
  return safeText(text, options).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** The same for text that comes in pieces, however it is cut. */
export function createSafeStream(): { push(chunk: string): string; end(): string } {
  let before = '';
  let held = '';
  const take = (text: string): string => {
    const shown = safeText(before + text).slice(safeText(before).length);
    before = lastCharacter(text) || before;
    return shown;
  };
  return {
    push(chunk) {
      const text = held + chunk;
      const cut = text.length - (/(?:\r|[\u200c\u200d]|[\ud800-\udbff])$/.exec(text)?.[0].length ?? 0);
      held = text.slice(cut);
      return cut === 0 ? '' : take(text.slice(0, cut));
    },
    end() {
      const rest = held;
      held = '';
      return rest === '' ? '' : take(rest);
    },
  };
}

/** Everything but \n and \t that is a control, a format or an invisible character, or half a surrogate pair. */
const unsafe = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The same, and also every space but the plain one, what has no agreed form, and marks that cover what they stand on. */
const doubtful =
  /(?![\n\t ])[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]|[\u0334-\u0338\u20d0-\u20ff\p{Me}]|(?<![\p{L}\p{M}\p{N}#*\u200c\u200d])\p{M}+|(?<=\p{M}{4})\p{M}/gu;

/** Many at once, as a text may be nothing else. */
const doubtfulRun = new RegExp(`(?:${doubtful.source}){1,1000}`, 'gu');

/** Joiners in scripts that are written with them, selectors of emoji, and spaces of French and East Asian typography. */
function isNeeded(char: string, at: number, text: string): boolean {
  const before = lastCharacter(text.slice(Math.max(0, at - 2), at));
  const after = String.fromCodePoint(text.codePointAt(at + char.length) ?? 0x20);
  if (char === '\u200c' || char === '\u200d') return joining.test(before);
  if (char === '\ufe0f' || char === '\ufe0e') return /\p{Extended_Pictographic}/u.test(before) || after === '\u20e3';
  if (char === '\u20e3') return before === '\ufe0f';
  if (char === '\u3000') return eastAsian.test(before) && eastAsian.test(after);
  if (char === '\u00a0' || char === '\u202f') return before === '«' || /[!?»]/.test(after);
  return false;
}

const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3001-\u303f\uff00-\uffef]/u;
const joining =
  /\ufe0f|[\p{Emoji_Modifier}\p{Extended_Pictographic}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const joiners = ['\u200c', '\u200d', '\ufe0e', '\ufe0f'];
const isJoiner = (char: string): boolean => joiners.includes(char);

/** Whether a joiner stands where it does its work: after a letter or mark that is not ASCII, or an emoji. */
function joins(text: string, at: number): boolean {
  const previous = lastCharacter(text.slice(Math.max(0, at - 2), at));
  return /^(?:(?!\p{ASCII})[\p{L}\p{M}]|\p{Emoji_Modifier}|\p{Extended_Pictographic}|\ufe0f|[0-9#*])$/u.test(previous);
}

const lastCharacter = (text: string): string => [...text.slice(-2)].at(-1) ?? '';

const named: Readonly<Record<string, string>> = { '\u001b': '\\e', '\r': '\\r', '\u0007': '\\a', '\b': '\\b' };

const escapeAll = (chars: string): string => [...chars].map(escapeChar).join('');

function escapeChar(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return named[char] ?? `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
