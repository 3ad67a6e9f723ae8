import type { Usage } from '../model.js';

/** A part of what came: every field may be missing or of another type. */
export type Wire = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Wire => typeof value === 'object' && value !== null;

/** What lies on a path of names; undefined where it leads nowhere. */
export const read = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((found, name) => (isObject(found) ? found[name] : undefined), value);

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

export const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A place in a list. */
export const placeOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** A count of tokens; 0 for what is none, such as the endless number that a large exponent is read as. */
export const tokens = (value: unknown): number => placeOf(value) ?? 0;

/** What was counted; of what a cache held and what was thought, only when it was something. */
export const countedUsage = (input: number, output: number, cached: number, thought = 0): Usage => ({
  inputTokens: input,
  outputTokens: output,
  ...(cached > 0 && { cachedInputTokens: cached }),
  ...(thought > 0 && { reasoningTokens: thought }),
});

/** Visits a list, with a way to the text of each element; the texts are found in one pass, and only when one is wanted. */
export function eachWithText(
  list: readonly unknown[],
  findTexts: () => readonly string[],
  visit: (value: unknown, text: () => string, at: number) => void,
): void {
  let texts: readonly string[] | undefined;
  for (let at = 0; at < list.length; at += 1) {
    visit(
      list[at],
      () => {
        texts ??= findTexts();
        return texts[at] ?? '';
      },
      at,
    );
  }
}

/** A server's words must not steer the terminal they are shown on. */
export const tameWords = (words: string): string => words.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** Half a surrogate pair cannot be sent as UTF-8. */
export const wellFormed = (text: string): string => text.toWellFormed();

/** Remembers what an object was turned into, so that each is written once in its life, whatever the round. */
export function remembered<Source extends object, Result>(
  make: (source: Source) => Result,
): (source: Source) => Result {
  const known = new WeakMap<Source, Result>();
  return (source) => {
    const made = known.get(source);
    if (made !== undefined) return made;
    const result = make(source);
    known.set(source, result);
    return result;
  };
}

/** The same of what depends on something else besides: it is made anew where that is another one than last time. */
export function rememberedWith<Source extends object, More, Result>(
  make: (source: Source, more: More) => Result,
  isSame: (one: More, other: More) => boolean = Object.is,
): (source: Source, more: More) => Result {
  const known = new WeakMap<Source, { readonly more: More; readonly made: Result }>();
  return (source, more) => {
    const last = known.get(source);
    if (last !== undefined && isSame(last.more, more)) return last.made;
    const made = make(source, more);
    known.set(source, { more, made });
    return made;
  };
}
