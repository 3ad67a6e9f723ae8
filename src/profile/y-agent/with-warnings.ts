import { inWords } from './own-words.js';

interface Told {
  readonly warnings?: readonly string[];
}

/** `warnings`, where there are some: they are told beside the content. What built-in tools say is told in words of y-agent. */
export const withWarnings = (warnings: readonly (string | undefined)[]): Told =>
  asWarnings(warnings.map((one) => one && inWords(one)));

/** The same as they are. */
export function asWarnings(warnings: readonly (string | undefined)[]): Told {
  const told = warnings.filter((one) => one !== undefined);
  return told.length === 0 ? {} : { warnings: told };
}
