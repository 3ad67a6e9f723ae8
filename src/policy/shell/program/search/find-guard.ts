import type { Word } from '../../word.js';
import { reachesHidden } from './chosen-names.js';
import { type FindTerm, findTerms } from './find-terms.js';

/**
 * Whether a command of the expression may be handed a file of the environment: no name that is asked for before it
 * leaves those out.
 */
export function runsOnHidden(expression: readonly Word[]): boolean {
  return anyRuns(findTerms(expression), { guarded: false, depth: 0 });
}

/** Groups in groups beyond this are taken for the worst. */
const maxDepth = 100;

interface Within {
  readonly guarded: boolean;
  readonly depth: number;
}

function anyRuns(terms: readonly FindTerm[], { guarded, depth }: Within): boolean {
  if (depth > maxDepth) return true;
  return alternatives(terms).some((chain) => {
    let safe = guarded;
    return chain.some((term) => {
      if (term.kind === 'run') return !safe;
      if (term.kind === 'group' && anyRuns(term.terms, { guarded: safe, depth: depth + 1 })) return true;
      safe ||= leavesOut(term, depth);
      return false;
    });
  });
}

function leavesOut(term: FindTerm, depth: number): boolean {
  if (depth > maxDepth) return false;
  if (term.kind === 'name') return !term.negated && !reachesHidden(term.pattern);
  return (
    term.kind === 'group' &&
    !term.negated &&
    alternatives(term.terms).every((chain) => chain.some((one) => leavesOut(one, depth + 1)))
  );
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
