/** How long the longest is; there may be more of them than a call takes arguments. */
export const widest = (texts: readonly string[]): number =>
  texts.reduce((width, text) => Math.max(width, text.length), 0);
