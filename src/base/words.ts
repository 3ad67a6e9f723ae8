/** The words of a text: names in a table stand parted by blanks. */
export const wordsOf = (text: string | undefined): readonly string[] =>
  (text ?? '').split(/\s+/).filter((word) => word !== '');

export const wordSet = (text: string): ReadonlySet<string> => new Set(wordsOf(text));

/** What stands in a table under each name; a key may be several names. */
export const eachName = <Value>(table: Readonly<Record<string, Value>>): readonly (readonly [string, Value])[] =>
  Object.entries(table).flatMap(([names, value]) => wordsOf(names).map((name) => [name, value] as const));

/** Words as they are put together; one that was begun is a word even when it is empty. */
export function createWords() {
  const list: string[] = [];
  let word: string | undefined;
  return {
    list,
    add(text: string): void {
      word = (word ?? '') + text;
    },
    /** Ends the word that was begun. */
    end(): void {
      if (word !== undefined) list.push(word);
      word = undefined;
    },
    isOpen: (): boolean => word !== undefined,
  };
}
