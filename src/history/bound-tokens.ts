import { boundText } from '../base/text.js';
import { textTokens } from '../model/estimate-tokens.js';

/** Head and tail of a text, in at most about so many tokens. */
export function boundTokens(text: string, tokens: number, notice: (left: number) => string = leftOut): string {
  let bound = text;
  for (let chars = Math.min(text.length, tokens * 3); textTokens(bound) > tokens; chars = Math.floor(chars * 0.8))
    bound = boundText(text, chars, notice);
  return bound;
}

const leftOut = (left: number): string => ` [… ${left} characters left out …] `;
