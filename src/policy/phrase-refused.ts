import type { Fact } from '../tool/fact.js';
import { phraseFact } from './phrase-fact.js';
import { suggestRule } from './suggest-rule.js';

/** The note of what no rule allows for good. */
export const askedEachTime = 'a person is asked about this each time';

/** What the sandbox refused, in words, with what would allow it. */
export function phraseRefused(fact: Fact): string {
  return `${phraseFact(fact)} (${howToAllow(fact)})`;
}

function howToAllow(fact: Fact): string {
  if (fact.note !== undefined) return fact.note;
  const rule = suggestRule(fact);
  return rule === undefined ? askedEachTime : `allow: "${rule}"`;
}
