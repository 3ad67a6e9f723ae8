import { cutEnd } from '../../base/text.js';
import { phraseRefused } from '../../policy/phrase-refused.js';
import type { ProcessEnd } from '../../tool/port.js';

const maxLines = 10;
const maxLine = 200;
/** What the lines may take of the result. */
export const maxRefusedChars = maxLines * maxLine;

/** What the sandbox kept a command from, as short lines with what would allow it. */
export function describeRefused({ refused = [] }: ProcessEnd): { readonly refused?: readonly string[] } {
  if (refused.length === 0) return {};
  return { refused: refused.slice(0, maxLines).map((fact) => cutEnd(phraseRefused(fact), maxLine)) };
}
