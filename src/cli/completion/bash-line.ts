import type { Line } from './complete-line.js';

export interface BashLine extends Line {
  /** The part of the word that bash does not replace: it begins anew after `=` and `:`. */
  readonly lead: string;
  /** The quote that is still open at the cursor. */
  readonly quote: string;
}

/** What stands between the name of the program and the cursor; `replaced` is the end of it that bash would replace. */
export function readBashLine(text: string, replaced: string): BashLine {
  const { words, start, quote } = splitWords(text);
  const raw = text.slice(start);
  const lead = raw.endsWith(replaced) ? splitWords(raw.slice(0, raw.length - replaced.length)).words.join('') : '';
  return { before: words.slice(0, -1), word: words.at(-1) ?? '', lead, quote };
}

function splitWords(text: string): {
  readonly words: readonly string[];
  readonly start: number;
  readonly quote: string;
} {
  const words: string[] = [];
  let word = '';
  let start = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === quote) quote = '';
    else if (char === '\\' && quote !== "'") {
      at += 1;
      word += text.charAt(at);
    } else if (quote === '' && /['"]/.test(char)) quote = char;
    else if (quote !== '' || !/\s/.test(char)) word += char;
    else {
      if (at > start) words.push(word);
      word = '';
      start = at + 1;
    }
  }
  return { words: [...words, word], start, quote };
}

/** A word as bash reads it back within the quote that is open. */
export function quoteForBash(word: string, quote: string): string {
  if (quote === "'") return word.replaceAll("'", `'\\''`);
  if (quote === '"') return word.replaceAll(/[\\"$`]/g, '\\$&');
  return word.replaceAll(/[^\w@%+=:,./\p{L}\p{M}\p{N}-]/gu, '\\$&');
}
