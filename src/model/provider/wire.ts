/** Reading frames whose every field may be missing or of another type. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A count of tokens; 0 for what is none, such as the endless number that a large exponent is read as. */
export const tokens = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

/** A server's words must not steer the terminal they are shown on. */
export const tameWords = (words: string): string => words.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ');

export const isWellFormed = (text: string): boolean => text.isWellFormed();

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
