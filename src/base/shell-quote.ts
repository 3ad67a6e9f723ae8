/** A word as a shell reads it back. */
export const shellQuote = (word: string): string =>
  /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
