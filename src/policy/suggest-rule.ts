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
  if (fact.deep !== true) return `${fact.kind}(${pathPatternOf(fact.target)})`;
  return `${fact.kind}(${fact.target === '.' ? '**' : folderPatternOf(fact.target)})`;
}

/** The pattern that means this path and no other. */
const pathPatternOf = (path: string): string => anchored(escaped(path));

/** All below this folder. */
export const folderPatternOf = (folder: string): string => anchored(`${escaped(folder)}/**`);

const escaped = (path: string): string => path.replaceAll(/[*?[\]{}\\]/g, String.raw`\$&`);

/** A bare name would mean it in any folder, and a ~ the home folder. */
const anchored = (pattern: string): string =>
  pattern.includes('/') && !pattern.startsWith('~') ? pattern : `./${pattern}`;
