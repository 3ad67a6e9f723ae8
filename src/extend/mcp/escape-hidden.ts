/** A text of a server with every character that is not seen, or that moves others, written as an escape; line ends stay. */
export const escapeHidden = (text: string): string =>
  text.replaceAll(hidden, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);

export const hasHidden = (text: string): boolean => text.search(hidden) !== -1;

const hidden = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]/gu;
