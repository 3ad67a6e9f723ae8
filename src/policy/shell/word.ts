/** A word of a command once quotes are undone and what can be expanded is. */
export interface Word {
  /** Its text; undefined when a part is only known at run time. */
  readonly text: string | undefined;
  /** As it is written in the command. */
  readonly source: string;
  /** When the text is not known, which part of it is not, in words. */
  readonly note?: string;
  /**
   * What the text would most likely be, when it is not known: variables that are not set are empty. For the search for
   * harm only, never for a proof.
   */
  readonly guess?: string;
  /** Of `<( … )`: what the command in it prints, when that can be told. For the search for harm only. */
  readonly printed?: string;
  /** Set when the word is a pattern: the file names it matches now, in order. `text` is the pattern as written. */
  readonly matches?: readonly string[];
  /** True when it came out of unquoted expansion or pattern, so that bash may make several words of it, or none. */
  readonly splits?: boolean;
}

export const literal = (text: string): Word => ({ text, source: text });

/** A word that something else adds at run time. */
export const unknownWord = (note: string): Word => ({ text: undefined, source: '…', note });

/** The text to search for harm in. */
export const likely = (word: Word): string => word.text ?? word.guess ?? '';

/** Whether it is exactly one word with a text that is known now. */
export const settled = (word: Word | undefined): word is Word & { readonly text: string } =>
  word?.text !== undefined && word.splits !== true && word.matches === undefined;

export const whyUnsure = ({ note, source }: Word): string => note ?? `\`${source}\` is only known at run time`;

/** Several words as one text with spaces between, as `eval` makes of its arguments. */
export function joinWords(words: readonly Word[]): Word {
  const source = words.map((word) => word.source).join(' ');
  const unsure = words.find((word) => !settled(word));
  const text = words.map(likely).join(' ');
  if (unsure === undefined) return { text, source };
  return { text: undefined, source, note: whyUnsure(unsure), guess: text };
}
