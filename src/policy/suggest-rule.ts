import { shellQuote } from '../base/shell-quote.js';
import type { Fact } from '../tool/fact.js';

/** The narrowest rule that would let a fact pass unasked; undefined when no rule could. */
export function suggestRule(fact: Fact): string | undefined {
  if (fact.forbidden === true || fact.unread === true) return undefined;
  if (fact.kind === 'exec') {
    return fact.plain === true && fact.words !== undefined
      ? `exec(${fact.words.map((word) => shellQuote(word ?? '')).join(' ')})`
      : undefined;
  }
  if (!fact.known || fact.kind === 'secret') return undefined;
  if (fact.kind === 'net' || fact.kind === 'env' || fact.kind === 'process') return `${fact.kind}(${fact.target})`;
  const path = fact.target.replaceAll(/[*?[\]{}\\]/g, String.raw`\$&`);
  if (fact.deep !== true) return `${fact.kind}(${path})`;
  return `${fact.kind}(${path === '.' ? '**' : `${path}/**`})`;
}
