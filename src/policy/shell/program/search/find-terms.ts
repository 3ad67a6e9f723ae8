import { literal, type Word } from '../../word.js';
import { afterFindPart } from './find-expression.js';

/** The parts of a `find` expression as far as they choose by name what a command is run on. */
export type FindTerm =
  | { readonly kind: 'name'; readonly pattern: Word; readonly negated: boolean }
  | { readonly kind: 'group'; readonly terms: readonly FindTerm[]; readonly negated: boolean }
  /** `-o`, or a comma. */
  | { readonly kind: 'or' }
  | { readonly kind: 'run' | 'other' };

/** Groups that are left open end with the expression. */
export function findTerms(words: readonly Word[]): readonly FindTerm[] {
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
