import type { Word } from '../../word.js';
import { reachesHidden } from './chosen-names.js';
import { type FindTerm, findTerms } from './find-terms.js';

/**
 * Whether a command of the expression may be handed a file of the environment: no name that is asked for before it
 * leaves those out.
 */
export function runsOnHidden(expression: readonly Word[]): boolean {
  return anyRuns(findTerms(expression), false);
}

function anyRuns(terms: readonly FindTerm[], guarded: boolean): boolean {
  return alternatives(terms).some((chain) => {
    let safe = guarded;
    return chain.some((term) => {
      if (term.kind === 'run') return !safe;
      if (term.kind === 'group' && anyRuns(term.terms, safe)) return true;
      safe ||= leavesOut(term);
      return false;
    });
  });
}

function leavesOut(term: FindTerm): boolean {
  if (term.kind === 'name') return !term.negated && !reachesHidden(term.pattern);
  return term.kind === 'group' && !term.negated && alternatives(term.terms).every((chain) => chain.some(leavesOut));
}

/** The chains between `-o` and commas. */
function alternatives(terms: readonly FindTerm[]): readonly (readonly FindTerm[])[] {
  const chains: FindTerm[][] = [[]];
  for (const term of terms) {
    if (term.kind === 'or') chains.push([]);
    else chains.at(-1)?.push(term);
  }
  return chains;
}
