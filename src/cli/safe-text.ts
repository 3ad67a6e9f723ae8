/**
 * Text from models and tools made harmless for a terminal: what would steer it, reorder it or not be seen is shown as
 * an escape, never left out. Line ends and tabs stay; `\r\n` is a line end. Joiners stay where a script or an emoji
 * needs them, unless `strict`: what a person approves is shown to the last character.
 */
export function safeText(text: string, options: { readonly strict?: boolean } = {}): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(unsafe, (char, at: number, whole: string) =>
      options.strict !== true && isJoiner(char) && joins(whole, at) ? char : escapeChar(char),
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

const joiners = ['\u200c', '\u200d', '\ufe0e', '\ufe0f'];
const isJoiner = (char: string): boolean => joiners.includes(char);

/** Whether a joiner stands where it does its work: after a letter or mark that is not ASCII, or an emoji. */
function joins(text: string, at: number): boolean {
  const previous = lastCharacter(text.slice(Math.max(0, at - 2), at));
  return /^(?:(?!\p{ASCII})[\p{L}\p{M}]|\p{Emoji_Modifier}|\p{Extended_Pictographic}|\ufe0f|[0-9#*])$/u.test(previous);
}

const lastCharacter = (text: string): string => [...text.slice(-2)].at(-1) ?? '';

const named: Readonly<Record<string, string>> = { '\u001b': '\\e', '\r': '\\r', '\u0007': '\\a', '\b': '\\b' };

function escapeChar(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return named[char] ?? `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
