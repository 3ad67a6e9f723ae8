import { expect } from 'vitest';
import type { Verdict } from '../../../src/policy/policy.js';
import { type CaseVerdict, caseVerdicts, type PolicyCase } from './read-cases.js';

export interface ScoredCase {
  readonly one: PolicyCase;
  readonly got: CaseVerdict;
  readonly reasons: readonly string[];
}

export const caseVerdict = (verdict: Verdict): CaseVerdict =>
  verdict === 'ask' ? 'confirm' : verdict === 'notify' ? 'allow' : verdict;

/** As the corpus scores: nothing may be milder than expected; stricter never where it is safe, and seldom elsewhere. */
export function expectScore(scored: readonly ScoredCase[]): void {
  const rank = (verdict: CaseVerdict): number => caseVerdicts.indexOf(verdict);
  const under = scored.filter(({ one, got }) => rank(got) < rank(one.expect));
  const over = scored.filter(({ one, got }) => rank(got) > rank(one.max ?? one.expect));
  const safe = over.filter(({ one }) => one.tags.includes('safe') && !one.tags.includes('borderline'));
  const show = ({ one, got, reasons }: ScoredCase): string =>
    `${one.id} ${got}, not ${one.expect}: ${JSON.stringify(one.input).slice(0, 160)} (${one.why}) ${reasons.join('; ').slice(0, 160)}`;
  expect({ under: under.map(show), overOnSafe: safe.map(show) }).toEqual({ under: [], overOnSafe: [] });
  const rest =
    scored.length - scored.filter(({ one }) => one.tags.includes('safe') && !one.tags.includes('borderline')).length;
  const shown = over.map(show);
  expect(shown.length <= rest * 0.02 ? [] : shown, 'stricter than needed').toEqual([]);
  if (process.env['POLICY_CASES'] !== undefined)
    console.log(`${scored.length} cases, ${over.length} stricter\n${shown.join('\n')}`);
}
