import { literal, type Word } from '../../word.js';
import { reachesHidden } from './chosen-names.js';
import { afterFindPart } from './find-expression.js';

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

/** The parts of a `find` expression as far as they choose by name what a command is run on. */
type FindTerm =
  | { readonly kind: 'name'; readonly pattern: Word; readonly negated: boolean }
  | { readonly kind: 'group'; readonly terms: readonly FindTerm[]; readonly negated: boolean }
  /** `-o`, or a comma. */
  | { readonly kind: 'or' }
  | { readonly kind: 'run' | 'other' };

/** Groups that are left open end with the expression. */
function findTerms(words: readonly Word[]): readonly FindTerm[] {
  const open: { readonly terms: FindTerm[]; readonly negated: boolean }[] = [{ terms: [], negated: false }];
  const close = (): void => {
    const group = open.length > 1 ? open.pop() : undefined;
    if (group !== undefined) open.at(-1)?.terms.push({ kind: 'group', ...group });
  };
  let negated = false;
  for (let at = 0; at < words.length; at = afterFindPart(words, at)) {
    const name = words[at]?.text ?? '';
    if (name === '!' || name === '-not') {
      negated = !negated;
      continue;
    }
    if (name === '(') open.push({ terms: [], negated });
    else if (name === ')') close();
    else open.at(-1)?.terms.push(termOf(name, words[at + 1], negated));
    negated = false;
  }
  while (open.length > 1) close();
  return open[0]?.terms ?? [];
}

function termOf(name: string, value: Word | undefined, negated: boolean): FindTerm {
  if (['-o', '-or', ','].includes(name)) return { kind: 'or' };
  if (/^-i?name$/.test(name)) return { kind: 'name', pattern: value ?? literal('*'), negated };
  return { kind: /^-(exec|ok)(dir)?$/.test(name) ? 'run' : 'other' };
}
