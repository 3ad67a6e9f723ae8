import { randomInt } from 'node:crypto';
import { parseJson } from '../../base/json.js';

/** Puts other words in the place of those of a text: the same one for the same word, as long and of the same form. */
export interface WordReplacer {
  text(text: string): string;
  /** Of a text that is JSON its strings and numbers, with the names in `names` kept; any other text as `text` does. */
  json(text: string, names: ReadonlySet<string>): string;
  /** A number for a number, both as JSON writes them. */
  number(literal: string): string;
}

/** Not even whoever redacts can tell the words again: they are drawn by lot, and forgotten. */
export function createWordReplacer(): WordReplacer {
  const drawn = new Map<string, string>();
  const taken = new Set<string>();
  const numbers = new Map<string, string>();
  const redactWord = (word: string): string => {
    const known = drawn.get(word);
    if (known !== undefined) return known;
    let other = word;
    // Of very short words there are few: these may come to share one.
    for (let tries = 0; tries < maxTries && (other === word || taken.has(other)); tries += 1) other = draw(word);
    drawn.set(word, other);
    taken.add(other);
    return other;
  };
  const text = (given: string): string =>
    given.replaceAll(/[\p{L}\p{N}]+/gu, (word) => (keywords.has(word) ? word : redactWord(word)));
  const number = (literal: string): string => {
    const known = numbers.get(literal);
    // Without a nought in front, which JSON does not know; what follows an `e` is a size and not a figure.
    const other =
      known ?? literal.replace(/^[^eE]*/, (figures) => figures.replaceAll(/\d/g, () => `${randomInt(1, 10)}`));
    numbers.set(literal, other);
    return other;
  };
  const json = (given: string, names: ReadonlySet<string>): string => {
    if (!/^\s*[[{]/.test(given) || !parseJson(given).ok) return text(given);
    return given.replaceAll(/"(?:[^"\\]|\\.)*"(\s*:)?|-?\d[\d.eE+-]*/g, (literal, colon: string | undefined) => {
      if (!literal.startsWith('"')) return number(literal);
      const spelled = colon === undefined ? literal : literal.slice(0, -colon.length);
      const parsed = parseJson(spelled);
      const value = parsed.ok && typeof parsed.value === 'string' ? parsed.value : '';
      if (colon !== undefined && names.has(value)) return literal;
      return `${JSON.stringify(text(value))}${colon ?? ''}`;
    });
  };
  return { text, json, number };
}

const maxTries = 50;

/** What JSON is made of beside strings: with others in their place a text would be none. */
const keywords: ReadonlySet<string> = new Set(['true', 'false', 'null']);

const forms: readonly (readonly [RegExp, string])[] = [
  [/[0-9]/, '0123456789'],
  [/[A-Z]/, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [/[a-z]/, 'abcdefghijklmnopqrstuvwxyz'],
  [/\p{N}/u, '²³¹'],
  [/\p{Lu}/u, 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'],
];
const others = 'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþ';

/** Letters beyond the basic plane become two, so that the length stays. */
function draw(word: string): string {
  return Array.from(word, (point) => {
    const letters = forms.find(([form]) => form.test(point))?.[1] ?? others;
    return Array.from({ length: point.length }, () => letters.charAt(randomInt(letters.length))).join('');
  }).join('');
}
